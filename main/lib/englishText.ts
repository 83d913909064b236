import { errorText, type ErrorTextSource, type ErrorText } from '../../shared/messages/errorText'
import type { Message } from '../../shared/messages/message'
import { english } from '../../shared/messages/translator'

/** Pure: the text of an error for models and servers. It is always English, in every language of the screen. Accepts an AppError too. */
export function englishText(error: ErrorTextSource): ErrorText {
  return errorText(english, error)
}

/** Pure: the English text of a message for models, servers and logs. */
export function englishMessage(fact: Message): string {
  return english.message(fact)
}
