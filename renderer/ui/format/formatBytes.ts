import { sizeText } from '../../../shared/i18n/sizeText'
import { translator } from '../../i18n/t'

/** Formats a size in units of 1,024: `512 B`, `1.2 KB`, `2.1 MB`. */
export function formatBytes(bytes: number): string {
  return sizeText(translator(), bytes)
}
