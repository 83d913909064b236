import { t, translator } from '../../i18n/t'

/**
 * Formats a duration in the current language: `38 ms`, `1.4 s`, `12 s`, `3 min`, `2 h`.
 * @param ms milliseconds
 */
export function formatDuration(ms: number): string {
  if (ms < 1000) return t('ui.duration.milliseconds', { count: Math.max(0, Math.round(ms)) })
  const seconds = ms / 1000
  if (seconds < 10) return t('ui.duration.seconds', { count: tenths(Math.floor(seconds * 10) / 10) })
  if (seconds < 60) return t('ui.duration.seconds', { count: Math.floor(seconds) })
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? t('ui.duration.minutes', { count: minutes }) : t('ui.duration.hours', { count: Math.floor(minutes / 60) })
}

/**
 * Formats a running duration in whole seconds, so that it changes once a second: `7 s`, `3 min`.
 * @param ms milliseconds
 */
export function formatElapsed(ms: number): string {
  return ms < 60_000 ? t('ui.duration.seconds', { count: Math.max(0, Math.floor(ms / 1000)) }) : formatDuration(ms)
}

export function tenths(value: number): string {
  return translator().number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
}
