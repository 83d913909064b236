import { errorText, type ErrorFacts, type ErrorText } from '../../shared/messages/errorText'
import { english } from '../../shared/messages/translator'

/** Pure: an error as models and servers are told it. That is English in every language of the screen. An AppError is such data too. */
export function englishText(error: ErrorFacts): ErrorText {
  return errorText(english, error)
}
