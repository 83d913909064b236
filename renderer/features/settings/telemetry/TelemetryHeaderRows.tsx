import { Plus } from 'lucide-react'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'
import { TextField } from '../../../ui/form/TextField'
import { secretStorageLabel } from '../../../widgets/secretStorageLabel'
import { t } from '../../../i18n/t'

/** One header as it is written. Without a value, the one in the vault stays. */
export interface HeaderDraft {
  readonly name: string
  readonly value?: string
  /** The vault has a value for the address that is saved. */
  readonly isKept?: boolean
}

export interface TelemetryHeaderRowsProps {
  readonly headers: readonly HeaderDraft[]
  /** The address has another host than the saved one, for which the values in the vault were entered. */
  readonly isOtherHost: boolean
  readonly onHeaders: (headers: readonly HeaderDraft[]) => void
}

/** The headers of each request to the collector. Their values are typed as dots and go only to the vault. */
export function TelemetryHeaderRows({ headers, isOtherHost, onHeaders }: TelemetryHeaderRowsProps) {
  const where = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const put = (index: number, change: Partial<HeaderDraft>): void =>
    onHeaders(headers.map((header, each) => (each === index ? { ...header, ...change } : header)))
  return (
    <>
      {headers.map(({ name, value = '', isKept = false }, index) => (
        <div key={index} className="grid gap-2">
          {!isKept && (
            <Field label={t('telemetry.header.name')} help={t('telemetry.headersHelp')}>
              {(control) => <TextField {...control} autoFocus mono value={name} onValue={(next) => put(index, { name: next })} />}
            </Field>
          )}
          <Field
            label={isKept ? t('telemetry.header.valueOf', { name }) : t('telemetry.header.value')}
            help={
              !isKept
                ? t('telemetry.header.valueHelp', { where: secretStorageLabel(where) })
                : t(isOtherHost ? 'telemetry.header.otherHost' : 'telemetry.header.kept')
            }
          >
            {(control) => (
              <div className="flex gap-2">
                <div className="grow">
                  <SecretField {...control} value={value} onValue={(next) => put(index, { value: next })} />
                </div>
                <Button
                  look="bare"
                  className="h-field"
                  aria-label={t('telemetry.header.removeOf', { name })}
                  onClick={() => onHeaders(headers.filter((_, each) => each !== index))}
                >
                  {t('telemetry.header.remove')}
                </Button>
              </div>
            )}
          </Field>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onHeaders([...headers, { name: '' }])}>
          <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('telemetry.header.add')}
        </Button>
      </div>
    </>
  )
}
