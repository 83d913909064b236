import type { RecordedPart, RecordedPartName } from '../../shared/domain/records/questionRecord'
import type { JsonValue } from '../../shared/lib/json'
import { hideSecretsInText, nameAsksForSecret } from '../../shared/secrets/secretPatterns'
import { redact, redactedStart } from '../lib/redact'

const HIDDEN = '•••'
const CUT = '…'
/** The characters that are kept of one question, as JSON. */
const MOST_CHARACTERS = 128 * 1024
/** A character that is written as \u and four digits. */
const LONGEST_CHARACTER = 6
/** What a value costs besides its text, so that many small ones are few as well. */
const VALUE_COST = 4
/** How far behind its end a text is looked at, so that nothing is left of a secret that goes on there. */
const LOOKED_BEHIND = 300
/** A value that lies deeper is cut. Who sends it decides how deep it is. */
const DEEPEST = 100

/** What a person decided. It is kept before what they were asked. */
const DECIDED: ReadonlySet<RecordedPartName> = new Set<RecordedPartName>([
  'changedArguments',
  'word',
  'answers',
  'changedRequest',
  'changedAnswer',
  'model',
])

/**
 * The parts as JSON, without secrets, and cut where they are too long. Hides secrets in each text and name before the JSON is made: its
 * structure never changes. What can change what runs, and a path, gets no exception here: nobody decides by a record.
 */
export function serializeQuestionRecord(parts: readonly RecordedPart[]): { readonly text: string; readonly cut: boolean } {
  const room = new Room(MOST_CHARACTERS)
  const kept = new Map<RecordedPart, JsonValue>()
  for (const part of [...parts.filter(({ what }) => DECIDED.has(what)), ...parts.filter(({ what }) => !DECIDED.has(what))])
    kept.set(part, keptOf(part.value, { room, depth: 0, secret: false }))
  const text = JSON.stringify(parts.map((part) => ({ what: part.what, value: kept.get(part) ?? null })))
  return { text, cut: room.cut }
}

interface Place {
  readonly room: Room
  readonly depth: number
  /** Whether something around the value has a name that asks for a secret. */
  readonly secret: boolean
}

function keptOf(value: JsonValue, place: Place): JsonValue {
  const { room, depth, secret } = place
  if (depth > DEEPEST) return room.end()
  if (typeof value === 'string') return room.text(value, secret ? whole : hideSecretsInText)
  if (typeof value === 'number') return room.number(value, secret)
  room.take(VALUE_COST)
  if (typeof value !== 'object' || value === null) return value
  const inside = { ...place, depth: depth + 1 }
  return isList(value) ? keptItems(value, inside) : Object.fromEntries(keptEntries(value, inside))
}

/** Behind an option that asks for a secret, as in `['--token', '…']`, the next item is one. */
function keptItems(items: readonly JsonValue[], place: Place): readonly JsonValue[] {
  const kept: JsonValue[] = []
  for (const [index, item] of items.entries()) {
    if (!place.room.hasSome()) break
    const before = items[index - 1]
    const isBehindOption = typeof before === 'string' && /^--?[\w-]+$/.test(before) && nameAsksForSecret(before)
    kept.push(keptOf(item, { ...place, secret: place.secret || isBehindOption }))
  }
  return kept
}

/** An entry that is called `value` belongs to the `name` beside it, as in a list of headers. */
function keptEntries(values: { readonly [key: string]: JsonValue }, place: Place): readonly (readonly [string, JsonValue])[] {
  const kept: (readonly [string, JsonValue])[] = []
  const { name: described } = values
  const isDescribed = typeof described === 'string' && nameAsksForSecret(described)
  for (const name of Object.keys(values)) {
    if (!place.room.hasSome()) break
    const secret = place.secret || nameAsksForSecret(name) || (name === 'value' && isDescribed)
    kept.push([place.room.text(name, hideSecretsInText), keptOf(values[name] ?? null, { ...place, secret })])
  }
  return kept
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function whole(text: string, mask: string): string {
  return text === '' ? text : mask
}

/** What may still be kept of one question. Reads nothing of a value for which there is no room. */
class Room {
  cut = false
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  hasSome(): boolean {
    if (this.#left <= 0) this.cut = true
    return this.#left > 0
  }

  take(characters: number): void {
    this.#left -= characters
  }

  end(): string {
    this.cut = true
    return CUT
  }

  text(value: string, hide: (text: string, mask: string) => string): string {
    if (!this.hasSome()) return ''
    const most = this.#left
    const isLong = value.length > most
    const hidden = hide(redactedStart(value, most + LOOKED_BEHIND), HIDDEN)
    const clean = isLong ? hidden.slice(0, Math.max(0, hidden.length - LOOKED_BEHIND)).slice(0, most) : hidden
    const fits = JSON.stringify(clean).length <= most + 2
    const kept = fits ? clean : clean.slice(0, Math.floor(most / LONGEST_CHARACTER))
    this.take(JSON.stringify(kept).length + VALUE_COST)
    return isLong || !fits ? kept + this.end() : kept
  }

  number(value: number, secret: boolean): JsonValue {
    const text = String(value)
    this.take(text.length + VALUE_COST)
    return secret || redact(text) !== text ? HIDDEN : value
  }
}
