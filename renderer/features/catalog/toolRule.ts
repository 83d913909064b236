import type { ApprovalRule } from '../../../shared/domain/approval'
import type { Tool } from '../../../shared/domain/catalog'
import type { ServerDefinition } from '../../../shared/domain/server'

/** Pure: what lasting rules say about a tool, for the list; the host decides every call anew. A deny beats an allow. */
export function toolRule(server: ServerDefinition, tool: Tool, rules: readonly ApprovalRule[]): 'allow' | 'deny' | 'ask' {
  const verdicts = rules.filter((rule) => rule.lasts === 'always' && covers(rule, server, tool)).map((rule) => rule.verdict)
  return verdicts.includes('deny') ? 'deny' : (verdicts[0] ?? 'ask')
}

function covers(rule: ApprovalRule, server: ServerDefinition, tool: Tool): boolean {
  if (rule.serverId !== server.id) return false
  if (rule.reach === 'readOnly') return server.trusted && tool.annotations?.readOnlyHint === true
  return rule.tool === tool.name && rule.definitionHash === tool.hash
}
