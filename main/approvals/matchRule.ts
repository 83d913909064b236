import { evaluateCondition, isInFolder, type Certainty } from '../../shared/rules/evaluateCondition'
import type { ServerId } from '../../shared/domain/ids'
import type { LockedRule, LockedSubject, Rule, RuleVerdict, ToolKind } from '../../shared/domain/rule'
import type { JsonObject } from '../../shared/lib/json'
import { describeCondition, describeMismatch } from '../../shared/rules/describeRule'
import { unnamedArgument } from '../../shared/rules/unnamedArgument'
import { toolHints } from '../../shared/domain/toolHints'
import type { Message, MessageId } from '../../shared/i18n/message'
import type { RealPaths, RuleContext } from './ruleContext'

/** Why a rule does not apply or may not, most informative first. */
export const misses = ['changed', 'added', 'sign', 'condition', 'conversation', 'claim', 'kind', 'ended', 'elsewhere'] as const
export type Mismatch = (typeof misses)[number]

/** Whether a rule applies to a call. If that is not certain, `because` says why; the message is built only when needed. */
export type RuleMatch =
  { readonly applies: 'yes' } | { readonly applies: 'no' | 'unknown'; readonly miss: Mismatch; readonly because: () => Message }

/**
 * Pure: whether a rule applies to a call. For an untrusted server, its claims can neither make an allow rule apply nor stop an ask or deny
 * rule from applying.
 */
export function matchRule(rule: Rule, asked: RuleContext): RuleMatch {
  return (
    aboutTool(rule, asked) ??
    inTime(rule, asked) ??
    (rule.verdict === 'allow' ? asAccepted(rule, asked) : undefined) ??
    (rule.verdict === 'allow' ? acceptedBefore(rule, asked) : undefined) ??
    onlyReading(rule, asked)
  )
}

/** A rule that allows without naming a tool is about the tools as they were when it was made, whatever a person allowed or accepted since. */
function acceptedBefore({ created, subject }: Rule, { server, acceptedAt }: RuleContext): RuleMatch | undefined {
  return subject.tool === undefined && acceptedAt !== undefined && acceptedAt > created
    ? no('added', 'approvals.because.acceptedLater', server.id)
    : undefined
}

/** A claim to read spares no question about a call that something else speaks against. */
function onlyReading(rule: Rule, asked: RuleContext): RuleMatch {
  const match = aboutCall(rule, asked)
  if (match.applies !== 'yes' || !believesReading(rule)) return match
  const sign = asked.readingSign?.()
  return sign === undefined ? match : { applies: 'no', miss: 'sign', because: () => ({ id: 'approvals.because.sign', params: { sign } }) }
}

function believesReading({ verdict, subject }: Rule): boolean {
  return verdict === 'allow' && subject.kind === 'readOnly'
}

/** Pure: whether a rule of the policy applies to a call. */
export function matchPolicyRule(rule: LockedRule, asked: RuleContext): RuleMatch {
  return aboutTool(rule, asked) ?? (rule.verdict === 'allow' ? asAccepted(rule, asked) : undefined) ?? aboutCall(rule, asked)
}

interface About {
  readonly subject: LockedSubject
}

function aboutTool({ subject }: About, { server, tool }: RuleContext): RuleMatch | undefined {
  if (subject.serverId !== undefined && subject.serverId !== server.id) return no('elsewhere', 'approvals.because.otherServer')
  if (subject.tool !== undefined && subject.tool !== tool.name) return no('elsewhere', 'approvals.because.otherTool')
  return undefined
}

function inTime(rule: Rule, { conversationId, now }: RuleContext): RuleMatch | undefined {
  if (rule.lasts === 'conversation' && (conversationId === undefined || rule.conversationId !== conversationId)) {
    return no('conversation', `approvals.because.${conversationId === undefined ? 'oneConversation' : 'otherConversation'}`)
  }
  if (rule.lasts === 'until' && !(rule.until !== undefined && rule.until > now))
    return {
      applies: 'no',
      miss: 'ended',
      because: () =>
        rule.until === undefined
          ? { id: 'approvals.because.endUnknown' }
          : { id: 'approvals.because.ended', params: { until: rule.until } },
    }
  return undefined
}

