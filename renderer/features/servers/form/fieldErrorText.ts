import type { Message } from '../../../../shared/messages/message'
import { translator } from '../../../messages/t'

/** Returns the text of a field's error, if there is one. */
export function fieldErrorText(fault: Message | undefined): string | undefined {
  return fault && translator().message(fault)
}
