import type { ModelRef } from '../../shared/domain/ids'
import type { SamplingLimits } from '../../shared/domain/sampling'
import type { SamplingChoice } from '../../shared/domain/server'
import type { Message } from '../../shared/messages/message'

/** What an admin fixes for every server: never more than this, whatever a user grants. */
export interface SamplingPolicy {
  /** Why no server may use a model. */
  readonly off?: Message | undefined
  readonly callsPerDay?: number | undefined
  readonly tokensPerDay?: number | undefined
  readonly allows?: ((model: ModelRef) => boolean) | undefined
}

/** Why a server may do nothing with the user's models, and who said so. */
export interface SamplingOff {
  readonly by: 'user' | 'policy'
  readonly why: Message
}

/** What one server may do with the user's models, of the user's choice and the admin's the stricter. */
export interface SamplingPermissions {
  readonly off?: SamplingOff
  readonly callsPerDay: number
  readonly tokensPerDay: number
  /** Models that the user named for it; undefined where they named none. */
  readonly models: readonly ModelRef[] | undefined
  readonly allows: (model: ModelRef) => boolean
}

/** Pure: the stricter of what a user grants a server and what an admin grants them all. */
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

/** Pure: the same as a sentence of its own. */
export function offSentence({ by, why }: SamplingOff): Message {
  return by === 'user' ? { ...why, id: 'sampling.youSwitchedOff' } : { id: 'sampling.offLine', params: { why } }
}
