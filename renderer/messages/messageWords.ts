import type { Message } from '../../shared/messages/message'
import { translator } from './t'

/** A fact in words. A text that is there already, of a server or of an older version, stays as it is. */
export function messageWords(fact: Message | string): string {
  return typeof fact === 'string' ? fact : translator().message(fact)
}
