import { ServerId } from '../../shared/domain/ids'
import type { LockedRule } from '../../shared/domain/rule'
import type { Policy, PolicySheet } from './policySheet'

/** Pure: the rules that users cannot loosen, each with the policy that set it. What is allowed beforehand is so only for its own servers. */
export function lockedRules({ sheets }: Policy): readonly LockedRule[] {
  return sheets.flatMap(({ name, contact, rules = [], mcpServers = {} }) =>
    rules
      // A name alone says little: users choose the names of their own servers.
      .filter(({ verdict, server }) => verdict !== 'allow' || (server !== undefined && Object.hasOwn(mcpServers, server)))
      .map(({ verdict, server, tool, kind, believe, where, definition }): LockedRule => ({
        verdict,
        by: name,
        ...(contact !== undefined && { contact }),
        ...(definition !== undefined && { definitionHash: definition }),
        subject: {
          ...(server !== undefined && { serverId: ServerId.parse(server) }),
          ...(tool !== undefined && { tool }),
          ...(kind !== undefined && { kind }),
          ...(believe && { believed: true }),
          ...(where !== undefined && { where }),
          // An argument that no condition is about may say anything, so what is allowed beforehand has none.
          ...(where !== undefined && verdict === 'allow' && { open: [] }),
        },
      })),
  )
}

/**
 * Pure: the sheet of a file that others than root could have written. It can make things stricter, allows nothing beforehand, and does not
 * make anybody send telemetry.
 */
export function withoutAllowed(sheet: PolicySheet): PolicySheet {
  const { rules, telemetry, ...others } = sheet
  const { allowed, content } = telemetry ?? {}
  return {
    ...others,
    isUsers: true,
    ...(rules && { rules: rules.filter(({ verdict }) => verdict !== 'allow') }),
    ...((allowed === false || content === false) && {
      telemetry: { ...(allowed === false && { allowed }), ...(content === false && { content }) },
    }),
  }
}
