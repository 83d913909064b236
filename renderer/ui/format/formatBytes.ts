import { t } from '../../i18n/t'
import { tenths } from './formatDuration'

/** Formats a size in units of 1,024: `512 B`, `1.2 KB`, `2.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t('ui.bytes', { count: String(bytes) })
  if (bytes < 1024 * 1024) return t('ui.bytes.kilo', { count: bytes < 10240 ? tenths(bytes / 1024) : (bytes / 1024).toFixed(0) })
  if (bytes < 1024 ** 3) return t('ui.bytes.mega', { count: tenths(bytes / 1024 / 1024) })
  return t('ui.bytes.giga', { count: tenths(bytes / 1024 ** 3) })
}
