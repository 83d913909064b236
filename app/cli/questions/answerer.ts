import type { Answer, Question } from '../../../shared/domain/question'
import { assertNever } from '../../../shared/lib/assertNever'
import { printable } from '../printable'
import type { SignInHere } from './signInAtTerminal'

/** Somebody, or something, that answers what servers ask. */
export interface Answerer {
  /** Undefined when it has no answer to this one; then the question is refused. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  /** Set where a person can sign in here. */
  readonly signIn?: SignInHere | undefined
}

/** Pure: the answer that lets nothing happen. */
export function refusal(question: Question): Answer {
  const { kind } = question.details
  switch (kind) {
    case 'form':
    case 'page':
      return { kind, action: 'decline' }
    case 'approval':
    case 'sampling':
      return { kind, action: 'deny' }
    case 'samplingReview':
      return { kind, action: 'discard' }
    case 'folders':
      return { kind, action: 'shareNothing' }
    case 'start':
    case 'signIn':
      return { kind, action: 'notNow' }
    case 'changed':
      return { kind, action: 'keepOff' }
    default:
      return assertNever(kind)
  }
}

/** Pure: what is asked, in one line that a terminal can be given: an address or a name is the server's own word. */
export function askedLine({ asker, details }: Question): string {
  const { kind } = details
  switch (kind) {
    case 'form':
      return `${asker.serverId} asks for information`
    case 'page':
      return `${asker.serverId} ${details.opened ? 'waits until you are done with' : 'asks you to visit'} ${printable(details.url)}`
    case 'approval':
      return `Allow ${printable(details.tool)} of ${asker.serverId}`
    case 'sampling':
      return `${asker.serverId} asks to use your model`
    case 'samplingReview':
      return `Send this answer to ${asker.serverId}`
    case 'folders':
      return `${asker.serverId} asks for folders`
    case 'start':
      return `Start ${asker.serverId}`
    case 'changed':
      return `${asker.serverId} has changed ${printable(details.changes.map(({ after }) => after.name).join(', '))}`
    case 'signIn':
      return `Sign in to ${asker.serverId}`
    default:
      return assertNever(kind)
  }
}
