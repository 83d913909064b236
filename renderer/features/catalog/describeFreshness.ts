import { t } from '../../i18n/t'
import { formatClock, formatTimeAgo, formatWhen } from '../../ui/format/formatTime'

/** Pure: says when something was read and how long its server calls it fresh: "Read 12 s ago, fresh until 14:02.", with the day unless it is today. */
export function describeFreshness({ readAt, freshUntil }: { readonly readAt: number; readonly freshUntil?: number }, now: number): string {
  if (readAt === 0) return ''
  const ago = formatTimeAgo(readAt, now)
  if (freshUntil === undefined) return t('catalog.readAgo', { ago })
  const isToday = new Date(freshUntil).toDateString() === new Date(now).toDateString()
  const time = isToday ? formatClock(freshUntil) : formatWhen(freshUntil, now)
  return t(freshUntil > now ? 'catalog.readFresh' : 'catalog.readOver', { ago, time })
}
