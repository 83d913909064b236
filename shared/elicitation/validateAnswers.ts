import type { FormContent, FormField } from '../domain/formField'
import { assertNever } from '../lib/assertNever'
import { isDate, isDateTime, isEmail, isUri } from './textFormats'

type Answered = FormContent[string]

/** What a form would send, and what is wrong with it by the field's key. A Map, since a server may call a field `constructor`. */
interface CheckedAnswers {
  /** Only the form's own fields; an optional field that was left empty is not in it. */
  readonly content: FormContent
  /** Empty when the answers may be sent. */
  readonly errors: ReadonlyMap<string, string>
}

type Checked = { readonly value: Answered } | { readonly error: string } | 'empty'

/** Pure: checks a person's answers against the fields of a form. The form uses it while typing, the host before anything is sent. */
export function validateAnswers(fields: readonly FormField[], answers: Readonly<Record<string, unknown>>): CheckedAnswers {
  const content: [string, Answered][] = []
  const errors = new Map<string, string>()
  for (const field of fields) {
    const checked = checkField(field, Object.hasOwn(answers, field.key) ? answers[field.key] : undefined)
    if (checked === 'empty') {
      if (field.required) errors.set(field.key, missing(field))
    } else if ('error' in checked) errors.set(field.key, checked.error)
    else content.push([field.key, checked.value])
  }
  return { content: Object.fromEntries(content), errors }
}

function checkField(field: FormField, answer: unknown): Checked {
  if (answer === undefined) return 'empty'
  switch (field.kind) {
    case 'string':
      return checkText(field, answer)
    case 'number':
      return checkNumber(field, answer)
    case 'boolean':
      return typeof answer === 'boolean' ? { value: answer } : { error: 'Choose yes or no' }
    case 'choice':
      if (typeof answer === 'string' && field.choices.some(({ value }) => value === answer)) return { value: answer }
      return answer === '' ? 'empty' : { error: 'Choose one of the choices' }
    case 'choices':
      return checkChoices(field, answer)
    case 'unsupported':
      return 'empty'
    default:
      return assertNever(field)
  }
}

function checkText(field: Extract<FormField, { kind: 'string' }>, answer: unknown): Checked {
  if (typeof answer !== 'string') return { error: 'Enter text' }
  if (answer === '') return 'empty'
  // JSON Schema counts characters, not UTF-16 units: an emoji is one.
  const { length } = Array.from(answer)
  if (field.minLength !== undefined && length < field.minLength) return { error: `At least ${counted(field.minLength, 'character')}` }
  if (field.maxLength !== undefined && length > field.maxLength) return { error: `At most ${counted(field.maxLength, 'character')}` }
  const error = field.format && formatError(field.format, answer)
  return error === undefined ? { value: answer } : { error }
}

function formatError(format: 'email' | 'uri' | 'date' | 'date-time', text: string): string | undefined {
  switch (format) {
    case 'email':
      return isEmail(text) ? undefined : 'Enter an email address such as name@example.org'
    case 'uri':
      return isUri(text) ? undefined : 'Enter a whole address such as https://example.org/'
    case 'date':
      return isDate(text) ? undefined : 'Enter a date such as 2025-12-31'
    case 'date-time':
      return isDateTime(text) ? undefined : 'Enter a date, time and time zone such as 2025-12-31T18:30:00Z'
    default:
      return assertNever(format)
  }
}

function checkNumber(field: Extract<FormField, { kind: 'number' }>, answer: unknown): Checked {
  if (answer === '') return 'empty'
  if (typeof answer !== 'number' || !Number.isFinite(answer)) return { error: field.integer ? 'Enter a whole number' : 'Enter a number' }
  if (field.integer && !Number.isInteger(answer)) return { error: 'Enter a whole number' }
  if (field.minimum !== undefined && answer < field.minimum) return { error: `At least ${field.minimum}` }
  if (field.maximum !== undefined && answer > field.maximum) return { error: `At most ${field.maximum}` }
  return { value: answer }
}

function checkChoices(field: Extract<FormField, { kind: 'choices' }>, answer: unknown): Checked {
  if (!Array.isArray(answer)) return { error: 'Choose from the choices' }
  const chosen = [...new Set<unknown>(answer)]
  const offered = field.choices.map(({ value }) => value).filter((value) => chosen.includes(value))
  if (offered.length !== chosen.length) return { error: 'Choose from the choices' }
  if (offered.length === 0 && !field.required) return 'empty'
  if (field.minItems !== undefined && offered.length < field.minItems) return { error: `Choose at least ${field.minItems}` }
  if (field.maxItems !== undefined && offered.length > field.maxItems) return { error: `Choose at most ${field.maxItems}` }
  return { value: offered }
}

function missing(field: FormField): string {
  switch (field.kind) {
    case 'unsupported':
      return 'It is required, and Parley cannot offer it'
    case 'boolean':
      return 'Choose yes or no'
    case 'choice':
    case 'choices':
      return 'Choose something'
    case 'string':
    case 'number':
      return 'Fill this in'
    default:
      return assertNever(field)
  }
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
