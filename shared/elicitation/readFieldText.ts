import type { FormField } from '../domain/formField'
import type { Locale } from '../i18n/locale'
import { readDate, readDateTime } from '../i18n/readDate'
import { readNumber } from '../i18n/readNumber'

/**
 * Reads what a person typed into a field for a number, a date or a moment as what is sent: `1,80` as 1.8, `24.12.1980` as `1980-12-24`. What
 * cannot be read stays the text, so that the validation refuses it.
 */
export function readFieldText(field: FormField, text: string, locale: Locale): string | number {
  if (field.kind === 'number') return readNumber(text, locale) ?? text.trim()
  if (field.kind !== 'string') return text
  if (field.format === 'date') return readDate(text) ?? text
  return (field.format === 'date-time' ? readDateTime(text) : undefined) ?? text
}
