import type { TelemetryStatus } from '../../shared/domain/telemetry'
import { errorSentence, errorText } from '../../shared/i18n/errorText'
import type { Translator } from '../../shared/i18n/translator'

/**
 * Pure: what a person should know of telemetry that the environment asked for, since it counts on the command line without a question;
 * undefined where it did not. What the person set in the window, and what a policy sets, is said there.
 */
export function telemetryLine(translator: Translator, { config }: Pick<TelemetryStatus, 'config'>): string | undefined {
  if (config.state === 'off') {
    if (config.why !== 'invalid' || config.setBy !== 'environment') return undefined
    const { hint = '' } = errorText(translator, config.fault)
    return translator.t('cli.telemetry.unusable', { why: errorSentence(translator, config.fault), hint })
  }
  if (config.setBy !== 'environment') return undefined
  const params = { host: config.hosts, variable: config.variable ?? '' }
  return translator.t(config.content ? 'cli.telemetry.goesWithContent' : 'cli.telemetry.goes', params)
}
