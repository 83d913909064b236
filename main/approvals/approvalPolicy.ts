import type { ApprovalRule } from '../../shared/domain/approval'
import type { Tool } from '../../shared/domain/catalog'
import type { Why } from '../../shared/domain/chat'
import type { ConversationId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { toolHints } from '../../shared/domain/toolHints'
import { assertNever } from '../../shared/lib/assertNever'

/** What is known when a tool is about to run. */
export interface ApprovalCase {
  readonly server: Pick<ServerDefinition, 'id' | 'trusted'>
  readonly tool: Pick<Tool, 'name' | 'hash' | 'annotations'>
  readonly conversationId: ConversationId
  /** The model that wants it, by its id. */
  readonly model: string
}

export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'ask'
  readonly why: Why
}

/** Why a rule for the same server does not decide this case. */
type Miss = 'changed' | 'otherConversation' | 'notTrusted' | 'notReadOnly'

/**
 * Pure. The rule of the narrowest reach wins, a deny beats an allow of the same reach, and without a rule a person is asked. A
 * rule for a tool whose definition has changed since decides nothing, and keeps wider rules from allowing: then a person is asked.
 */
export function decide(rules: readonly ApprovalRule[], asked: ApprovalCase): Decision {
  const near = rules.filter((rule) => concerns(rule, asked)).map((rule) => ({ rule, miss: missOf(rule, asked) }))
  const fitting = near.filter(({ miss }) => miss === undefined).map(({ rule }) => rule)
  const forTool = fitting.filter(({ reach }) => reach === 'tool')
  const changed = near.some(({ miss }) => miss === 'changed')
  const wider = changed ? fitting.filter(({ verdict }) => verdict === 'deny') : fitting
  const deciding = forTool.length > 0 ? forTool : wider
  const rule = preferred(deciding.filter(({ verdict }) => verdict === 'deny')) ?? preferred(deciding)
  if (rule) return ruled(rule)
  return { verdict: 'ask', why: { by: 'pending', sentence: askedBecause(nearest(near), asked) } }
}

/** Pure: whether a rule for all tools that the server calls read-only would cover this one. */
export function isReadOnlyByTrust({ server, tool }: Pick<ApprovalCase, 'server' | 'tool'>): boolean {
  return server.trusted && toolHints(tool.annotations).readOnly
}

/** Pure: a rule in words, the same everywhere: “echo of everything, always”. */
export function ruleWords(rule: ApprovalRule): string {
  const what = rule.reach === 'tool' ? `${rule.tool} of ${rule.serverId}` : `all tools that ${rule.serverId} calls read-only`
  return `“${what}, ${rule.lasts === 'always' ? 'always' : 'in one conversation'}”`
}

function concerns(rule: ApprovalRule, { server, tool }: ApprovalCase): boolean {
  return rule.serverId === server.id && (rule.reach === 'readOnly' || rule.tool === tool.name)
}

function missOf(rule: ApprovalRule, asked: ApprovalCase): Miss | undefined {
  if (rule.lasts === 'conversation' && rule.conversationId !== asked.conversationId) return 'otherConversation'
  if (rule.reach === 'tool') return rule.definitionHash === asked.tool.hash ? undefined : 'changed'
  if (!asked.server.trusted) return 'notTrusted'
  return isReadOnlyByTrust(asked) ? undefined : 'notReadOnly'
}

/** Among rules that say the same, the one to name: the same whatever their order. */
function preferred(rules: readonly ApprovalRule[]): ApprovalRule | undefined {
  return rules.toSorted((a, b) => rank(a) - rank(b) || a.created - b.created || (a.id < b.id ? -1 : 1))[0]
}

function rank(rule: ApprovalRule): number {
  return (rule.reach === 'tool' ? 0 : 2) + (rule.lasts === 'always' ? 0 : 1)
}

function ruled(rule: ApprovalRule): Decision {
  const word = rule.verdict === 'allow' ? 'Allowed' : 'Denied'
  return { verdict: rule.verdict, why: { by: 'rule', sentence: `${word} by your rule ${ruleWords(rule)}.` } }
}

function nearest(near: readonly { readonly rule: ApprovalRule; readonly miss: Miss | undefined }[]) {
  const order: readonly (Miss | undefined)[] = ['changed', 'otherConversation', 'notTrusted', 'notReadOnly']
  const miss = order.find((candidate) => near.some((entry) => entry.miss === candidate))
  const rule = preferred(near.filter((entry) => entry.miss === miss).map((entry) => entry.rule))
  return rule && miss ? { rule, miss } : undefined
}

function askedBecause(near: { readonly rule: ApprovalRule; readonly miss: Miss } | undefined, { model }: ApprovalCase): string {
  if (!near) return `${model} wants to run it, and no rule covers it.`
  return `${model} wants to run it, and your rule ${ruleWords(near.rule)} does not apply: ${missWords(near.miss, near.rule)}.`
}

function missWords(miss: Miss, { serverId }: ApprovalRule): string {
  switch (miss) {
    case 'changed':
      return `${serverId} has changed what the tool is since`
    case 'otherConversation':
      return 'it was for another conversation'
    case 'notTrusted':
      return `you do not believe what ${serverId} says about its tools any more`
    case 'notReadOnly':
      return `${serverId} does not call this tool read-only`
    default:
      return assertNever(miss)
  }
}
