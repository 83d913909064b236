import type { FormField } from '../../../../shared/domain/formField'

/** What stands in one field: text as it was typed (numbers too), yes or no, or the chosen ones. */
export type FormEntry = string | boolean | readonly string[]

/** A form as a person has filled it in so far, by field key. */
export interface FormDraft {
  readonly [key: string]: FormEntry
}

/** Pure: what a form starts with: what was typed before, else the server's defaults. */
export function readFormDraft(fields: readonly FormField[], kept: Readonly<Record<string, unknown>>): FormDraft {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const entry = Object.hasOwn(kept, field.key) ? readEntry(kept[field.key]) : startOf(field)
      return entry === undefined ? [] : [[field.key, entry]]
    }),
  )
}

/** Pure: what the entries mean as answers. A number that cannot be read stays text, for the check to refuse. */
export function formAnswers(fields: readonly FormField[], draft: FormDraft): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      const entry = Object.hasOwn(draft, field.key) ? draft[field.key] : undefined
      if (field.kind === 'number' && typeof entry === 'string') {
        const text = entry.trim()
        return [[field.key, text === '' || !Number.isFinite(Number(text)) ? text : Number(text)]]
      }
      // An empty box is a no, where the form needs one of both.
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
