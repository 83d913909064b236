import type { Tool } from '../../../shared/domain/catalog'
import type { LockedSubject, RuleEntry, RuleVerdict, ToolKind } from '../../../shared/domain/rule'
import type { ServerConfig } from '../../../shared/domain/server'
import { toolHints, type ToolHints } from '../../../shared/domain/toolHints'

const strictness = { allow: 0, ask: 1, deny: 2 } as const

/**
 * Pure: returns what lasting rules say about a tool with any arguments, for the list. The host decides about every call separately. A rule
 * that names the tool wins over wider rules. Among rules of the same width, the strictest wins. What the policy allows beforehand counts
 * without a rule of the user's; its other rules can only make it stricter.
 */
export function toolRuleVerdict(server: ServerConfig, tool: Tool, rules: readonly RuleEntry[]): RuleVerdict {
  const lasting = rules.filter((entry) => covers(entry, server, tool))
  const own = lasting.filter(({ kind }) => kind === 'own')
  const named = own.filter(({ rule }) => rule.subject.tool !== undefined)
  const locked = lasting.filter(({ kind }) => kind === 'locked').map(verdictOf)
  const byOwn = strictest(named.length > 0 ? named.map(verdictOf) : own.map(verdictOf))
  return strictest([byOwn ?? (locked.includes('allow') ? 'allow' : 'ask'), ...locked]) ?? 'ask'
}

function verdictOf({ rule }: RuleEntry): RuleVerdict {
  return rule.verdict
}

function strictest(verdicts: readonly RuleVerdict[]): RuleVerdict | undefined {
  return verdicts.toSorted((a, b) => strictness[b] - strictness[a])[0]
}

function covers(entry: RuleEntry, server: ServerConfig, tool: Tool): boolean {
  const { subject, verdict, definitionHash } = entry.rule
  if (entry.kind === 'own' && (entry.rule.lasts === 'conversation' || entry.ended)) return false
  if (verdict === 'allow' && subject.tool !== undefined && definitionHash !== tool.hash) return false
  if (subject.where !== undefined && subject.where.length > 0) return false
  if (subject.serverId !== undefined && subject.serverId !== server.id) return false
  if (subject.tool !== undefined && subject.tool !== tool.name) return false
  return subject.kind === undefined || isOfKind(subject, server, tool)
}

function isOfKind({ kind, believed }: LockedSubject, server: ServerConfig, tool: Tool): boolean {
  if (kind === 'notReadOnly') return !believed || !toolHints(tool.annotations).readOnly
  return kind !== undefined && server.trusted && hintOf(toolHints(tool.annotations), kind)
}

function hintOf(hints: ToolHints, kind: ToolKind): boolean {
  return hints[kind]
}
