import { t, translator } from '../../i18n/t'
/** Pure: formats a count compactly: `612`, `6.8k`, `20k`, `1.2m`. */
export function formatTokenCount(count: number): string {
  if (count < 1_000) return translator().number(count)
  if (count < 1_000_000) return t('ui.tokens.thousands', { count: shortened(count / 1_000) })
  return t('ui.tokens.millions', { count: shortened(count / 1_000_000) })
}

/** Never rounds up, because the result could then exceed the real count. */
function shortened(count: number): string {
  return translator().number(count < 100 ? Math.floor(count * 10) / 10 : Math.floor(count), { useGrouping: false })
}
