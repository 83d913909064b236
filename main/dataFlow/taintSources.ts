import type { Call, Part } from '../../shared/domain/chat'
import type { TaintSource } from './detectExfiltration'
import { collectTexts } from './collectTexts'

/** What came into a conversation at one place of it, and the words of it. */
export interface TaintedText {
  readonly brought: TaintSource
  readonly texts: readonly string[]
}

/** Pure: what a call brought from its server so far; undefined where it brought nothing. `number`: which call of its conversation it is. */
export function taintFromCall(call: Call, number: number): TaintedText | undefined {
  const texts = call.result ? collectTexts(call.result) : wordsOfFailure(call)
  if (!texts) return undefined
  return { brought: { serverId: call.serverId, callId: call.id, number, tool: call.tool, at: call.endedAt ?? call.startedAt }, texts }
}

/** Pure: what a person brought into the conversation from a server. */
export function taintFromAttachment({ serverId, name, source, content }: Extract<Part, { kind: 'attachment' }>, at: number): TaintedText {
  return { brought: { serverId, tool: name, attached: source, at }, texts: collectTexts({ content }) }
}

/** A server's reason why a call failed is read by the model too. Where Parley refused the arguments itself, nothing came from the server. */
function wordsOfFailure({ state, error }: Call): readonly string[] | undefined {
  if (state !== 'failed' || error?.said === undefined) return undefined
  return error.reason === 'tools.argumentsDoNotFit' ? undefined : [error.said]
}
