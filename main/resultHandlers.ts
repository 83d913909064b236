import type { CallId } from '../shared/domain/ids'
import type { ConversationCommands } from './chat/conversationCommands'
import type { ReadPiece, ResultReaders } from './chat/results/resultReaders'
import type { Handlers } from './rpc/dispatch'
import type { TemporaryConversations } from './temporary/temporaryConversations'

export interface ResultOwners {
  readonly resultReaders: ResultReaders
  readonly conversationCommands: ConversationCommands
  readonly temporaryChat: {
    readonly conversationCommands: ConversationCommands
    readonly temporaryConversations: TemporaryConversations
  }
}

/** Maps the calls about long results to their owner. */
export function resultHandlers({
  resultReaders: readers,
  conversationCommands,
  temporaryChat,
}: ResultOwners): Pick<Handlers, Extract<keyof Handlers, `results.${string}`>> {
  const pieces = (callId: CallId): ReadPiece => {
    const { temporaryConversations } = temporaryChat
    const commands = temporaryConversations.hasCall(callId) ? temporaryChat.conversationCommands : conversationCommands
    return (piece) => commands.wholeResult(callId, piece)
  }
  return {
    'results.open': ({ callId }, signal) => readers.open(callId, pieces(callId), signal),
    'results.text': ({ callId, ...ask }, signal) => readers.ask('text', callId, pieces(callId), ask, signal),
    'results.findText': ({ callId, ...ask }, signal) => readers.ask('findText', callId, pieces(callId), ask, signal),
    'results.table': ({ callId, ...ask }, signal) => readers.ask('table', callId, pieces(callId), ask, signal),
    'results.tree': ({ callId, ...ask }, signal) => readers.ask('tree', callId, pieces(callId), ask, signal),
    'results.findInTree': ({ callId, ...ask }, signal) => readers.ask('findInTree', callId, pieces(callId), ask, signal),
    'results.path': ({ callId, ...ask }, signal) => readers.ask('path', callId, pieces(callId), ask, signal),
    'results.part': ({ callId, ...ask }, signal) => readers.ask('part', callId, pieces(callId), ask, signal),
  }
}
