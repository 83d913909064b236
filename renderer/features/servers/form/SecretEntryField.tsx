import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { secretStorageLabel } from '../../../widgets/secretStorageLabel'
import { SecretField } from '../../../ui/form/SecretField'
import { TextArea } from '../../../ui/form/TextArea'
import type { SecretEntry } from './authForm'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

export interface SecretEntryFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  /** The secret has several lines, such as a key in PEM format. */
  readonly long?: boolean
  readonly entry: SecretEntry
  readonly onEntry: (entry: SecretEntry) => void
}

/**
 * A secret of a server. The person types it once; after that, only its name is known here. It can be replaced or deleted, but never read.
 */
export function SecretEntryField({ label, help, error, long = false, entry, onEntry }: SecretEntryFieldProps) {
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const [replacing, setReplacing] = useState(false)
  if (entry.kept !== undefined && !replacing && entry.text === '') {
    return (
      <div role="group" aria-label={label} className="grid items-center gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
        <span className="text-12 leading-5 text-text-3">{label}</span>
        <div className="flex min-h-8 flex-wrap items-center gap-1.5 text-text-2">
          <KeyRound size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 grow">
            <Text
              id="servers.form.keptAs"
              components={{
                name: (
                  <code translate="no" className="mono breakable">
                    {entry.kept}
                  </code>
                ),
              }}
            />
          </span>
          <Button look="bare" size="small" aria-label={t('servers.form.replaceOf', { what: label })} onClick={() => setReplacing(true)}>
            {t('servers.form.replace')}
          </Button>
          <Button
            look="bare"
            size="small"
            aria-label={t('servers.form.deleteOf', { what: label })}
            onClick={() => onEntry({ text: '', ...(entry.kept !== undefined && { deleted: entry.kept }) })}
          >
            {t('servers.form.delete')}
          </Button>
        </div>
      </div>
    )
  }
  const where = secretStorageLabel(kept)
  return (
    <Field
      label={label}
      error={error}
      help={help === undefined ? t('servers.form.kept', { where }) : t('servers.form.helpAndKept', { help, where })}
    >
      {(control) =>
        long ? (
          <TextArea
            {...control}
            mono
            lines={3}
            autoFocus={replacing}
            placeholder="-----BEGIN PRIVATE KEY-----"
            value={entry.text}
            onValue={(text) => onEntry({ ...entry, text })}
          />
        ) : (
          <SecretField {...control} autoFocus={replacing} value={entry.text} onValue={(text) => onEntry({ ...entry, text })} />
        )
      }
    </Field>
  )
}
