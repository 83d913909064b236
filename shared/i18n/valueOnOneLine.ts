import { plainText } from '../lib/unsafeCharacters'

/** Nearly every value: nothing in it needs a look. */
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Pure: makes a value from outside safe inside a sentence. It neither begins a line of its own nor reorders or hides letters: such
 * characters are written as their codes.
 */
export function valueOnOneLine(value: string): string {
  return PLAIN.test(value) ? value : plainText(value.replaceAll(/[\t\n\r\u0085\u2028\u2029]+/g, ' '))
}
