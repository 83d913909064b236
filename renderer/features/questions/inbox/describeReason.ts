import type { QuestionDetails } from '../../../../shared/domain/question'
import { formatCount } from '../../../ui/format/relativeTime'

/** Pure: why it is asked, in Parley's words, after the conversation: "no rule covers it". Absent where only the server knows. */
export function describeReason(details: QuestionDetails): string | undefined {
  switch (details.kind) {
    case 'approval':
      return sentenceEnd(details.why)
    case 'folders':
      return details.problem === undefined ? 'it may know none yet' : sentenceEnd(details.problem)
    case 'start':
      if (details.previous) return 'its entry in servers.json has changed'
      return details.previousFile === undefined ? 'it is new in servers.json' : 'its command means another file now'
    case 'changed':
      return 'it is not what you accepted'
    case 'signIn':
      return signInReason(details.why, details.scopes)
    case 'samplingReview':
      return `written by ${details.model}`
    case 'form':
    case 'page':
    case 'sampling':
      return undefined
  }
}

/** Pure: more about what is asked, after its sentence: "4 of 9 fields filled in". */
export function describeAmount(details: QuestionDetails, filled: number): string | undefined {
  if (details.kind === 'sampling') return `up to ${formatCount(details.maxTokens, 'token')}`
  if (details.kind !== 'form' || details.fields.length === 0) return undefined
  return filled === 0
    ? formatCount(details.fields.length, 'field')
    : `${filled} of ${formatCount(details.fields.length, 'field')} filled in`
}

/** Pure: what the server says about it, where it gives a reason of its own. */
export function saidReason(details: QuestionDetails): string | undefined {
  return details.kind === 'form' || details.kind === 'page' ? details.message : undefined
}

function signInReason(why: 'first' | 'ended' | 'moreRights', scopes: readonly string[]): string {
  if (why === 'first') return 'it wants to know who calls'
  if (why === 'ended') return 'the sign-in ended and was not renewed'
  return scopes.length === 0
    ? 'it wants more rights than you gave'
    : `it wants the ${scopes.length === 1 ? 'right' : 'rights'} ${scopes.join(', ')}`
}

function sentenceEnd(sentence: string): string {
  return sentence.trim().replace(/\.$/, '')
}
