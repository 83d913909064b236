import { errorSentence, errorText, type ErrorTextSource, type ErrorText } from '../../shared/i18n/errorText'
import { translator } from './t'

/** Says in the current language what happened and what to do. Accepts an AppError or its data. */
export function translateError(error: ErrorTextSource): ErrorText {
  return errorText(translator(), error)
}

/** Says what happened, as a sentence before others. The texts of errors have no full stop, so this adds one. */
export function errorTitle(error: ErrorTextSource): string {
  return errorSentence(translator(), error)
}
