import { errorText, type ErrorTextSource, type ErrorText } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import { english } from '../../shared/i18n/translator'

/** Pure: the text of an error for models and servers. It is always English, in every language of the screen. Accepts an AppError too. */
export function englishErrorText(error: ErrorTextSource): ErrorText {
  return errorText(english, error)
}

/** Pure: the English text of a message for models, servers and logs. */
export function englishMessage(fact: Message): string {
  return english.message(fact)
}
