import type { ServerId } from '../../shared/domain/ids'
import type { SamplingUsageByServer } from '../../shared/domain/sampling'
import { offSentence, type SamplingPermissions } from './samplingPermissions'
import type { SamplingUsage } from './samplingUsage'

/** What the screen shows for each server: its use of the user's models today, and its limits. */
export function samplingUsageView(deps: {
  readonly servers: readonly { readonly id: ServerId }[]
  readonly spend: Pick<SamplingUsage, 'today'>
  readonly permissionsOf: (serverId: ServerId) => SamplingPermissions
}): SamplingUsageByServer {
  const entries = deps.servers.map(({ id }) => {
    const { callsPerDay, tokensPerDay, off } = deps.permissionsOf(id)
    const { calls, tokens, estimated } = deps.spend.today(id)
    return [
      id,
      {
        calls,
        callsPerDay,
        tokens,
        tokensPerDay,
        ...(estimated > 0 && { estimated: true as const }),
        ...(off && { off: offSentence(off) }),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}
