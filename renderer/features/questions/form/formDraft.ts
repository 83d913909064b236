import type { FormField } from '../../../../shared/domain/formField'
import { readFieldText } from '../../../../shared/elicitation/readFieldText'
import type { Locale } from '../../../../shared/i18n/locale'
import { numberAsTyped } from '../../../../shared/i18n/numberAsTyped'
import { canonicalJson } from '../../../../shared/lib/json'

/** The content of one field: text as typed (also for numbers and dates), a boolean, or the chosen values. */
export type FormEntry = string | boolean | readonly string[]

/** The person's entries in a form so far, by field key. */
export interface FormDraft {
  readonly [key: string]: FormEntry
}

/** Pure: returns the initial entries of a form: the stored draft, otherwise the server's defaults. */
export function readFormDraft(fields: readonly FormField[], kept: Readonly<Record<string, unknown>>, locale: Locale): FormDraft {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const entry = Object.hasOwn(kept, field.key) ? readEntry(kept[field.key], locale) : startOf(field, locale)
      return entry === undefined ? [] : [[field.key, entry]]
    }),
  )
}

/** Pure: converts the entries to answers. Text that is no number or date stays as it is, so that the validation refuses it. */
export function formDraft(fields: readonly FormField[], draft: FormDraft, locale: Locale): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      const entry = Object.hasOwn(draft, field.key) ? draft[field.key] : undefined
      if (typeof entry === 'string') return [[field.key, readFieldText(field, entry, locale)]]
      // In a required field, an unchecked box means false.
      if (field.kind === 'boolean' && entry === undefined && field.required) return [[field.key, false]]
      return entry === undefined ? [] : [[field.key, entry]]
    }),
  )
}

/** Pure: whether a field still holds what the server suggested. */
export function isAsSuggested(field: FormField, entry: FormEntry | undefined, locale: Locale): boolean {
  const start = startOf(field, locale)
  if (start === undefined || start === '') return false
  return canonicalJson(inOrder(entry)) === canonicalJson(inOrder(start))
}

/** Pure: whether the person has changed anything in a form. */
export function hasInput(fields: readonly FormField[], draft: FormDraft, locale: Locale): boolean {
  return canonicalJson(draft) !== canonicalJson(readFormDraft(fields, {}, locale))
}

/** Chosen values in one order: in which order they were chosen does not matter. */
function inOrder(entry: FormEntry | undefined): FormEntry | undefined {
  return typeof entry === 'object' ? entry.toSorted((one, other) => (one < other ? -1 : 1)) : entry
}

function startOf(field: FormField, locale: Locale): FormEntry | undefined {
  if (field.kind === 'unsupported' || field.default === undefined) return undefined
  return typeof field.default === 'number' ? numberAsTyped(field.default, locale) : field.default
}

function readEntry(value: unknown, locale: Locale): FormEntry | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return numberAsTyped(value, locale)
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
}
