import type { ModelRef } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import type { SamplingLimits } from '../../shared/domain/sampling'
import type { SamplingChoice } from '../../shared/domain/server'
import type { Models } from '../../shared/domain/models/modelProvider'
import { errorMessage, hintParam } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'

/** A daily limit of the policy, the name of the policy that sets it, and whom to ask about it. */
export interface PolicyCap {
  readonly most: number
  readonly by: string
  readonly ask: Message
}

/** The administrator's limits for every server, whatever a user grants. */
export interface SamplingPolicy {
  /** Why no server may use a model, and whom to ask about it. */
  readonly off?: { readonly why: Message; readonly ask: Message } | undefined
  readonly callsPerDay?: PolicyCap | undefined
  readonly tokensPerDay?: PolicyCap | undefined
  /** Why servers may not use a model; undefined if they may. */
  readonly forbids?: ((model: ModelRef) => AppError | undefined) | undefined
}

/** Why a server may not use the user's models, and who decided that. */
export type SamplingOff =
  { readonly by: 'user'; readonly why: Message } | { readonly by: 'policy'; readonly why: Message; readonly ask: Message }

/** What one server may do with the user's models: the stricter of the user's and the administrator's limits. */
export interface SamplingPermissions {
  readonly off?: SamplingOff
  readonly callsPerDay: number
  readonly tokensPerDay: number
  /** The policy's limits where they count: the user's own are not lower. */
  readonly caps: Pick<SamplingPolicy, 'callsPerDay' | 'tokensPerDay'>
  /** Models that the user chose for it; undefined if none were chosen. */
  readonly models: readonly ModelRef[] | undefined
  /** Why the policy does not let servers use a model; undefined if it does. */
  readonly forbids: (model: ModelRef) => AppError | undefined
}

/** Pure: combines a user's limits for a server with the administrator's limits for all. The stricter one counts. */
export function samplingPermissions(
  server: { readonly id: string; readonly sampling: SamplingChoice; readonly samplingLimits: SamplingLimits },
  policy: SamplingPolicy,
): SamplingPermissions {
  const { callsPerDay, tokensPerDay, models } = server.samplingLimits
  const off = offBy(server, policy)
  const caps = { callsPerDay: capOn(callsPerDay, policy.callsPerDay), tokensPerDay: capOn(tokensPerDay, policy.tokensPerDay) }
  return {
    ...(off && { off }),
    callsPerDay: caps.callsPerDay?.most ?? callsPerDay,
    tokensPerDay: caps.tokensPerDay?.most ?? tokensPerDay,
    caps,
    models,
    forbids: (model) => policy.forbids?.(model),
  }
}

function capOn(limit: number, cap: PolicyCap | undefined): PolicyCap | undefined {
  return cap && cap.most <= limit ? cap : undefined
}

function offBy(
  { id, sampling }: { readonly id: string; readonly sampling: SamplingChoice },
  policy: SamplingPolicy,
): SamplingOff | undefined {
  if (policy.off !== undefined) return { by: 'policy', ...policy.off }
  if (sampling !== 'off') return undefined
  return { by: 'user', why: { id: 'sampling.switchedOff', params: { server: id } } }
}

/** Pure: the reason as complete sentences, with whom to ask where it is the policy's. */
export function offSentence(off: SamplingOff): Message {
  if (off.by === 'user') return { ...off.why, id: 'sampling.youSwitchedOff' }
  return { id: 'sampling.offLine', params: { why: off.why, ask: off.ask } }
}

/**
 * Pure: the models without those that the policy keeps from servers, and a sentence about those that the user would let this server use.
 * Absent where nothing is kept from it.
 */
export function withoutForbidden(
  all: Models,
  { models, forbids }: Pick<SamplingPermissions, 'models' | 'forbids'>,
): { readonly left: Models; readonly withheld?: Message } {
  const refusals = new Map(all.providers.flatMap((provider) => provider.models.map((ref) => [ref, forbids(ref)] as const)))
  const left = { ...all, providers: all.providers.map((one) => ({ ...one, models: one.models.filter((ref) => !refusals.get(ref)) })) }
  const kept = [...refusals].flatMap(([ref, refusal]) => (refusal && (models?.includes(ref) ?? true) ? [refusal] : []))
  const [first] = kept
  if (!first) return { left }
  return { left, withheld: { id: 'sampling.withheld', params: { count: kept.length, why: errorMessage(first), ask: hintParam(first) } } }
}
