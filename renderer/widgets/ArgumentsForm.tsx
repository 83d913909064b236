import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { JsonObject } from '../../shared/lib/json'
import { Text } from '../i18n/Text'
import { t } from '../i18n/t'
import { argumentFields, argumentText, fieldFor, readArgument, type ArgumentField } from './argumentFields'
import { Field, type ControlProps } from '../ui/form/Field'
import { IconButton } from '../ui/IconButton'
import { NumberField } from '../ui/form/NumberField'
import { ServerQuoteLine } from '../ui/ServerQuoteLine'
import { SelectField } from '../ui/form/SelectField'
import { TextArea } from '../ui/form/TextArea'

export interface ArgumentsFormProps {
  /** The tool's input schema, as its server wrote it. */
  readonly schema: JsonObject
  readonly value: JsonObject
  readonly onValue: (value: JsonObject) => void
  /** Receives the keys of the fields that are not valid at the moment. */
  readonly onBroken: (keys: readonly string[]) => void
  /** The model's own arguments, when a person may edit them. Changes are marked and can be undone. */
  readonly original?: JsonObject
  /** What the tool's input schema says against the current value, by argument. In Parley's words. */
  readonly problems?: ReadonlyMap<string, string>
  /** Also shows the errors of fields that the person has not touched yet. */
  readonly showAll?: boolean
}

/** A tool's arguments, one field for each. A value that no simple field can hold gets a JSON field. */
export function ArgumentsForm({ schema, value, onValue, onBroken, original, problems, showAll = false }: ArgumentsFormProps) {
  const [atFirst] = useState<JsonObject>({ ...original, ...value })
  const fields = argumentFields(schema, { ...original, ...value }).map((field) => fieldFor(field, atFirst[field.key]))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((field) => [field.key, argumentText(field, value[field.key])])),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const change = (field: ArgumentField, text: string): void => {
    const next = { ...texts, [field.key]: text }
    setTexts(next)
    const read = fields.map((each) => ({ key: each.key, read: readArgument(each, next[each.key] ?? '') }))
    onBroken(read.flatMap((each) => (each.read.ok ? [] : [each.key])))
    onValue(Object.fromEntries(read.flatMap(({ key, read }) => (read.ok && read.value !== undefined ? [[key, read.value]] : []))))
  }
  return (
    <div className="grid gap-3">
      {fields.map((field) => {
        const text = texts[field.key] ?? ''
        const read = readArgument(field, text)
        const before = original && argumentText(field, original[field.key])
        return (
          <Field
            key={field.key}
            label={field.key}
            data
            required={field.required}
            note={field.note}
            {...(field.description !== undefined && { help: <ServerQuoteLine text={field.description} whole /> })}
            error={
              read.ok
                ? (problems?.get(field.key) ?? emptyError(field, showAll && text === ''))
                : showAll || left.has(field.key)
                  ? read.error
                  : undefined
            }
          >
            {(control) => (
              <div className="flex items-start gap-2" onBlur={() => setLeft((keys) => new Set(keys).add(field.key))}>
                <ArgumentControl field={field} control={control} text={text} onText={(next) => change(field, next)} />
                {before !== undefined && before !== text && (
                  <span className="flex shrink-0 items-center gap-1 pt-1.5 text-12 text-text-3">
                    <Text id="arguments.was" components={{ before: <Before text={before} /> }} />
                    <IconButton
                      size="small"
                      label={t('arguments.undo', { argument: field.key })}
                      icon={<Undo2 size={13} aria-hidden="true" />}
                      onClick={() => change(field, before)}
                    />
                  </span>
                )}
              </div>
            )}
          </Field>
        )
      })}
    </div>
  )
}

function emptyError({ kind, required }: ArgumentField, isEmpty: boolean): string | undefined {
  return isEmpty && required && kind === 'text' ? t('arguments.needsText') : undefined
}

function Before({ text }: { readonly text: string }) {
  const isEmpty = text === ''
  return (
    <s translate={isEmpty ? 'yes' : 'no'} className="mono cut max-w-32 text-text-2">
      {isEmpty ? t('arguments.empty') : text}
    </s>
  )
}

interface ArgumentControlProps {
  readonly field: ArgumentField
  readonly control: ControlProps
  readonly text: string
  readonly onText: (text: string) => void
}

function ArgumentControl({ field, control, text, onText }: ArgumentControlProps) {
  switch (field.kind) {
    case 'number':
    case 'integer':
      return <NumberField {...control} value={text} onValue={onText} />
    case 'boolean':
      return (
        <SelectField
          {...control}
          value={text === '' ? 'unset' : text}
          onValue={(next) => onText(next === 'unset' ? '' : next)}
          options={booleans.map((value) => ({ value, label: t(`arguments.boolean.${value}`) }))}
        />
      )
    case 'choice':
      return <Choice field={field} control={control} text={text} onText={onText} />
    case 'text':
    case 'strings':
    case 'json':
      return <TextArea {...control} value={text} onValue={onText} lines={field.kind === 'text' ? 1 : 3} mono={field.kind === 'json'} />
  }
}

const booleans = ['true', 'false', 'unset'] as const

const NONE = 'none'

/** A select's options must not be empty, but a stranger's may be. So numbers identify the options. */
function Choice({ field, control, text, onText }: ArgumentControlProps) {
  const choices = field.choices ?? []
  const index = choices.indexOf(text)
  return (
    <SelectField
      {...control}
      said
      value={index >= 0 ? String(index) : field.nullable ? NONE : undefined}
      onValue={(next) => onText(next === NONE ? '' : (choices[Number(next)] ?? ''))}
      options={[
        ...choices.map((choice, at) => ({ value: String(at), label: choice === '' ? t('arguments.emptyChoice') : choice })),
        ...(field.nullable ? [{ value: NONE, label: t('arguments.boolean.unset') }] : []),
      ]}
    />
  )
}
