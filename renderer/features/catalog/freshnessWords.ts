import { agoWords, clockWords } from '../../ui/words'

/** Pure: when something was read, and until when its server calls it fresh: "Read 12 s ago, fresh until 14:02." */
export function freshnessWords({ readAt, freshUntil }: { readonly readAt: number; readonly freshUntil?: number }, now: number): string {
  const read = readAt === 0 ? '' : `Read ${agoWords(readAt, now)}`
  if (read === '' || freshUntil === undefined) return read && `${read}.`
  return freshUntil > now
    ? `${read}, fresh until ${clockWords(freshUntil)}.`
    : `${read}, fresh until ${clockWords(freshUntil)}, which is over.`
}
