import type { FormContent, FormField } from '../domain/formField'
import { assertNever } from '../lib/assertNever'
import type { Message } from '../i18n/message'
import { isDate, isDateTime, isEmail, isUri } from './textFormats'

type Answered = FormContent[string]

/**
 * The content that a form would send, and its errors by field key. The errors are a Map because a server may call a field `constructor`.
 */
interface CheckedAnswers {
  /** Only the form's own fields, without optional fields that were left empty. */
  readonly content: FormContent
  /** Empty if the answers may be sent. */
  readonly errors: ReadonlyMap<string, Message>
}

type Checked = { readonly value: Answered } | { readonly error: Message } | 'empty'

/**
 * Pure: checks a person's answers against the fields of a form. The form uses it while the person types, the host before it sends anything.
 */
export function validateFormContent(fields: readonly FormField[], answers: Readonly<Record<string, unknown>>): CheckedAnswers {
  const content: [string, Answered][] = []
  const errors = new Map<string, Message>()
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
      return typeof answer === 'boolean' ? { value: answer } : { error: { id: 'fields.yesOrNo' } }
    case 'choice':
      if (typeof answer === 'string' && field.choices.some(({ value }) => value === answer)) return { value: answer }
      return answer === '' ? 'empty' : { error: { id: 'fields.oneOf' } }
    case 'choices':
      return checkChoices(field, answer)
    case 'unsupported':
      return 'empty'
    default:
      return assertNever(field)
  }
}

function checkText(field: Extract<FormField, { kind: 'string' }>, answer: unknown): Checked {
  if (typeof answer !== 'string') return { error: { id: 'fields.text' } }
  if (answer === '') return 'empty'
  // JSON Schema counts characters, not UTF-16 units: an emoji counts as one.
  const { length } = Array.from(answer)
  if (field.minLength !== undefined && length < field.minLength)
    return { error: { id: 'fields.atLeastLong', params: { count: field.minLength } } }
  if (field.maxLength !== undefined && length > field.maxLength)
    return { error: { id: 'fields.atMostLong', params: { count: field.maxLength } } }
  const error = field.format && formatError(field.format, answer)
  return error === undefined ? { value: answer } : { error }
}

function formatError(format: 'email' | 'uri' | 'date' | 'date-time', text: string): Message | undefined {
  switch (format) {
    case 'email':
      return isEmail(text) ? undefined : { id: 'fields.email' }
    case 'uri':
      return isUri(text) ? undefined : { id: 'fields.uri' }
    case 'date':
      return isDate(text) ? undefined : { id: 'fields.date' }
    case 'date-time':
      return isDateTime(text) ? undefined : { id: 'fields.dateTime' }
    default:
      return assertNever(format)
  }
}

function checkNumber(field: Extract<FormField, { kind: 'number' }>, answer: unknown): Checked {
  if (answer === '') return 'empty'
  if (typeof answer !== 'number' || !Number.isFinite(answer))
    return { error: { id: field.integer ? 'fields.wholeNumber' : 'fields.number' } }
  if (field.integer && !Number.isInteger(answer)) return { error: { id: 'fields.wholeNumber' } }
  if (field.minimum !== undefined && answer < field.minimum)
    return { error: { id: 'fields.atLeast', params: { least: String(field.minimum) } } }
  if (field.maximum !== undefined && answer > field.maximum)
    return { error: { id: 'fields.atMost', params: { most: String(field.maximum) } } }
  return { value: answer }
}

function checkChoices(field: Extract<FormField, { kind: 'choices' }>, answer: unknown): Checked {
  if (!Array.isArray(answer)) return { error: { id: 'fields.someOf' } }
  const chosen = [...new Set<unknown>(answer)]
  const offered = field.choices.map(({ value }) => value).filter((value) => chosen.includes(value))
  if (offered.length !== chosen.length) return { error: { id: 'fields.someOf' } }
  if (offered.length === 0 && !field.required) return 'empty'
  if (field.minItems !== undefined && offered.length < field.minItems)
    return { error: { id: 'fields.chooseAtLeast', params: { count: field.minItems } } }
  if (field.maxItems !== undefined && offered.length > field.maxItems)
    return { error: { id: 'fields.chooseAtMost', params: { count: field.maxItems } } }
  return { value: offered }
}

function missing(field: FormField): Message {
  switch (field.kind) {
    case 'unsupported':
      return { id: 'fields.notOffered' }
    case 'boolean':
      return { id: 'fields.yesOrNo' }
    case 'choice':
    case 'choices':
      return { id: 'fields.choose' }
    case 'string':
    case 'number':
      return { id: 'fields.fillIn' }
    default:
      return assertNever(field)
  }
}
