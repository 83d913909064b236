import { errorText, type ErrorFacts, type ErrorText } from '../../shared/messages/errorText'
import type { Message } from '../../shared/messages/message'
import { english } from '../../shared/messages/translator'

/** Pure: an error as models and servers are told it. That is English in every language of the screen. An AppError is such data too. */
export function englishText(error: ErrorFacts): ErrorText {
  return errorText(english, error)
}

/** Pure: a fact as models, servers and logs are told it. */
export function englishMessage(fact: Message): string {
  return english.message(fact)
}
