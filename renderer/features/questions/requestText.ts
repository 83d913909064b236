import type { MessageId } from '../../../shared/i18n/message'
import type { TextParams } from '../../../shared/i18n/translator'

/** What a question asks, as the id of a text with its values. */
export interface RequestText {
  readonly id: MessageId
  /** Does not contain `server`, which is a tag. */
  readonly values: TextParams
}
