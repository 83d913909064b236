import { useId, useState, type ReactNode } from 'react'
import type { TelemetryInput, TelemetrySettings, TelemetryTest } from '../../../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../../../shared/domain/telemetry/telemetrySignals'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { Checkbox } from '../../../ui/form/Checkbox'
import { Field } from '../../../ui/form/Field'
import { FieldError } from '../../../ui/form/FieldError'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextField } from '../../../ui/form/TextField'
import { isWebAddress } from '../../../ui/isWebAddress'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { suggestAddress } from './suggestAddress'
import { TelemetryTestResult } from './TelemetryTestResult'
import { TelemetryHeaderRows, type HeaderDraft } from './TelemetryHeaderRows'
import { t } from '../../../i18n/t'

export interface TelemetryFormProps {
  readonly settings: TelemetrySettings
  /** False: a policy forbids sending what is said in conversations. */
  readonly mayContent: boolean
}

type Draft = Partial<Omit<TelemetrySettings, 'headers'>> & { readonly headers?: readonly HeaderDraft[] }

/** Where telemetry goes and what of it. Nothing counts before it is saved; what the person did not touch follows the settings. */
export function TelemetryForm({ settings, mayContent }: TelemetryFormProps) {
  const [draft, setDraft] = useState<Draft>({})
  const [tried, setTried] = useState(false)
  const [tested, setTested] = useState<{ readonly draft: Draft; readonly tests: readonly TelemetryTest[] }>()
  const { busy, failed, run } = useAsyncAction()
  const legend = useId()
  const kept: readonly HeaderDraft[] = Object.keys(settings.headers).map((name) => ({ name, isKept: true }))
  const { endpoint = '', protocol, signals, content, headers } = { ...settings, headers: kept, ...draft }
  const address = endpoint.trim()
  const isOther = URL.parse(address)?.origin !== URL.parse(settings.endpoint ?? '')?.origin
  const badAddress = !isWebAddress(address)
  const suggested = badAddress ? suggestAddress(address) : undefined
  const nothing = !telemetrySignals.some((signal) => signals[signal])
  const change = (next: Draft): void => setDraft({ ...draft, ...next })
  const written = headers.map(({ name, value }) => ({ name: name.trim(), ...(value !== undefined && { value }) }))
  const input: TelemetryInput = {
    endpoint: address,
    protocol,
    signals,
    content: content && mayContent,
    headers: written.filter(({ name, value }) => name !== '' || value !== undefined),
  }
  const withInput = (work: () => Promise<void>): void => {
    setTried(true)
    setTested(undefined)
    if (!badAddress && !nothing) run(work)
  }
  const save = (): void =>
    withInput(async () => {
      await callHost('telemetry.set', input)
      setDraft({})
      setTried(false)
    })
  const test = (): void => withInput(async () => setTested({ draft, tests: await callHost('telemetry.test', { input }) }))
  return (
    <form
      noValidate
      aria-label={t('telemetry.collector')}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Field
        label={t('telemetry.address')}
        help={t('telemetry.addressHelp')}
        error={tried && badAddress ? t('telemetry.addressWrong') : undefined}
      >
        {(control) => (
          <>
            <TextField
              {...control}
              mono
              inputMode="url"
              translate="no"
              placeholder="https://"
              value={endpoint}
              onValue={(next) => change({ endpoint: next })}
            />
            {tried && suggested !== undefined && (
              <div>
                <Button size="small" onClick={() => change({ endpoint: suggested })}>
                  {t('telemetry.useAddress', { address: suggested })}
                </Button>
              </div>
            )}
          </>
        )}
      </Field>
      <Row label={t('telemetry.protocol')}>
        <SegmentedControl
          label={t('telemetry.protocol')}
          value={protocol}
          onValue={(next) => change({ protocol: next })}
          options={[
            { value: 'http/protobuf', label: t('telemetry.protocol.protobuf') },
            { value: 'http/json', label: t('telemetry.protocol.json') },
          ]}
        />
      </Row>
      <Row label={t('telemetry.signals')} labelId={legend}>
        <div role="group" aria-labelledby={legend} className="grid gap-2 py-1">
          {telemetrySignals.map((signal) => (
            <Checkbox
              key={signal}
              label={t(`telemetry.signals.${signal}`)}
              help={t(`telemetry.signals.${signal}Help`)}
              checked={signals[signal]}
              onChecked={(isSent) => change({ signals: { ...signals, [signal]: isSent } })}
            />
          ))}
          <Checkbox
            label={t('telemetry.content')}
            help={t('telemetry.contentHelp')}
            checked={content && mayContent}
            disabled={!mayContent}
            onChecked={(next) => change({ content: next })}
          />
          {tried && nothing && <FieldError id={`${legend}-error`}>{t('telemetry.signals.none')}</FieldError>}
        </div>
      </Row>
      <TelemetryHeaderRows headers={headers} isOtherHost={isOther} onHeaders={(next) => change({ headers: next })} />
      {/* After any change it would be the result of something else. */}
      {tested?.draft === draft && <TelemetryTestResult tests={tested.tests} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={busy} onClick={test}>
          {t('telemetry.test')}
        </Button>
        <span className="grow" />
        <Button type="submit" look="ink" busy={busy}>
          {t(settings.endpoint === undefined ? 'telemetry.turnOn' : 'settings.save')}
        </Button>
      </div>
    </form>
  )
}

function Row({ label, labelId, children }: { readonly label: string; readonly labelId?: string; readonly children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      <span id={labelId} className="text-12 leading-5 text-text-3 medium:pt-0.5">
        {label}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
