import type { Call, ChosenAccounts } from '../../shared/domain/chat'
import type { AccountId, CallId, ConversationId } from '../../shared/domain/ids'
import type { Database } from '../storage/database'
import { callOf, CallRow } from './conversationRows'

/** A call of a conversation, and the account of the conversation at its server, if it is not the default one. */
export interface ShownCall {
  readonly call: Call
  readonly accountId?: AccountId
}

/**
 * Returns a call of this conversation, whichever version of a message it is in. Undefined also if the conversation was removed.
 * @param accountsOf the accounts of a conversation where it does not use the default ones
 */
export function shownCall(
  database: Pick<Database, 'get'>,
  { conversationId, callId }: { readonly conversationId: ConversationId; readonly callId: CallId },
  accountsOf: (conversationId: ConversationId) => ChosenAccounts,
): ShownCall | undefined {
  const row = database.get(
    `SELECT call.* FROM call JOIN part ON part.id = call.part
     JOIN message ON message.id = part.message JOIN conversation ON conversation.id = message.conversation
     WHERE call.id = ? AND conversation.id = ? AND conversation.removed IS NULL`,
    callId,
    conversationId,
  )
  if (!row) return undefined
  const call = callOf(CallRow.parse(row))
  const accountId = accountsOf(conversationId)[call.serverId]
  return { call, ...(accountId !== undefined && { accountId }) }
}
