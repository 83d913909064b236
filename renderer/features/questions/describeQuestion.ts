import type { Question, QuestionDetails, QuestionKind } from '../../../shared/domain/question'
import { plainName } from '../../../shared/lib/unicodeScripts'
import { plainText } from '../../../shared/lib/unsafeCharacters'
import { describeChange } from './changed/describeChange'

const kinds: Readonly<Record<QuestionKind, string>> = {
  approval: 'Approval',
  form: 'Form',
  page: 'Page to visit',
  sampling: 'Model request',
  samplingReview: 'Model request',
  folders: 'Folders',
  start: 'Start',
  changed: 'Changed tools',
  signIn: 'Sign-in',
}

/** Pure: what kind of question it is, for the strip of its dialog: "Form", "Changed tool". */
export function describeKind(details: QuestionDetails): string {
  if (details.kind !== 'changed') return kinds[details.kind]
  const tools = details.changes.filter(({ after }) => after.what === 'tool').length
  if (tools === 0) return 'Changed instructions'
  return tools < details.changes.length ? 'Changed tools and instructions' : tools === 1 ? 'Changed tool' : 'Changed tools'
}

/** Pure: what is asked, after the name of the server: "asks for information". */
export function describeRequest(details: QuestionDetails): string {
  switch (details.kind) {
    case 'approval':
      return `asks to run ${plainName(details.tool)}`
    case 'form':
      return 'asks for information'
    case 'page':
      return details.opened ? `waits until you are done at ${plainText(details.host)}` : `asks you to visit ${plainText(details.host)}`
    case 'sampling':
      return 'asks to use your model'
    case 'samplingReview':
      return 'asks for an answer that is ready'
    case 'folders':
      return 'asks which folders it may know'
    case 'start':
      return 'asks to be started'
    case 'changed':
      return `has changed ${describeChange(details.changes)}`
    case 'signIn':
      return details.why === 'moreRights' ? 'asks for more rights' : 'asks you to sign in'
  }
}

/** The same afterwards, when the question has ended. */
export const describeAsked: Record<QuestionKind, string> = {
  approval: 'asked to run a tool',
  form: 'asked for information',
  page: 'asked you to visit a page',
  sampling: 'asked to use your model',
  samplingReview: 'asked for an answer of your model',
  folders: 'asked which folders it may know',
  start: 'asked to be started',
  changed: 'changed what you had accepted',
  signIn: 'asked you to sign in',
}

/** What the button of a question in a list says. */
export function verbOf(question: Question): string {
  if (question.draft !== undefined) return 'Go on'
  if (question.details.kind === 'folders') return 'Choose'
  return question.details.kind === 'signIn' ? 'Sign in' : 'Review'
}
