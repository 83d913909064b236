import type { TelemetryCounts, TelemetryStatus } from '../../shared/domain/telemetry/telemetry'
import { telemetrySignals } from '../../shared/domain/telemetry/telemetrySignals'
import type { AppErrorData } from '../../shared/errors/appError'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import type { Translator } from '../../shared/i18n/translator'

const CAPTURE_VARIABLE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

/**
 * Pure: what a person should know of telemetry beside where the environment sends it: what is said goes along, as the settings want; the
 * settings cannot be followed; a signal is left out; a policy takes something away. Without a window, nothing else says so.
 */
export function telemetryRemarks(
  translator: Translator,
  { config, withheld }: Pick<TelemetryStatus, 'config' | 'withheld'>,
): readonly string[] {
  const { t } = translator
  const remarks: string[] = []
  // The vault is only just being asked for its headers.
  const isEarly = (fault: AppErrorData): boolean => fault.reason === 'telemetry.waitsForVault'
  if (config.state === 'off' && config.why === 'invalid' && config.setBy === 'settings' && !isEarly(config.fault)) {
    const { hint = '' } = errorText(translator, config.fault)
    remarks.push(t('cli.telemetry.unusable', { why: errorSentence(translator, config.fault), hint }))
  }
  if (config.state === 'on' && config.setBy === 'settings' && config.content)
    remarks.push(t('cli.telemetry.settingsWithContent', { host: config.hosts }))
  const left = config.state === 'on' && config.setBy === 'environment' ? telemetrySignals.filter((signal) => !config.signals[signal]) : []
  if (left.length > 0)
    remarks.push(t('cli.telemetry.left', { signals: left.map((signal) => ({ id: `cli.telemetry.signal.${signal}` }) as const) }))
  if (withheld) {
    const { what, variable } = withheld
    const source = (what === 'content' && variable !== undefined ? CAPTURE_VARIABLE : variable) ?? 'settings.json'
    remarks.push(
      t(`cli.telemetry.withheld.${what}`, { source, ...(config.state === 'on' && what === 'collector' && { host: config.hosts }) }),
    )
  }
  return remarks
}

/** Pure: that telemetry was lost, and why if that is still so; undefined where nothing was. Told when a command ends: a window shows it under Settings. */
export function telemetryLost({ t }: Pick<Translator, 't'>, { dropped, lastError }: TelemetryCounts): string | undefined {
  if (dropped === 0) return undefined
  if (!lastError) return t('cli.telemetry.lostBefore', { count: dropped })
  const { reason, status } = lastError
  const why =
    reason === 'refused'
      ? ({ id: 'telemetry.failure.refused', params: { status: String(status ?? '') } } as const)
      : ({ id: `telemetry.failure.${reason}` } as const)
  return t('cli.telemetry.lost', { count: dropped, why })
}
