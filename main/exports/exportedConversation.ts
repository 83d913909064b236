import type { ChatMessage, Conversation, Part } from '../../shared/domain/chat'
import type { MessageId } from '../../shared/domain/ids'
import type { HistorySummary } from '../../shared/domain/historySummary'
import type { ChatSettings } from '../../shared/domain/projects/project'
import type { ExportOptions } from '../../shared/domain/transfer/conversationExport'

/** A conversation as an export has it: whole results, and no secret that Parley knows. */
export interface ExportedConversation extends Pick<Conversation, 'id' | 'title' | 'created' | 'model'> {
  /** Without folders: their paths say how this computer is arranged, and often who uses it. */
  readonly settings: Omit<ChatSettings, 'folders'>
  /** The last message of the versions in front. Absent in an empty conversation. */
  readonly leaf?: MessageId
  /** The messages of the versions in front, or of all versions, in order. */
  readonly messages: readonly ChatMessage[]
  /** Those that stand for some of these messages, the oldest first. Absent when there is none. */
  readonly summaries?: readonly HistorySummary[]
}

/** Pure: the parts of a message that the person wants to have in an export. What only a provider can read is never among them. */
export function exportedParts(parts: readonly Part[], { calls, reasoning }: Pick<ExportOptions, 'calls' | 'reasoning'>): readonly Part[] {
  return parts.flatMap((part) => {
    if ((part.kind === 'call' && !calls) || (part.kind === 'reasoning' && !reasoning)) return []
    if (!('forModel' in part)) return [part]
    const { forModel: _forModel, ...rest } = part
    return [rest]
  })
}
