import { useId, type FocusEvent, type ReactNode } from 'react'
import type { FormChoice, FormField } from '../../../../shared/domain/formField'
import { shownChoiceValues } from '../../../../shared/elicitation/shownChoiceValues'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t, translator } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Field } from '../../../ui/form/Field'
import { FieldError } from '../../../ui/form/FieldError'
import { NumberField } from '../../../ui/form/NumberField'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { QuotedName } from '../../../ui/QuotedName'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { SelectField } from '../../../ui/form/SelectField'
import { TextArea } from '../../../ui/form/TextArea'
import { TextField } from '../../../ui/form/TextField'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { readFieldText } from '../../../../shared/elicitation/readFieldText'
import { scrollsInside } from '../../../ui/hooks/useRequiredReading'
import { isAsSuggested, type FormEntry } from './formDraft'

const RADIOS_AT_MOST = 5
/** A text field with a higher maximum length gets several lines. */
const ONE_LINE = 200

export interface FormFieldControlProps {
  readonly field: FormField
  /** Whether the field seems to ask for a password, key, code or card number. */
  readonly secret: boolean
  readonly value: FormEntry | undefined
  readonly error: string | undefined
  readonly onValue: (value: FormEntry) => void
  readonly onLeave: () => void
}

/** One field of a server's form, of any kind. Its texts come from the server. Parley's additions are beside them. */
export function FormFieldControl({ field, secret, value, error, onValue, onLeave }: FormFieldControlProps) {
  const leave = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
  }
  return <div onBlur={leave}>{control({ field, secret, value, error, onValue })}</div>
}

type ControlOf<F extends FormField> = Pick<FormFieldControlProps, 'secret' | 'value' | 'error' | 'onValue'> & { readonly field: F }

function control({ field, ...rest }: ControlOf<FormField>): ReactNode {
  switch (field.kind) {
    case 'string':
      return <TextControl field={field} {...rest} />
    case 'number':
      return <NumberControl field={field} {...rest} />
    case 'boolean':
      return <BooleanControl field={field} {...rest} />
    case 'choice':
      return <ChoiceControl field={field} {...rest} />
    case 'choices':
      return <ChoicesControl field={field} {...rest} />
    case 'unsupported':
      return (
        <Labelled field={field} error={rest.error}>
          <p className="text-12 text-text-2">{t('questions.field.unsupported', { why: field.reason })}</p>
        </Labelled>
      )
    default:
      return assertNever(field)
  }
}

type OfKind<K extends FormField['kind']> = Extract<FormField, { kind: K }>

function labelProps(field: FormField, note?: string) {
  const notes = joinNotes([field.required && t('questions.field.required'), note])
  return {
    label: plainText(field.title ?? field.key),
    said: true,
    layout: 'stack' as const,
    required: field.required,
    ...(notes !== '' && { note: notes }),
    ...(field.description !== undefined && { description: <ServerQuoteLine text={field.description} whole /> }),
  }
}

/**
 * The person fills in a stranger's form by hand. Neither the browser nor a password manager may fill it in or save its values. A possible
 * secret must not go to a spelling service.
 */
const byHand = (secret: boolean) => ({
  autoComplete: 'off',
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
  'data-form-type': 'other',
  ...(secret && { spellCheck: false, autoCorrect: 'off', autoCapitalize: 'off' }),
})

/**
 * Pure: describes the limits of a text ("2 to 6 characters", "at least 1 character", "6 characters") or of a number ("2 to 6", "exactly
 * 6").
 */
function describeBounds(of: 'chars' | 'numbers', least: number | undefined, most: number | undefined): string | undefined {
  const last = most ?? least
  if (last === undefined) return undefined
  // Limits of numbers appear without grouping, as a person types them.
  const show = (bound: number): number | string => (of === 'chars' ? bound : String(bound))
  if (least === undefined) return t(`questions.field.${of}.most`, { last: show(last) })
  if (most === undefined) return t(`questions.field.${of}.least`, { last: show(last) })
  if (least === most) return t(`questions.field.${of}.exactly`, { last: show(last) })
  return t(`questions.field.${of}.between`, { least: show(least), last: show(last) })
}

