import { formatTimeAgo, formatClock } from '../../ui/format/relativeTime'

/** Pure: when something was read, and until when its server calls it fresh: "Read 12 s ago, fresh until 14:02." */
export function describeFreshness({ readAt, freshUntil }: { readonly readAt: number; readonly freshUntil?: number }, now: number): string {
  const read = readAt === 0 ? '' : `Read ${formatTimeAgo(readAt, now)}`
  if (read === '' || freshUntil === undefined) return read && `${read}.`
  return freshUntil > now
    ? `${read}, fresh until ${formatClock(freshUntil)}.`
    : `${read}, fresh until ${formatClock(freshUntil)}, which is over.`
}
