import type { Message } from '../../../../shared/messages/message'
import { translator } from '../../../messages/t'

/** The words of what is wrong with a field, where something is. */
export function wordsOf(fault: Message | undefined): string | undefined {
  return fault && translator().message(fault)
}