/** Pure: joins short facts about a field. Returns '' when there are none. */
function joinNotes(notes: readonly (string | false | undefined)[]): string {
  const said = notes.filter((note): note is string => typeof note === 'string' && note !== '')
  return said.length === 0 ? '' : translator().list(said, 'unit')
}

const formatNotes = {
  email: 'questions.field.email',
  uri: 'questions.field.uri',
  date: 'questions.field.date',
  'date-time': 'questions.field.dateTime',
} as const
/** The examples of the sentences that say what is wrong (`fields.date`). */
const formatExamples = {
  email: 'name@example.org',
  uri: 'https://example.org/',
  date: '2026-12-31',
  'date-time': '2026-12-31 18:30',
} as const

function TextControl({ field, secret, value, error, onValue }: ControlOf<OfKind<'string'>>) {
  const text = typeof value === 'string' ? value : ''
  const length = describeBounds('chars', field.minLength, field.maxLength)
  const note = joinNotes([field.format && t(formatNotes[field.format]), length, suggestedNote(field, value)])
  const long = field.format === undefined && ((field.maxLength ?? 0) > ONE_LINE || text.includes('\n'))
  return (
    <Field {...labelProps(field, note)} {...meaningOf(field, text)} error={error}>
      {(props) =>
        long ? (
          <TextArea {...props} {...byHand(secret)} value={text} onValue={onValue} />
        ) : (
          <TextField
            {...props}
            {...byHand(secret)}
            value={text}
            onValue={onValue}
            {...(field.format && { placeholder: formatExamples[field.format], translate: 'no' })}
          />
        )
      }
    </Field>
  )
}

function NumberControl({ field, secret, value, error, onValue }: ControlOf<OfKind<'number'>>) {
  const range = describeBounds('numbers', field.minimum, field.maximum)
  const text = typeof value === 'string' ? value : ''
  const kind = t(field.integer ? 'questions.field.wholeNumber' : 'questions.field.number')
  return (
    <Field {...labelProps(field, joinNotes([kind, range, suggestedNote(field, value)]))} {...meaningOf(field, text)} error={error}>
      {(props) => <NumberField {...props} {...byHand(secret)} value={text} onValue={onValue} />}
    </Field>
  )
}

/** "suggested" while a field holds what its server put there. */
function suggestedNote(field: FormField, value: FormEntry | undefined): string | false {
  return isAsSuggested(field, value, translator().locale) && t('questions.field.suggested')
}

