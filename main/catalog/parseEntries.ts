import type { SkippedEntry } from '../../shared/domain/catalog'
import type { EventLoopYielder } from '../lib/eventLoopYielder'
import type { Listed } from './pagination'
import type { Message } from '../../shared/i18n/message'

/** A list that could not be read, and why. */
export interface Unread {
  readonly fault: Message
  /** It may still come. */
  readonly isPending?: true
}

/** One entry with its unique key, or the reason why it is set aside. */
export type Parsed<T> = { readonly key: string; readonly item: T } | { readonly name: string; readonly reason: Message }

interface Reading<T> {
  readonly items: readonly T[]
  readonly skipped: readonly SkippedEntry[]
}

/**
 * Parses a list entry by entry, and yields to the event loop in between. One bad entry does not affect the others. A list that could not be
 * read keeps its earlier entries.
 */
export async function parseEntries<T>(
  yielder: EventLoopYielder,
  listed: Pick<Listed, 'items'> | Unread | undefined,
  what: SkippedEntry['what'],
  before: readonly T[] | undefined,
  parse: (raw: unknown) => Parsed<T>,
): Promise<Reading<T>> {
  if (!listed || 'fault' in listed) return { items: (listed && before) ?? [], skipped: [] }
  const items = new Map<string, T>()
  const skipped: SkippedEntry[] = []
  for (const raw of listed.items) {
    if (yielder.isDue()) await yielder.yieldTurn()
    const parsed = parse(raw)
    if (!('item' in parsed)) skipped.push({ what, name: parsed.name, reason: parsed.reason })
    else if (items.has(parsed.key))
      skipped.push({ what, name: parsed.key.slice(0, 200), reason: { id: 'errors.catalog.duplicate', params: { what } } })
    else items.set(parsed.key, parsed.item)
  }
  return { items: [...items.values()], skipped }
}
