import { useState } from 'react'
import type { TelemetryConfigView, TelemetryFailure, TelemetryTest } from '../../../../shared/domain/telemetry/telemetry'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { SafeText } from '../../../ui/SafeText'
import { StatusIcon, type StatusShape } from '../../../ui/StatusIcon'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { describeTelemetryFailure } from './describeTelemetryFailure'
import { TelemetryTestResult } from './TelemetryTestResult'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

type On = Extract<TelemetryConfigView, { state: 'on' }>

export interface TelemetryStateProps {
  readonly config: TelemetryConfigView
  /** The person set it, and nobody forbids changing it. */
  readonly mayTurnOff: boolean
  /** Why the last batch did not arrive. Absent: it did, or there was none. */
  readonly lastError?: TelemetryFailure | undefined
  /** Something arrived at this address. */
  readonly isReached: boolean
  /** There is a form, which tests what is written in it. */
  readonly hasForm: boolean
}

/** What is in force now, who says so, and whether the collector answers. */
export function TelemetryState({ config, mayTurnOff, lastError, isReached, hasForm }: TelemetryStateProps) {
  const { busy, failed, run } = useAsyncAction()
  const [tested, setTested] = useState<{ readonly endpoint: string; readonly tests: readonly TelemetryTest[] }>()
  const isOn = config.state === 'on'
  const test = (endpoint: string): void =>
    run(async () => {
      setTested(undefined)
      setTested({ endpoint, tests: await callHost('telemetry.test', {}) })
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <div className="flex items-start gap-1.5">
            <span className="flex h-lh items-center">
              <StatusIcon shape={shapeOf(config, isReached, lastError)} size={12} />
            </span>
            <div className="breakable min-w-0">
              <div className="font-label">
                <StateWord config={config} />
              </div>
              {isOn && <div className="text-12 text-text-3">{whoSays(config)}</div>}
              {isOn && !lastError && !isReached && <div className="text-12 text-text-3">{t('telemetry.state.untried')}</div>}
              {isOn && lastError && <div className="text-12 text-danger-text">{whatFailed(lastError)}</div>}
            </div>
          </div>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isOn && !hasForm && (
            <Button size="small" busy={busy} onClick={() => test(config.endpoint)}>
              {t('telemetry.test')}
            </Button>
          )}
          {mayTurnOff && (
            <Button size="small" disabled={busy} onClick={() => run(() => callHost('telemetry.turnOff', {}))}>
              {t('telemetry.turnOff')}
            </Button>
          )}
        </div>
      </div>
      {!isOn && config.why === 'invalid' && <ErrorNotice error={config.fault} />}
      {isOn && tested?.endpoint === config.endpoint && <TelemetryTestResult tests={tested.tests} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}

function StateWord({ config }: { readonly config: TelemetryConfigView }) {
  if (config.state === 'off') return t(`telemetry.state.${config.why}`)
  const endpoint = (
    <code translate="no" className="mono breakable">
      <SafeText text={config.endpoint} />
    </code>
  )
  return <Text id={config.content ? 'telemetry.state.onWithContent' : 'telemetry.state.on'} components={{ endpoint }} />
}

/** Nothing is called fine before something has arrived. */
function shapeOf(config: TelemetryConfigView, isReached: boolean, lastError: TelemetryFailure | undefined): StatusShape {
  if (config.state === 'off') return config.why === 'invalid' ? 'failed' : 'stopped'
  if (lastError) return 'failed'
  return isReached ? 'ready' : 'stopped'
}

function whatFailed(failure: TelemetryFailure): string {
  // Of what a collector took in part, the rest did arrive.
  if (failure.reason === 'partly') return t('telemetry.state.partly')
  return t('telemetry.state.failing', { why: describeTelemetryFailure(failure) })
}

function whoSays({ setBy, variable = '' }: On): string {
  return setBy === 'environment' ? t('telemetry.state.setBy.environment', { variable }) : t(`telemetry.state.setBy.${setBy}`)
}
