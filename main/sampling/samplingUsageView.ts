import type { ServerId } from '../../shared/domain/ids'
import type { SamplingUsageByServer } from '../../shared/domain/sampling'
import type { Message } from '../../shared/i18n/message'
import { offSentence, type PolicyCap, type SamplingPermissions } from './samplingPermissions'
import type { SamplingUsage } from './samplingUsage'

/** What the screen shows for each server: its use of the user's models today, and its limits. */
export function samplingUsageView(deps: {
  readonly servers: readonly { readonly id: ServerId }[]
  readonly spend: Pick<SamplingUsage, 'today'>
  readonly permissionsOf: (serverId: ServerId) => SamplingPermissions
}): SamplingUsageByServer {
  const entries = deps.servers.map(({ id }) => {
    const { callsPerDay, tokensPerDay, caps, off } = deps.permissionsOf(id)
    const policyCaps = capSentences(caps)
    const { calls, tokens, estimated } = deps.spend.today(id)
    return [
      id,
      {
        calls,
        callsPerDay,
        tokens,
        tokensPerDay,
        ...(estimated > 0 && { estimated: true as const }),
        ...(policyCaps.length > 0 && { policyCaps }),
        ...(off && { off: offSentence(off) }),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}

/** A sentence for each policy that limits the server: what it allows in a day, and whom to ask. */
function capSentences({ callsPerDay, tokensPerDay }: SamplingPermissions['caps']): readonly Message[] {
  const caps: readonly (readonly [PolicyCap, Message])[] = [
    ...(callsPerDay ? [[callsPerDay, { id: 'policy.cap.requests', params: { count: callsPerDay.most } }] as const] : []),
    ...(tokensPerDay ? [[tokensPerDay, { id: 'policy.cap.tokens', params: { count: tokensPerDay.most } }] as const] : []),
  ]
  return [...Map.groupBy(caps, ([{ by }]) => by)].flatMap(([by, of]) =>
    of.slice(0, 1).map(([{ ask }]): Message => ({ id: 'sampling.policyAllows', params: { by, caps: of.map(([, cap]) => cap), ask } })),
  )
}
