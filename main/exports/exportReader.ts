import type { Call, ChatMessage, Conversation, Part } from '../../shared/domain/chat'
import type { CallId, ConversationId, MessageId } from '../../shared/domain/ids'
import type { ResultPiece, ToolResult } from '../../shared/domain/toolResult'
import type { ExportOptions } from '../../shared/domain/transfer/conversationExport'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import { redact } from '../lib/redact'
import { exportedParts, type ExportedConversation } from './exportedConversation'

/** Reads conversations. */
export interface ConversationSource {
  /** @throws {AppError} NOT_FOUND */
  readonly load: (id: ConversationId) => Conversation
  readonly allMessages: (id: ConversationId) => readonly ChatMessage[]
  readonly leaf: (id: ConversationId) => MessageId | null
  readonly results: { whole(callId: CallId, piece: number): ResultPiece | undefined }
}

/** A whole result above this many UTF-16 units is exported as the screen has it, and says so (`cut`): it is put together in memory. */
const LONGEST_RESULT = 8 * 1024 * 1024

/**
 * Reads a conversation for an export: of the versions in front, or for JSON of all. Others have a turn after each message, and within a long one.
 * @throws {AppError} NOT_FOUND
 */
export async function readForExport(source: ConversationSource, id: ConversationId, options: ExportOptions): Promise<ExportedConversation> {
  const { messages: front, title, created, model, settings: own, summaries = [] } = source.load(id)
  const leaf = source.leaf(id)
  const messages: ChatMessage[] = []
  const yielder = new EventLoopYielder()
  // The parents say what the versions are. Each of thousands of versions that named all others would make an endless file.
  for (const { versions: _versions, ...message } of options.format === 'json' ? source.allMessages(id) : front) {
    const parts: Part[] = []
    // One at a time: a message that was imported may have thousands, of megabytes.
    for (const part of exportedParts(message.parts, options)) {
      if (yielder.isDue()) await yielder.yieldTurn()
      parts.push(withoutSecrets(part.kind === 'call' ? { ...part, call: withWholeResult(source, part.call) } : part))
    }
    messages.push({ ...withoutSecrets({ ...message, parts: [] }), parts })
    await yielder.yieldTurn()
  }
  const { folders: _folders, ...settings } = own
  const ids = new Set(messages.map((message) => message.id))
  const placed = withoutSecrets(summaries.filter(({ through }) => ids.has(through)))
  return {
    id,
    title: redact(title),
    ...withoutSecrets({ created, model, settings }),
    ...(leaf !== null && { leaf }),
    ...(placed.length > 0 && { summaries: placed }),
    messages,
  }
}

function withWholeResult({ results }: ConversationSource, call: Call): Call {
  if (!call.result?.cut) return call
  let json = ''
  for (let piece = 0, pieces = 1; piece < pieces; piece++) {
    const next = results.whole(call.id, piece)
    if (!next || json.length + next.json.length > LONGEST_RESULT) return call
    json += next.json
    pieces = next.pieces
  }
  const result: ToolResult = JSON.parse(json)
  return { ...call, result }
}

function withoutSecrets<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_key, value: unknown) => (typeof value === 'string' ? redact(value) : value)))
}
