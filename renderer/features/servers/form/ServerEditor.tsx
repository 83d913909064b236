import { useEffect, useId, useState, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { launchLine } from '../../../../shared/domain/launch/launchLine'
import { lookAlikes, plainName } from '../../../../shared/lib/confusableNames'
import { useTopic } from '../../../rpc/useTopic'
import { PolicyLock } from '../../../widgets/PolicyLock'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { DeprecationNote } from '../../../widgets/deprecation/DeprecationNote'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Field } from '../../../ui/form/Field'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { RadioOption } from '../../../ui/form/RadioOption'
import { SelectField } from '../../../ui/form/SelectField'
import { TextArea } from '../../../ui/form/TextArea'
import { TextField } from '../../../ui/form/TextField'
import { isUnencryptedLaunch } from '../../../widgets/launch/isUnencryptedLaunch'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { useFolderPick } from '../../../widgets/useFolderPick'
import { submitServerForm } from './submitServerForm'
import { namesOfOthers, uniqueSecretNames } from '../add/uniqueSecretNames'
import { formErrors, isKept, readForm, type FormErrors, type ServerForm } from './serverForm'
import { CommandFile } from './CommandFile'
import { SignInFields } from './SignInFields'
import { ConfigValueRows } from './ConfigValueRows'
import { t } from '../../../i18n/t'
import { fieldErrorText } from './fieldErrorText'

export interface ServerEditorProps {
  readonly title: string
  readonly end?: ReactNode
  /** Set for an existing server. */
  readonly previousId?: ServerId
  /** Whether the server starts when it is saved. */
  readonly starts?: boolean
  readonly form: ServerForm
  readonly onForm: (form: ServerForm) => void
  /** Opens this part of the form at once. */
  readonly part?: 'signIn' | undefined
  readonly taken: readonly ServerId[]
  readonly onClose: () => void
}

const noNames: ReadonlySet<string> = new Set()

/** The form of a server: how Parley reaches it, what it receives, and completely what will run, before it is saved. */
export function ServerEditor({ title, end, previousId, starts = true, form, onForm, part, taken, onClose }: ServerEditorProps) {
  const formId = useId()
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const { busy, failed, run } = useAsyncAction()
  const folder = useFolderPick((cwd) => onForm({ ...form, cwd }))
  const errors = formErrors(form, taken)
  const alike = lookAlikes([...taken, form.name.trim()]).get(form.name.trim())
  const others = useTopic('vault', (vault) => namesOfOthers(vault.secrets, previousId)) ?? noNames
  const change = (changed: Partial<ServerForm>) => onForm({ ...form, ...changed })

  // When a failed save shows errors, the first of them takes the focus.
  useEffect(() => {
    if (tries > 0) document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries, formId])

  const save = () => {
    setTries(tries + 1)
    if (Object.keys(errors).length > 0) return
    run(async () => {
      await submitServerForm(form.name, uniqueSecretNames(form.name, readForm(form), others), previousId)
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
              {t('servers.form.save')}
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
            <span className="text-12 leading-5 text-text-3 medium:pt-[0.4375rem]">{t('servers.form.kind')}</span>
            <RadioGroup
              label={t('servers.form.kind')}
              layout="line"
              className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1.5"
              value={form.kind}
              onValue={(kind) => change({ kind: kind === 'http' ? 'http' : 'stdio' })}
            >
              <RadioOption value="stdio" label={t('servers.form.local')} />
              <RadioOption value="http" label={t('servers.form.remote')} />
            </RadioGroup>
          </div>
          <Field
            label={t('servers.form.name')}
            help={alike === undefined ? t('servers.form.nameHelp') : t('servers.lookAlike', { server: plainName(alike) })}
            error={fieldErrorText(tried ? errors.name : undefined)}
          >
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
      <Field label={t('servers.form.command')} error={fieldErrorText(errors.command)} help={t('servers.form.commandHelp')}>
        {(control) => <TextField {...control} mono value={form.command} onValue={(command) => change({ command })} />}
      </Field>
      <Field label={t('servers.form.args')} help={t('servers.form.argsHelp')}>
        {(control) => <TextArea {...control} mono lines={3} value={form.args} onValue={(args) => change({ args })} />}
      </Field>
      <ConfigValueRows
        label={t('servers.form.env')}
        one="variable"
        server={form.name}
        rows={form.env}
        error={fieldErrorText(errors.rows)}
        onRows={(env) => change({ env })}
      />
      <Field label={t('servers.form.folder')}>
        {(control) => (
          <div className="flex gap-2">
            <TextField {...control} mono placeholder={t('servers.form.folderHint')} value={form.cwd} onValue={(cwd) => change({ cwd })} />
            <Button className="h-field" onClick={onChooseFolder}>
              {t('servers.form.choose')}
            </Button>
          </div>
        )}
      </Field>
    </>
  )
}

function RemoteFields({ form, change, errors, part }: FieldsProps & Pick<ServerEditorProps, 'part'>) {
  // Whoever types localhost passes other hosts on the way.
  const settled = useDebouncedValue(form)
  const warning = isUnencryptedLaunch(readForm(settled).launch) && (
    <span role="status" className="text-ask-text">
      {t('servers.remark.unencrypted')}
    </span>
  )
  return (
    <>
      <Field label={t('servers.form.url')} error={fieldErrorText(errors.url)} help={warning || undefined}>
        {(control) => (
          <TextField
            {...control}
            mono
            inputMode="url"
            translate="no"
            placeholder="https://"
            value={form.url}
            onValue={(url) => change({ url })}
          />
        )}
      </Field>
      <ConfigValueRows
        label={t('servers.form.headers')}
        one="header"
        server={form.name}
        rows={form.headers}
        error={fieldErrorText(errors.rows)}
        onRows={(headers) => change({ headers })}
      />
      <Field label={t('servers.form.transport')} {...(form.transport === 'sse' && { help: <DeprecationNote feature="httpSse" /> })}>
        {(control) => (
          <SelectField
            {...control}
            className="w-full max-w-80"
            value={form.transport}
            onValue={(transport) => change({ transport })}
            options={[
              { value: 'auto', label: t('servers.form.transport.auto') },
              { value: 'sse', label: t('servers.form.transport.sse') },
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
  const line = (form.kind === 'stdio' ? form.command : form.url).trim() === '' ? '' : launchLine(launch)
  return (
    <LabelledRow label={t(form.kind === 'stdio' ? 'servers.form.willRun' : 'servers.form.dialled')}>
      <pre className="rounded-2 border border-line bg-sunk px-3 py-2 text-[0.78125rem] leading-5 breakable whitespace-pre-wrap">
        {line === '' ? <span className="text-text-3">{t('servers.form.nothingYet')}</span> : <span translate="no">{line}</span>}
        {rows.map((row) => (
          <div key={row.key} className="text-text-2">
            <span translate="no">
              {row.name.trim()}
              {form.kind === 'stdio' ? '=' : ': '}
            </span>
            {isKept(row) || (row.secret !== undefined && row.text === '') ? (
              <span className="text-syn-str">{t('servers.form.secret')}</span>
            ) : (
              <span translate="no">{row.text}</span>
            )}
          </div>
        ))}
      </pre>
      {launch.kind === 'stdio' && line !== '' && <CommandFile launch={launch} />}
      <p className="mt-1 text-12 text-text-3">
        {t(form.kind === 'stdio' ? 'servers.form.runsHere' : 'servers.form.network')}{' '}
        {t(starts ? 'servers.form.startsOnSave' : 'servers.form.staysDisabled')}
      </p>
    </LabelledRow>
  )
}
