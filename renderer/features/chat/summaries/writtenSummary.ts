import { create } from 'zustand'
import type { ConversationId, MessageId } from '../../../../shared/domain/ids'
import { useReadingPlace } from '../../../state/readingPlace'

/** A summary that the person asked for has been written. It stands far above what they see. */
interface WrittenSummary {
  readonly conversationId: ConversationId
  /** The last message then. The next one makes it old news. */
  readonly last: MessageId | undefined
}

export const useWrittenSummary = create<{ readonly written: WrittenSummary | undefined }>(() => ({ written: undefined }))

export const noteWrittenSummary = (written: WrittenSummary | undefined): void => useWrittenSummary.setState({ written })

/** Below the upper edge of the list, so that it is seen what the summary follows. */
const BELOW_EDGE_PX = 24

/** Brings the summary that stands below this message into view, also where its message has to be read first. */
export function showSummary(conversationId: ConversationId, through: MessageId): void {
  noteWrittenSummary(undefined)
  useReadingPlace.setState({ wanted: { conversationId, messageId: through, offset: -BELOW_EDGE_PX, summary: true } })
}