/** What was allowed is what the tool was then. */
function asAccepted(
  { subject, definitionHash }: Pick<Rule, 'definitionHash'> & About,
  { server, tool, standing }: RuleContext,
): RuleMatch | undefined {
  if (standing === 'changed') return no('changed', 'approvals.because.changedNotAccepted', server.id)
  if (subject.tool === undefined) {
    return standing === 'added' ? no('added', 'approvals.because.added', server.id) : undefined
  }
  return definitionHash === tool.hash ? undefined : no('changed', 'approvals.because.changed', server.id)
}

function aboutCall({ subject, verdict }: Pick<Rule, 'verdict'> & About, asked: RuleContext): RuleMatch {
  const kind =
    subject.kind === undefined ? yes : subject.kind === 'notReadOnly' ? notReadOnly(subject, asked) : ofKind(subject.kind, verdict, asked)
  if (!subject.where) return kind
  const inFolder = inFolderWith(asked.realPaths, verdict)
  const conditions = subject.where.map((condition): RuleMatch => {
    const applies = evaluateCondition(condition, asked.arguments, inFolder)
    if (applies === 'yes') return yes
    return {
      applies,
      miss: 'condition',
      because: () =>
        applies === 'no'
          ? describeMismatch(condition)
          : { id: 'approvals.because.unknown', params: { condition: describeCondition(condition) } },
    }
  })
  const found = [kind, ...conditions, ...(verdict === 'allow' ? [onlyNamed(subject, asked.arguments)] : [])]
  return found.find(({ applies }) => applies === 'no') ?? found.find(({ applies }) => applies === 'unknown') ?? yes
}

/** An allow rule that says what it leaves open allows no argument that it does not name. */
function onlyNamed(subject: LockedSubject, args: JsonObject): RuleMatch {
  const unnamed = unnamedArgument(subject, args)
  if (unnamed === undefined) return yes
  return {
    applies: 'no',
    miss: 'condition',
    because: () => ({ id: 'approvals.because.unnamed', params: { argument: unnamed.join('.') } }),
  }
}

function ofKind(kind: ToolKind, verdict: RuleVerdict, { server, tool }: RuleContext): RuleMatch {
  const said = toolHints(tool.annotations)[kind]
  if (server.trusted) return said ? yes : no('kind', `approvals.because.notOfKind.${kind}`, server.id)
  if (verdict !== 'allow' && said) return yes
  if (verdict !== 'allow' || said)
    return { applies: 'unknown', miss: 'claim', because: () => ({ id: 'approvals.because.notTrusted', params: { server: server.id } }) }
  return no('kind', `approvals.because.notOfKind.${kind}`, server.id)
}

/** Only the policy says whether it believes a tool that says it only reads: the user's own trust cannot loosen its rule. */
function notReadOnly({ believed }: LockedSubject, { server, tool }: RuleContext): RuleMatch {
  if (!toolHints(tool.annotations).readOnly) return yes
  if (believed) return no('kind', 'approvals.because.saysReadOnly', server.id)
  return {
    applies: 'unknown',
    miss: 'claim',
    because: () => ({ id: 'approvals.because.claimDoesNotCount', params: { server: server.id } }),
  }
}

/**
 * An allow rule needs the path to be in the folder both as text and after following links. For ask and deny rules, one of the two is
 * enough.
 */
function inFolderWith(realPaths: RealPaths | undefined, verdict: RuleVerdict) {
  return (path: string, folder: string): Certainty => {
    const byWords = isInFolder(path, folder)
    if (!realPaths) return byWords
    const [places, limits] = [realPaths.get(path), realPaths.get(folder)]
    const inTruth = (limits ?? []).flatMap((limit) => (places ?? []).map((place) => isInFolder(place, limit)))
    const answers: readonly Certainty[] = [byWords, ...(inTruth.length === 0 ? (['unknown'] as const) : inTruth)]
    const [first, second]: readonly Certainty[] = verdict === 'allow' ? ['no', 'unknown'] : ['yes', 'unknown']
    return answers.find((answer) => answer === first) ?? answers.find((answer) => answer === second) ?? (verdict === 'allow' ? 'yes' : 'no')
  }
}

const yes: RuleMatch = { applies: 'yes' }

function no(miss: Mismatch, id: MessageId, server?: ServerId): RuleMatch {
  return { applies: 'no', miss, because: () => (server === undefined ? { id } : { id, params: { server } }) }
}
