import type { Direction } from './locale'

/** Letters of right-to-left scripts: Hebrew, Arabic and related scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u

/**
 * Pure: isolates a value inside a sentence, so that its direction does not reorder the words around it (Unicode UAX #9: U+2068 FSI, U+2069
 * PDI). Adds nothing if both are left to right.
 */
export function isolateBidi(text: string, direction: Direction): string {
  return direction === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text
}
