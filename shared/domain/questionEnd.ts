import type { Message, MessageId } from '../i18n/message'
import { canonicalJson } from '../lib/json'
import { describeRuleFromCall } from '../rules/describeRule'
import type { ServerId } from './ids'
import type { Answer, AnswerTo, ApprovalDetails, EndedQuestion, QuestionDetails } from './question'

/**
 * Pure: the person's action as the list of ended questions keeps it. Where they changed what was asked, or what the model answered, it says
 * so.
 */
export function answerReason(serverId: ServerId, details: QuestionDetails, answer: Answer): Message {
  if (answer.action === 'accept' && answer.kind === 'changed') return { id: answer.hashes ? 'ends.acceptSome' : 'ends.acceptAll' }
  if (details.kind === 'approval' && answer.kind === 'approval') return approvalReason(serverId, details, answer)
  if (answer.kind === 'samplingReview' && answer.action === 'send' && (answer.content ?? answer.text) !== undefined)
    return { id: 'ends.sendEdited' }
  if (answer.kind === 'sampling' && answer.action === 'run' && answer.request) return { id: 'ends.runEdited' }
  return { id: `ends.${answer.action}` }
}

function approvalReason(serverId: ServerId, details: ApprovalDetails, answer: AnswerTo<'approval'>): Message {
  const { action, rule } = answer
  const isChanged = action !== 'deny' && isArgumentsChanged(details, answer)
  if (action === 'alwaysAllow' && rule) {
    const params = { rule: describeRuleFromCall(rule, { serverId, tool: details.tool }) }
    return { id: isChanged ? 'ends.alwaysAllowRuleChanged' : 'ends.alwaysAllowRule', params }
  }
  return { id: isChanged ? `ends.${action}Changed` : `ends.${action}` }
}

/** Pure: whether a person allowed other arguments than those that were asked for. */
export function isArgumentsChanged(details: ApprovalDetails, { arguments: ran }: AnswerTo<'approval'>): boolean {
  return ran !== undefined && canonicalJson(ran) !== canonicalJson(details.arguments)
}

/** The result of an ended question: done, refused, withdrawn, or expired. */
export type EndedAs = 'done' | 'refused' | 'withdrawn' | 'expired'

const refusals: ReadonlySet<MessageId> = new Set<MessageId>([
  'ends.deny',
  'ends.decline',
  'ends.cancel',
  'ends.discard',
  'ends.shareNothing',
  'ends.keepOff',
  'ends.notNow',
  'ends.declinedAtOnce',
  'ends.declinedByPolicy',
  'ends.declinedTwice',
  'ends.declinedTwiceOutside',
  'errors.sampling.declinedTwice',
  'errors.sampling.tooOften',
  'errors.sampling.tooManyRounds',
  'errors.sampling.overBudget',
  'errors.sampling.overPolicyBudget',
  'errors.sampling.switchedOff',
  'errors.sampling.offByPolicy',
  'errors.questions.deniedByRule',
])

/** Pure: classifies an ended question. A rule that was made while the question was open counts as a decision, not as a withdrawal. */
export function endedAs({ how, reason }: Pick<EndedQuestion, 'how' | 'reason'>): EndedAs {
  if (how === 'expired') return 'expired'
  if (how === 'withdrawn' && !isByRule(reason)) return 'withdrawn'
  return refusals.has(reason.id) ? 'refused' : 'done'
}

/** Pure: whether a rule decided a question while it was open. */
export function isByRule({ id }: Message): boolean {
  return id === 'errors.questions.allowedByRule' || id === 'errors.questions.deniedByRule'
}

/** Pure: whether a person declined or cancelled a server's question. */
export function isPersonsRefusal({ id }: Message): boolean {
  return id === 'ends.decline' || id === 'ends.cancel'
}
