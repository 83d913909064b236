import { errorSentence, errorText, type ErrorFacts, type ErrorText } from '../../shared/messages/errorText'
import { translator } from './t'

/** What happened and what to do, in the language on the screen. An AppError and its data are both taken. */
export function errorWords(error: ErrorFacts): ErrorText {
  return errorText(translator(), error)
}

/** What happened, as a sentence that stands before others. The texts of errors have no full stop of their own. */
export function errorTitle(error: ErrorFacts): string {
  return errorSentence(translator(), error)
}
