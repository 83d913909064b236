import type { Message } from '../i18n/message'

/** One choice of an enumeration. `value` goes to the server. `label` is the text for the person. */
export interface FormChoice {
  readonly value: string
  readonly label: string
}

interface FieldBase {
  readonly key: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
}

/**
 * One field of a form that a server asks for. Covers every kind in the elicitation schemas of 2025-06-18, 2025-11-25 and 2026-07-28. A
 * field that Parley cannot show is 'unsupported', with the reason. It never crashes the form.
 */
export type FormField =
  | (FieldBase & {
      readonly kind: 'string'
      readonly format?: 'email' | 'uri' | 'date' | 'date-time'
      readonly minLength?: number
      readonly maxLength?: number
      readonly default?: string
    })
  | (FieldBase & {
      readonly kind: 'number'
      readonly integer: boolean
      readonly minimum?: number
      readonly maximum?: number
      readonly default?: number
    })
  | (FieldBase & { readonly kind: 'boolean'; readonly default?: boolean })
  | (FieldBase & { readonly kind: 'choice'; readonly choices: readonly FormChoice[]; readonly default?: string })
  | (FieldBase & {
      readonly kind: 'choices'
      readonly choices: readonly FormChoice[]
      readonly minItems?: number
      readonly maxItems?: number
      readonly default?: readonly string[]
    })
  | (FieldBase & { readonly kind: 'unsupported'; readonly reason: Message })

/** The values that a person filled in, by field key. A missing key means that the field was left empty. */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>>
