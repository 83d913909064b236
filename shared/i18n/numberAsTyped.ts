import { localeFacts, type Locale } from './locale'
import { readNumber } from './readNumber'

/** Pure: returns a number as a person of this language types it, without signs between thousands. `readNumber` reads the same number. */
export function numberAsTyped(value: number, locale: Locale): string {
  const text = new Intl.NumberFormat(localeFacts[locale].intl, { useGrouping: false, maximumFractionDigits: 20 }).format(value)
  // A very small number has more digits than that.
  return readNumber(text, locale) === value ? text : String(value)
}
