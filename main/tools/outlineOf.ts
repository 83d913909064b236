import type { ToolResult } from '../../shared/domain/toolResult'
import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'

/** A longer text is not parsed to find out whether it is JSON, nor looked through for headings beyond that. In UTF-16 code units. */
const PARSED_CHARACTERS = 2_000_000
const NAMES = 30
const NAME_CHARACTERS = 60
const HEADINGS = 20
const HEADING_CHARACTERS = 80

/**
 * Pure: what is where in a result of which a model gets only the beginning, in one or more short lines: the shape of JSON, or the headings of a text
 * with the characters at which they stand.
 * @param text the result as the model would read all of it
 */
export function outlineOf({ structuredContent }: Pick<ToolResult, 'structuredContent'>, text: string): string {
  const json = structuredContent ?? parsed(text)
  if (Array.isArray(json) || isRecord(json)) return `It is JSON: ${shapeOf(json)}.`
  const headings = headingsIn(text)
  return headings.length > 0 ? `Its headings, each after the character at which it stands: ${headings.join('; ')}.` : ''
}

function parsed(text: string): JsonValue | undefined {
  if (text.length > PARSED_CHARACTERS || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    // It only began like JSON.
    return undefined
  }
}

function shapeOf(value: JsonObject | readonly JsonValue[]): string {
  if (isRecord(value)) return `an object with ${namesOf(value)}`
  const [first] = value
  const of = isRecord(first) ? `, the first of them an object with ${namesOf(first)}` : ''
  return `a list of ${value.length}${of}`
}

function namesOf(object: JsonObject): string {
  const entries = Object.entries(object)
  const named = entries.slice(0, NAMES).map(([name, value]) => `${quoted(name.slice(0, NAME_CHARACTERS))} (${kindOf(value)})`)
  return entries.length === 0 ? 'nothing' : [...named, ...(entries.length > NAMES ? [`${entries.length - NAMES} more`] : [])].join(', ')
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return `list of ${value.length}`
  if (typeof value === 'string') return `text of ${value.length} characters`
  return value === null ? 'null' : typeof value
}

/** The lines that Markdown takes for headings, by the way they begin. */
function headingsIn(text: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at !== -1 && at < Math.min(text.length, PARSED_CHARACTERS) && found.length < HEADINGS; at = nextLine(text, at)) {
    if (text[at] !== '#') continue
    const line = text.slice(at, at + HEADING_CHARACTERS).split('\n', 1)[0] ?? ''
    if (/^#{1,6} \S/.test(line)) found.push(`${at} ${quoted(line.trim())}`)
  }
  return found
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? -1 : end + 1
}

/** The words of a server among those of Parley, which end at a bracket. */
function quoted(words: string): string {
  return JSON.stringify(words).replaceAll('[', '(').replaceAll(']', ')')
}