/** How Parley reads a number, a date or a moment, as soon as it can: "Sent as 1980-12-24: 24 December 1980". */
function meaningOf(field: FormField, text: string): { readonly help?: string } {
  const read = readFieldText(field, text, translator().locale)
  // What cannot be read as a number, a date or a moment stays the text. The validation says what is wrong with it.
  if (text.trim() === '' || read === text || String(read) === text.trim()) return {}
  const value = String(read)
  if (typeof read === 'number') return { help: t('questions.field.sentAs', { value }) }
  const withTime = field.kind === 'string' && field.format === 'date-time'
  const [day, time] = withTime
    ? [new Date(value), { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const]
    : [noonOf(value), {}]
  const meaning = translator().date(day, { day: 'numeric', month: 'long', year: 'numeric', ...time })
  return { help: t('questions.field.sentAsDate', { value, meaning }) }
}

/** In the middle of the day here, a date is the same date in every time zone of this computer. */
function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00`)
}

function BooleanControl({ field, value, error, onValue }: ControlOf<OfKind<'boolean'>>) {
  const preset = field.default !== undefined && t(field.default ? 'questions.field.defaultYes' : 'questions.field.defaultNo')
  const notes = joinNotes([field.required && t('questions.field.required'), suggestedNote(field, value) || preset])
  return (
    <div className="grid gap-1">
      <Checkbox
        said
        label={plainText(field.title ?? field.key)}
        checked={value === true}
        onChecked={onValue}
        {...(notes !== '' && { help: notes })}
      />
      {field.description !== undefined && <ServerQuoteLine text={field.description} whole />}
      {error !== undefined && <FieldError role="alert">{error}</FieldError>}
    </div>
  )
}

function ChoiceControl({ field, value, error, onValue }: ControlOf<OfKind<'choice'>>) {
  const index = field.choices.findIndex((choice) => choice.value === value)
  // Uses the position in the list as the key, because values may be empty and labels may be equal.
  const choose = (at: string): void => onValue(field.choices[Number(at)]?.value ?? '')
  const shown = shownChoiceValues(field.choices)
  if (field.choices.length <= RADIOS_AT_MOST) {
    return (
      <Labelled field={field} note={suggestedNote(field, value)} error={error}>
        <RadioGroup said label={plainText(field.title ?? field.key)} value={index < 0 ? '' : String(index)} onValue={choose}>
          {field.choices.map((choice, at) => (
            <RadioOption key={at} said value={String(at)} label={labelOf(choice)} {...valueHelp(shown[at])} />
          ))}
        </RadioGroup>
        {!field.required && index >= 0 && <Clear onClear={() => onValue('')} />}
      </Labelled>
    )
  }
  return (
    <Field
      {...labelProps(field, joinNotes([suggestedNote(field, value)]))}
      error={error}
      help={t('questions.field.choices', { count: field.choices.length })}
    >
      {(props) => (
        <div className="flex items-center gap-1">
          <SelectField
            {...props}
            said
            value={index < 0 ? undefined : String(index)}
            onValue={choose}
            options={field.choices.map((choice, at) => {
              const sent = shown[at]
              return { value: String(at), label: labelOf(choice), ...(sent !== undefined && { note: plainText(sent) }) }
            })}
          />
          {!field.required && index >= 0 && <Clear onClear={() => onValue('')} />}
        </div>
      )}
    </Field>
  )
}

function ChoicesControl({ field, value, error, onValue }: ControlOf<OfKind<'choices'>>) {
  const chosen = Array.isArray(value) ? value : []
  const shown = shownChoiceValues(field.choices)
  const note = joinNotes([describeBounds('numbers', field.minItems, field.maxItems), suggestedNote(field, value)])
  return (
    <Labelled field={field} note={note} error={error} group>
      <div {...scrollsInside} className="grid max-h-60 gap-1.5 overflow-y-auto">
        {field.choices.map((choice, at) => (
          <Checkbox
            key={at}
            said
            label={labelOf(choice)}
            {...valueHelp(shown[at])}
            checked={chosen.includes(choice.value)}
            onChecked={(on) => onValue(on ? [...chosen, choice.value] : chosen.filter((each) => each !== choice.value))}
          />
        ))}
      </div>
    </Labelled>
  )
}

/** What a choice sends, where its label does not say it. */
function valueHelp(sent: string | undefined): { readonly help?: ReactNode } {
  return sent === undefined ? {} : { help: <QuotedName name={sent} whole /> }
}

function labelOf({ label, value }: FormChoice): string {
  return plainText(label) || plainText(value) || t('questions.field.empty')
}

function Clear({ onClear }: { readonly onClear: () => void }) {
  return (
    <Button size="small" look="bare" className="justify-self-start" onClick={onClear}>
      {t('questions.field.clear')}
    </Button>
  )
}

interface LabelledProps {
  readonly field: FormField
  readonly note?: string | false | undefined
  readonly error: string | undefined
  /** Groups the content under this name. */
  readonly group?: boolean
  readonly children: ReactNode
}

/** A label for content that is not a single control. */
function Labelled({ field, note, error, group = false, children }: LabelledProps) {
  const id = useId()
  const notes = joinNotes([field.required && t('questions.field.required'), note])
  return (
    <div
      {...(group && { role: 'group', 'aria-labelledby': id, ...(notes !== '' && { 'aria-describedby': `${id}-note` }) })}
      className="grid gap-1"
    >
      <div className="flex flex-wrap items-baseline gap-x-1.5">
        <span id={id} translate="no" className="quote breakable text-14 leading-5 font-title text-quote-text">
          {plainText(field.title ?? field.key)}
        </span>
        {notes !== '' && (
          <span id={`${id}-note`} className="text-12 text-text-2">
            {notes}
          </span>
        )}
      </div>
      {field.description !== undefined && <ServerQuoteLine text={field.description} whole />}
      {children}
      {error !== undefined && <FieldError role="alert">{error}</FieldError>}
    </div>
  )
}
