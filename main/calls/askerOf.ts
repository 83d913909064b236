import type { Asker } from '../../shared/domain/question'
import type { CallId, ServerId } from '../../shared/domain/ids'
import type { ActiveCall } from './activeCall'

/** Describes who asks, as questions show it. Later rounds of a call include the round number. */
export function askerOf(serverId: ServerId, calls: readonly ActiveCall[], round = 1): Asker {
  const callIds: readonly CallId[] = calls.map((call) => call.id)
  const conversations = new Set(calls.map((call) => call.conversationId))
  const [conversationId] = conversations
  return {
    serverId,
    callIds,
    ...(conversations.size === 1 && conversationId !== undefined && { conversationId }),
    ...(round > 1 && { round }),
  }
}
