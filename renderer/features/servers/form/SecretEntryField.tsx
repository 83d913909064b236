import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { secretStorageLabel } from '../../../widgets/secretStorageLabel'
import { SecretField } from '../../../ui/form/SecretField'
import { TextArea } from '../../../ui/form/TextArea'
import type { SecretEntry } from './authForm'

export interface SecretEntryFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  /** It has several lines, such as a key in PEM. */
  readonly long?: boolean
  readonly entry: SecretEntry
  readonly onEntry: (entry: SecretEntry) => void
}

/** A secret of a server: typed once, then only its name is known here. It can be replaced or deleted, never read. */
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
            Kept in the vault as <code className="mono breakable">{entry.kept}</code>
          </span>
          <Button look="bare" size="small" aria-label={`Replace: ${label}`} onClick={() => setReplacing(true)}>
            Replace
          </Button>
          <Button
            look="bare"
            size="small"
            aria-label={`Delete: ${label}`}
            onClick={() => onEntry({ text: '', ...(entry.kept !== undefined && { deleted: entry.kept }) })}
          >
            Delete
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Field
      label={label}
      error={error}
      help={`${help === undefined ? '' : `${help} `}It is kept ${secretStorageLabel(kept)}, not in the file.`}
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
