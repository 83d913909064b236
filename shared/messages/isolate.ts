import type { Direction } from './locale'

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u

/**
 * Pure: a value within a sentence, so that its direction does not reorder the words around it (Unicode UAX #9: U+2068 FSI, U+2069 PDI).
 * Where both go from left to right nothing is added.
 */
export function isolate(text: string, direction: Direction): string {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
