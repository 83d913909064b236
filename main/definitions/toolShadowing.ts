import type { ServerId } from '../../shared/domain/ids'
import type { Message } from '../../shared/i18n/message'
import { drawnForm, plainName } from '../../shared/lib/confusableNames'
import { trimEndOf } from '../../shared/lib/trimEndOf'

/** A server's tool, by name. */
interface Named {
  readonly serverId: ServerId
  readonly name: string
}

/**
 * Owner of the names of all offered tools. It quickly finds tools that look like another server's tool or mention one. In memory only; it
 * follows what servers offer.
 */
export class ToolShadowing {
  readonly #names = new Map<ServerId, ReadonlySet<string>>()
  readonly #byName = new Map<string, Set<ServerId>>()
  readonly #bySkeleton = new Map<string, Set<Named>>()
  readonly #skeletons = new Map<ServerId, readonly (readonly [string, Named])[]>()

  /** Replaces the names that a server offers, over all of its accounts. */
  offer(serverId: ServerId, names: ReadonlySet<string>): void {
    const before = this.#names.get(serverId)
    if (before?.size === names.size && [...before].every((name) => names.has(name))) return
    this.forget(serverId)
    const entries = [...names].map((name) => [drawnForm(name), { serverId, name }] as const)
    this.#names.set(serverId, names)
    this.#skeletons.set(serverId, entries)
    for (const [skeleton, named] of entries) {
      collect(this.#byName, named.name, serverId)
      collect(this.#bySkeleton, skeleton, named)
    }
  }

  forget(serverId: ServerId): void {
    for (const name of this.#names.get(serverId) ?? []) release(this.#byName, name, serverId)
    for (const [skeleton, named] of this.#skeletons.get(serverId) ?? []) release(this.#bySkeleton, skeleton, named)
    this.#names.delete(serverId)
    this.#skeletons.delete(serverId)
  }

  /** Tools that this one could be mistaken for, of other servers or of its own. The same name at another server does not count. */
  lookAlikes(serverId: ServerId, name: string): readonly Message[] {
    const alike = [...(this.#bySkeleton.get(drawnForm(name)) ?? [])].filter((other) => other.name !== name)
    return alike.slice(0, SHOWN).map((other): Message => {
      const tool = shown(other)
      if (other.serverId === serverId) return { id: 'definitions.noticed.looksLikeOwn', params: { tool } }
      return { id: 'definitions.noticed.looksLike', params: { tool, server: other.serverId } }
    })
  }

  /** Tools of other servers that a text mentions. Ordinary words are not treated as names. */
  mentions(serverId: ServerId, text: string): readonly Message[] {
    const own = this.#names.get(serverId)
    const found = new Map<string, Named>()
    for (const [word] of text.matchAll(/[\p{Letter}\p{Number}_.-]+/gu)) {
      const name = trimEndOf(word.replace(/^[.-]+/, ''), '.-')
      if (found.has(name) || own?.has(name) === true || !isDistinctive(name)) continue
      const other = [...(this.#byName.get(name) ?? [])].find((id) => id !== serverId)
      if (other !== undefined) found.set(name, { serverId: other, name })
    }
    return [...found.values()]
      .slice(0, SHOWN)
      .map((other): Message => ({ id: 'definitions.noticed.speaksOf', params: { tool: shown(other), server: other.serverId } }))
  }
}

const SHOWN = 5

function shown({ name }: Named): string {
  return plainName(name.slice(0, 100))
}

/** Whether a name can be told from an ordinary word: `search` cannot, `send_email` can. */
function isDistinctive(name: string): boolean {
  return /[_.-]/.test(name) || /[\p{Ll}\d]\p{Lu}/u.test(name)
}

function collect<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.add(value)
  else map.set(key, new Set([value]))
}

function release<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const known = map.get(key)
  known?.delete(value)
  if (known?.size === 0) map.delete(key)
}
