import type { ModelRef } from '../../shared/domain/ids'
import type { SamplingLimits } from '../../shared/domain/sampling'
import type { SamplingChoice } from '../../shared/domain/server'

/** What an admin fixes for every server: never more than this, whatever a user grants. */
export interface SamplingPolicy {
  /** Why no server may use a model: "Atlas IT does not allow it." */
  readonly off?: string | undefined
  readonly callsPerDay?: number | undefined
  readonly tokensPerDay?: number | undefined
  readonly allows?: ((model: ModelRef) => boolean) | undefined
}

/** Why a server may do nothing with the user's models, and who could change that. */
export interface SamplingOff {
  readonly why: string
  readonly hint: string
}

/** What one server may do with the user's models, of the user's choice and the admin's the stricter. */
export interface SamplingRules {
  readonly off?: SamplingOff
  readonly callsPerDay: number
  readonly tokensPerDay: number
  /** Models that the user named for it; undefined where they named none. */
  readonly models: readonly ModelRef[] | undefined
  readonly allows: (model: ModelRef) => boolean
}

/** Pure: the stricter of what a user grants a server and what an admin grants them all. */
export function samplingRules(
  server: { readonly id: string; readonly sampling: SamplingChoice; readonly samplingLimits: SamplingLimits },
  policy: SamplingPolicy,
): SamplingRules {
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
  if (policy.off !== undefined) return { why: policy.off, hint: 'The policy of this computer says so; nobody can allow it here.' }
  if (sampling !== 'off') return undefined
  return { why: `You switched off the use of your model by ${id}.`, hint: `You can switch it on on the page of ${id}, under About.` }
}
