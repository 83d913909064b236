import type { Translator } from './translator'

/** Pure: a size in units of 1,024, in the words of the screen: `512 B`, `1.2 KB`, `2.1 MB`. */
export function sizeText({ t, number }: Pick<Translator, 't' | 'number'>, bytes: number): string {
  const tenths = (value: number): string => number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
  if (bytes < 1024) return t('ui.bytes', { count: String(bytes) })
  if (bytes < 1024 * 1024) return t('ui.bytes.kilo', { count: bytes < 10240 ? tenths(bytes / 1024) : (bytes / 1024).toFixed(0) })
  if (bytes < 1024 ** 3) return t('ui.bytes.mega', { count: tenths(bytes / 1024 / 1024) })
  return t('ui.bytes.giga', { count: tenths(bytes / 1024 ** 3) })
}
