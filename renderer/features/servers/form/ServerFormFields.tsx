import { useEffect, useId, useState, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { commandLine } from '../../../../shared/domain/commandLine'
import { useTopic } from '../../../rpc/useTopic'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { SelectField } from '../../../ui/form/SelectField'
import { TextArea } from '../../../ui/form/TextArea'
import { TextField } from '../../../ui/form/TextField'
import { useAttempt } from '../../../widgets/useAttempt'
import { useFolderPick } from '../../../widgets/useFolderPick'
import { saveServer } from './saveServer'
import { namesOfOthers, uniqueNames } from '../add/uniqueNames'
import { formErrors, isKept, readForm, type FormErrors, type ServerForm } from './serverForm'
import { CommandFile } from './CommandFile'
import { SignInFields } from './SignInFields'
import { ValueRows } from './ValueRows'

export interface ServerFormFieldsProps {
  readonly title: string
  readonly end?: ReactNode
  /** Set for a server that is there already. */
  readonly previousId?: ServerId
  /** Whether it starts when it is saved. */
  readonly starts?: boolean
  readonly form: ServerForm
  readonly onForm: (form: ServerForm) => void
  /** Opens that part at once. */
  readonly part?: 'signIn' | undefined
  readonly taken: readonly ServerId[]
  readonly onClose: () => void
}

const noNames: ReadonlySet<string> = new Set()

/** The form of a server: how it is reached, what it is given, and what will run, whole, before it is saved. */
export function ServerFormFields({ title, end, previousId, starts = true, form, onForm, part, taken, onClose }: ServerFormFieldsProps) {
  const formId = useId()
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const { busy, failed, run } = useAttempt()
  const folder = useFolderPick((cwd) => onForm({ ...form, cwd }))
  const errors = formErrors(form, taken)
  const others = useTopic('vault', (vault) => namesOfOthers(vault.secrets, previousId)) ?? noNames
  const change = (changed: Partial<ServerForm>) => onForm({ ...form, ...changed })

  // Once the errors of a try are on the screen, the first of them takes the focus.
  useEffect(() => {
    if (tries > 0) document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries, formId])

  const save = () => {
    setTries(tries + 1)
    if (Object.keys(errors).length > 0) return
    run(async () => {
      await saveServer(form.name, uniqueNames(form.name, readForm(form), others), previousId)
      onClose()
    })
  }

  return (
    <>
      <Dialog
        title={title}
        end={end}
        aside={folder.open}
        onClose={onClose}
        foot={
          <DialogFoot onCancel={onClose}>
            <Button size="action" look="ink" type="submit" form={formId} busy={busy}>
              Save
            </Button>
          </DialogFoot>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line px-6 py-4"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          {failed && <ErrorNotice role="alert" error={failed} />}
          <PolicyLock part="servers" />
          <div className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
            <span className="text-12 leading-5 text-text-3 medium:pt-[0.4375rem]">Kind</span>
            <RadioGroup
              label="Kind"
              layout="line"
              className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1.5"
              value={form.kind}
              onValue={(kind) => change({ kind: kind === 'http' ? 'http' : 'stdio' })}
            >
              <RadioOption value="stdio" label="Local command" />
              <RadioOption value="http" label="Remote URL" />
            </RadioGroup>
          </div>
          <Field label="Name" help="What you will see wherever this server asks something." error={tried ? errors.name : undefined}>
            {(control) => <TextField {...control} value={form.name} onValue={(name) => change({ name })} />}
          </Field>
          {form.kind === 'stdio' ? (
            <LocalFields form={form} change={change} errors={tried ? errors : {}} onChooseFolder={folder.pick} />
          ) : (
            <RemoteFields form={form} change={change} errors={tried ? errors : {}} part={part} />
          )}
        </form>
        <WhatWillRun form={form} starts={starts} />
      </Dialog>
      {folder.dialog}
    </>
  )
}

interface FieldsProps {
  readonly form: ServerForm
  readonly change: (part: Partial<ServerForm>) => void
  readonly errors: FormErrors
}

function LocalFields({ form, change, errors, onChooseFolder }: FieldsProps & { readonly onChooseFolder: () => void }) {
  return (
    <>
      <Field label="Command" error={errors.command} help="A program on this computer: npx, uvx, docker, or a whole path.">
        {(control) => <TextField {...control} mono value={form.command} onValue={(command) => change({ command })} />}
      </Field>
      <Field label="Arguments" help="One per line, or all in one line with quotes around what has spaces. No shell reads them.">
        {(control) => <TextArea {...control} mono lines={3} value={form.args} onValue={(args) => change({ args })} />}
      </Field>
      <ValueRows
        label="Environment"
        one="variable"
        server={form.name}
        rows={form.env}
        error={errors.rows}
        onRows={(env) => change({ env })}
      />
      <Field label="Folder">
        {(control) => (
          <div className="flex gap-2">
            <TextField {...control} mono placeholder="Where it starts, if it matters" value={form.cwd} onValue={(cwd) => change({ cwd })} />
            <Button className="h-field" onClick={onChooseFolder}>
              Choose…
            </Button>
          </div>
        )}
      </Field>
    </>
  )
}

function RemoteFields({ form, change, errors, part }: FieldsProps & Pick<ServerFormFieldsProps, 'part'>) {
  return (
    <>
      <Field label="URL" error={errors.url}>
        {(control) => (
          <TextField {...control} mono inputMode="url" placeholder="https://" value={form.url} onValue={(url) => change({ url })} />
        )}
      </Field>
      <ValueRows
        label="Headers"
        one="header"
        server={form.name}
        rows={form.headers}
        error={errors.rows}
        onRows={(headers) => change({ headers })}
      />
      <Field label="Transport">
        {(control) => (
          <SelectField
            {...control}
            className="w-full max-w-80"
            value={form.transport}
            onValue={(transport) => change({ transport })}
            options={[
              { value: 'auto', label: 'Streamable HTTP, else HTTP+SSE' },
              { value: 'sse', label: 'HTTP+SSE only' },
            ]}
          />
        )}
      </Field>
      <SignInFields
        auth={form.auth}
        errors={errors.auth ?? {}}
        open={part === 'signIn' || form.auth.kind !== 'person'}
        byHeader={form.headers.some(({ name }) => name.trim().toLowerCase() === 'authorization')}
        onAuth={(auth) => change({ auth, authTouched: true })}
      />
    </>
  )
}

function WhatWillRun({ form, starts }: { readonly form: ServerForm; readonly starts: boolean }) {
  const { launch } = readForm(form)
  const rows = (form.kind === 'stdio' ? form.env : form.headers).filter((row) => row.name.trim() !== '')
  const line = (form.kind === 'stdio' ? form.command : form.url).trim() === '' ? '' : commandLine(launch)
  return (
    <QuestionRow label={form.kind === 'stdio' ? 'What will run' : 'What is dialled'}>
      <pre className="rounded-2 border border-line bg-sunk px-3 py-2 text-[0.78125rem] leading-5 breakable whitespace-pre-wrap">
        {line === '' ? <span className="text-text-3">Nothing yet</span> : line}
        {rows.map((row) => (
          <div key={row.key} className="text-text-2">
            {row.name.trim()}
            {form.kind === 'stdio' ? '=' : ': '}
            {isKept(row) || (row.secret !== undefined && row.text === '') ? <span className="text-syn-str">‹secret›</span> : row.text}
          </div>
        ))}
      </pre>
      {launch.kind === 'stdio' && line !== '' && <CommandFile launch={launch} />}
      <p className="mt-1 text-12 text-text-3">
        {form.kind === 'stdio' ? 'It runs on this computer as a program with your rights. ' : 'Over the network. '}
        {starts ? 'It starts when you save.' : 'It stays disabled until you enable it.'}
      </p>
    </QuestionRow>
  )
}
