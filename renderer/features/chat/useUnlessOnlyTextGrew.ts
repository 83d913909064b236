import { useState } from 'react'
import type { Conversation } from '../../../shared/domain/chat'
import { differsOnlyInLastText } from './differsOnlyInLastText'

/**
 * Returns the conversation as it was when something else than the text of its last message last changed: the same object for each piece of an
 * answer that comes, so that what does not show that text is not drawn again for it.
 */
export function useUnlessOnlyTextGrew(conversation: Conversation): Conversation {
  const [kept, setKept] = useState(conversation)
  if (differsOnlyInLastText(kept, conversation)) return kept
  setKept(conversation)
  return conversation
}
