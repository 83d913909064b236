import type { FormField } from '../../../../shared/domain/formField'

/** The content of one field: text as typed (also for numbers), a boolean, or the chosen values. */
export type FormEntry = string | boolean | readonly string[]

/** The person's entries in a form so far, by field key. */
export interface FormDraft {
  readonly [key: string]: FormEntry
}

/** Pure: returns the initial entries of a form: the stored draft, otherwise the server's defaults. */
export function readFormDraft(fields: readonly FormField[], kept: Readonly<Record<string, unknown>>): FormDraft {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const entry = Object.hasOwn(kept, field.key) ? readEntry(kept[field.key]) : startOf(field)
      return entry === undefined ? [] : [[field.key, entry]]
    }),
  )
}

/** Pure: converts the entries to answers. A number that cannot be parsed stays text, so that the validation refuses it. */
export function formDraft(fields: readonly FormField[], draft: FormDraft): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      const entry = Object.hasOwn(draft, field.key) ? draft[field.key] : undefined
      if (field.kind === 'number' && typeof entry === 'string') {
        const text = entry.trim()
        return [[field.key, text === '' || !Number.isFinite(Number(text)) ? text : Number(text)]]
      }
      // In a required field, an unchecked box means false.
      if (field.kind === 'boolean' && entry === undefined && field.required) return [[field.key, false]]
      return entry === undefined ? [] : [[field.key, entry]]
    }),
  )
}

function startOf(field: FormField): FormEntry | undefined {
  if (field.kind === 'unsupported' || field.default === undefined) return undefined
  return typeof field.default === 'number' ? String(field.default) : field.default
}

function readEntry(value: unknown): FormEntry | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
}
