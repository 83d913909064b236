import type { AcceptedTool } from '../../../shared/domain/definitionChange'
import type { RuleEntry } from '../../../shared/domain/rule'
import type { ServerConfig } from '../../../shared/domain/server'
import { isDecidedAlone } from '../../../shared/rules/callsChoice'
import { notOnlyReading } from '../../../shared/rules/notOnlyReading'

/**
 * Pure: of the tools that are to run, those that a person hears of before: that may do more than read, the gravest first, and of those as grave
 * first what nobody sees in a list. Where it is about all of a server, what a rule about just that tool decides, and what is off, is left out.
 */
export function namedBefore(
  covered: readonly AcceptedTool[],
  { server, tool }: { readonly server: Pick<ServerConfig, 'id' | 'trusted' | 'disabledTools'>; readonly tool: unknown },
  entries: readonly RuleEntry[],
): readonly AcceptedTool[] {
  const alone = entries.flatMap((entry) => {
    const { rule } = entry
    return rule.subject.tool !== undefined && isDecidedAlone(rule, server.id) ? [rule.subject.tool] : []
  })
  const decided = new Set(tool ? [] : [...server.disabledTools, ...alone])
  const left = covered.filter(({ name }) => !decided.has(name))
  return notOnlyReading([...left.filter(({ unlisted }) => unlisted), ...left.filter(({ unlisted }) => !unlisted)], server.trusted)
}
