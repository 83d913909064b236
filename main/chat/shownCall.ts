import * as z from 'zod'
import type { Call, ChosenAccounts } from '../../shared/domain/chat'
import type { AccountId, CallId, ConversationId } from '../../shared/domain/ids'
import { json, ownObject } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { callOf, CallRow } from './conversationRows'

const AccountsRow = z.object({ chosenAccounts: json(ownObject<ChosenAccounts>()) })

/** A call of a conversation, and the account of the conversation at its server, if it is not the default one. */
export interface ShownCall {
  readonly call: Call
  readonly accountId?: AccountId
}

/** Returns a call of this conversation, whichever version of a message it is in. Undefined also if the conversation was removed. */
export function shownCall(database: Pick<Database, 'get'>, conversationId: ConversationId, callId: CallId): ShownCall | undefined {
  const row = database.get(
    `SELECT call.*, conversation.chosen_accounts AS chosenAccounts FROM call JOIN part ON part.id = call.part
     JOIN message ON message.id = part.message JOIN conversation ON conversation.id = message.conversation
     WHERE call.id = ? AND conversation.id = ? AND conversation.removed IS NULL`,
    callId,
    conversationId,
  )
  if (!row) return undefined
  const call = callOf(CallRow.parse(row))
  const accountId = AccountsRow.parse(row).chosenAccounts[call.serverId]
  return { call, ...(accountId !== undefined && { accountId }) }
}
