import type { Message } from '../../../../shared/i18n/message'
import { translator } from '../../../i18n/t'

/** Returns the text of a field's error, if there is one. */
export function fieldErrorText(fault: Message | undefined): string | undefined {
  return fault && translator().message(fault)
}
