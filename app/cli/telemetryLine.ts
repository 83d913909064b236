import type { TelemetryStatus } from '../../shared/domain/telemetry/telemetry'
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
  const { setBy, hosts: host, variable = '', content, unread } = config
  const goes = content ? 'cli.telemetry.goesWithContent' : 'cli.telemetry.goes'
  const said = [
    ...(setBy === 'environment' ? [translator.t(goes, { host, variable })] : []),
    ...(unread === undefined ? [] : [translator.t('cli.telemetry.unread', { variable: unread })]),
  ]
  return said.length > 0 ? said.join(' ') : undefined
}
