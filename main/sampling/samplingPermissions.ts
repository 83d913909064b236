import type { ModelRef } from '../../shared/domain/ids'
import type { SamplingLimits } from '../../shared/domain/sampling'
import type { SamplingChoice } from '../../shared/domain/server'
import type { Message } from '../../shared/i18n/message'

/** The administrator's limits for every server, whatever a user grants. */
export interface SamplingPolicy {
  /** Why no server may use a model. */
  readonly off?: Message | undefined
  readonly callsPerDay?: number | undefined
  readonly tokensPerDay?: number | undefined
  readonly allows?: ((model: ModelRef) => boolean) | undefined
}

/** Why a server may not use the user's models, and who decided that. */
export interface SamplingOff {
  readonly by: 'user' | 'policy'
  readonly why: Message
}

/** What one server may do with the user's models: the stricter of the user's and the administrator's limits. */
export interface SamplingPermissions {
  readonly off?: SamplingOff
  readonly callsPerDay: number
  readonly tokensPerDay: number
  /** Models that the user chose for it; undefined if none were chosen. */
  readonly models: readonly ModelRef[] | undefined
  readonly allows: (model: ModelRef) => boolean
}

/** Pure: combines a user's limits for a server with the administrator's limits for all. The stricter one counts. */
export function samplingPermissions(
  server: { readonly id: string; readonly sampling: SamplingChoice; readonly samplingLimits: SamplingLimits },
  policy: SamplingPolicy,
): SamplingPermissions {
  const { callsPerDay, tokensPerDay, models } = server.samplingLimits
  const off = offBy(server, policy)
  const allows = (model: ModelRef): boolean => (models?.includes(model) ?? true) && (policy.allows?.(model) ?? true)
  return {
    ...(off && { off }),
    callsPerDay: Math.min(callsPerDay, policy.callsPerDay ?? callsPerDay),
    tokensPerDay: Math.min(tokensPerDay, policy.tokensPerDay ?? tokensPerDay),
    models,
    allows,
  }
}

function offBy(
  { id, sampling }: { readonly id: string; readonly sampling: SamplingChoice },
  policy: SamplingPolicy,
): SamplingOff | undefined {
  if (policy.off !== undefined) return { by: 'policy', why: policy.off }
  if (sampling !== 'off') return undefined
  return { by: 'user', why: { id: 'sampling.switchedOff', params: { server: id } } }
}

/** Pure: the reason as a complete sentence. */
export function offSentence({ by, why }: SamplingOff): Message {
  return by === 'user' ? { ...why, id: 'sampling.youSwitchedOff' } : { id: 'sampling.offLine', params: { why } }
}
