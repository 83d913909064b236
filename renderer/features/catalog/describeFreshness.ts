import { t } from '../../i18n/t'
import { formatTimeAgo, formatClock } from '../../ui/format/formatTime'

/** Pure: says when something was read and how long its server calls it fresh: "Read 12 s ago, fresh until 14:02." */
export function describeFreshness({ readAt, freshUntil }: { readonly readAt: number; readonly freshUntil?: number }, now: number): string {
  if (readAt === 0) return ''
  const ago = formatTimeAgo(readAt, now)
  if (freshUntil === undefined) return t('catalog.readAgo', { ago })
  return t(freshUntil > now ? 'catalog.readFresh' : 'catalog.readOver', { ago, time: formatClock(freshUntil) })
}
