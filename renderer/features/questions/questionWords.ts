import type { Question, QuestionDetails, QuestionKind } from '../../../shared/domain/question'
import { plainText } from '../../ui/unsafeCharacters'

/** What kind of question it is, for the strip of its dialog. */
export const kindWords: Record<QuestionKind, string> = {
  approval: 'Approval',
  form: 'Form',
  page: 'Page to visit',
  sampling: 'Model request',
  samplingReview: 'Model request',
  folders: 'Folders',
  start: 'Start',
  signIn: 'Sign-in',
}

/** Pure: what is asked, after the name of the server: "asks for information". */
export function asksWords(details: QuestionDetails): string {
  switch (details.kind) {
    case 'approval':
      return `asks to run ${plainText(details.tool)}`
    case 'form':
      return 'asks for information'
    case 'page':
      return `asks you to visit ${plainText(details.host)}`
    case 'sampling':
      return 'asks to use your model'
    case 'samplingReview':
      return 'asks for an answer that is ready'
    case 'folders':
      return 'asks which folders it may know'
    case 'start':
      return 'asks to be started'
    case 'signIn':
      return details.why === 'moreRights' ? 'asks for more rights' : 'asks you to sign in'
  }
}

/** The same afterwards, when the question has ended. */
export const askedWords: Record<QuestionKind, string> = {
  approval: 'asked to run a tool',
  form: 'asked for information',
  page: 'asked you to visit a page',
  sampling: 'asked to use your model',
  samplingReview: 'asked for an answer of your model',
  folders: 'asked which folders it may know',
  start: 'asked to be started',
  signIn: 'asked you to sign in',
}

/** Pure: what waits on the answer, for the Inbox. */
export function consequenceWords(question: Question): string {
  if (question.details.kind === 'start') return 'stays off until then'
  if (question.details.kind === 'signIn' && question.asker.callIds.length === 0) return 'stays off until you sign in'
  if (question.asker.callIds.length === 0)
    return question.details.kind === 'folders' ? 'works without any until then' : 'nothing waits for it'
  return question.asker.callIds.length > 1 ? `${question.asker.callIds.length} calls wait` : 'its call waits'
}

/** What the button of a question in a list says. */
export function verbOf(question: Question): string {
  if (question.draft !== undefined) return 'Go on'
  return question.details.kind === 'folders' ? 'Choose' : 'Review'
}
