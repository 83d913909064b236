import type { Call, TurnState } from '../../shared/domain/chat'
import type { ConversationId, ServerId } from '../../shared/domain/ids'
import type { TestHost } from '../../main/testing/testHost'
import type { PlannedCall } from './plannedCalls'

/** Runs a tool to its end as a person does, in a new conversation. @throws {Error} when the call does not succeed */
export async function runTool(host: TestHost, serverId: ServerId, { tool, arguments: args }: PlannedCall): Promise<void> {
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId, tool, arguments: args })
  await host.until('chat.conversations', (all) => all.some(({ id, turn }) => id === conversationId && hasEnded(turn)))
  const { state, error, result } = await callIn(host, conversationId)
  if (state !== 'done') throw new Error(`${tool}: ${state}: ${error?.message ?? JSON.stringify(result?.content)}`)
}

function hasEnded(turn: TurnState | undefined): boolean {
  return turn !== undefined && turn !== 'running' && turn !== 'waiting'
}

async function callIn(host: TestHost, conversationId: ConversationId): Promise<Call> {
  const { conversation } = await host.call('chat.open', { conversationId })
  const part = conversation.messages.flatMap(({ parts }) => parts).find(({ kind }) => kind === 'call')
  if (part?.kind !== 'call') throw new Error('The conversation has no call')
  return part.call
}
