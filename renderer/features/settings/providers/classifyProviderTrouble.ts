import type { ProviderStatus, ProviderView } from '../../../../shared/domain/models/modelProvider'
import { AppError, type AppErrorData } from '../../../../shared/errors/appError'
import type { StatusShape } from '../../../ui/StatusIcon'

/** What a person can do about a provider. `key`: put in another one. `again`: ask it once more. */
export type ProviderAction = 'key' | 'again'

/** The kinds of which every provider wants a key. */
const wantsKey: readonly ProviderView['kind'][] = ['anthropic', 'openai', 'google']

/** Pure: returns why a provider cannot be used. Undefined when it can, as far as anybody knows. */
export function providerTrouble({ kind, name, hasKey }: ProviderView, status: ProviderStatus | undefined): AppErrorData | undefined {
  if (wantsKey.includes(kind) && !hasKey) {
    return new AppError('MODEL_REFUSED_KEY', { reason: 'models.providerWithoutKey', params: { provider: name } }).toData()
  }
  return status?.trouble
}

/** Pure: returns what helps against the trouble of a provider, the best first. */
export function troubleActions({ code, reason }: Pick<AppErrorData, 'code' | 'reason'>): readonly ProviderAction[] {
  if (reason === 'models.providerWithoutKey' || code === 'SECRET_MISSING') return ['key']
  return code === 'MODEL_REFUSED_KEY' ? ['key', 'again'] : ['again']
}

/** Pure: returns the shape of a trouble: broken, needs something, or merely not running. */
export function troubleShape({ code, reason }: Pick<AppErrorData, 'code' | 'reason'>, onThisComputer: boolean): StatusShape {
  if (reason === 'models.providerWithoutKey' || code === 'MODEL_QUOTA') return 'ask'
  return code === 'MODEL_UNREACHABLE' && onThisComputer ? 'off' : 'failed'
}

/** Pure: returns the providers with trouble first. Within that, their order stays. */
export function troubledFirst(
  providers: readonly ProviderView[],
  statuses: Readonly<Record<string, ProviderStatus>>,
): readonly ProviderView[] {
  const troubled = (provider: ProviderView): boolean => providerTrouble(provider, statuses[provider.id]) !== undefined
  return [...providers.filter(troubled), ...providers.filter((provider) => !troubled(provider))]
}
