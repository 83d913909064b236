import { ServerId } from '../../shared/domain/ids'
import type { LockedRule } from '../../shared/domain/rule'
import type { Policy } from './policySheet'

/** Pure: the rules that users cannot loosen, each with the policy that set it. */
export function lockedRules({ sheets }: Policy): readonly LockedRule[] {
  return sheets.flatMap(({ name, rules = [] }) =>
    rules.map(({ verdict, server, tool, kind, where }): LockedRule => ({
      verdict,
      by: name,
      subject: {
        ...(server !== undefined && { serverId: ServerId.parse(server) }),
        ...(tool !== undefined && { tool }),
        ...(kind !== undefined && { kind }),
        ...(where !== undefined && { where }),
      },
    })),
  )
}
