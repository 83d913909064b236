import type { Call, Part } from '../../shared/domain/chat'
import { isOwnCall } from '../../shared/domain/ownTool'
import type { ServerId } from '../../shared/domain/ids'
import { collectTexts } from './collectTexts'
import type { DataFlowSource } from '../../shared/domain/dataFlow'

/** A source of text in a conversation, with its texts. */
export interface TaintedText {
  readonly brought: TaintSource
  readonly texts: readonly string[]
}

/**
 * Pure: the text that a call has brought from its server; undefined if none. `number` is the call's position among the calls of its
 * conversation.
 */
export function taintFromCall(call: Call, number: number): TaintedText | undefined {
  const own = isOwnCall(call)
  // What else Parley's own tools answer is in definitions.
  if (own && !call.result?.of) return undefined
  const texts = call.result ? collectTexts(call.result) : wordsOfFailure(call)
  if (!texts) return undefined
  const { serverId, tool } = (own && call.result?.of) || call
  return { brought: { serverId, callId: call.id, number, tool, at: call.endedAt ?? call.startedAt }, texts }
}

/** Pure: the text that a person attached from a server. */
export function taintFromAttachment({ serverId, name, source, content }: Extract<Part, { kind: 'attachment' }>, at: number): TaintedText {
  return { brought: { serverId, tool: name, attached: source, at }, texts: collectTexts({ content }) }
}

/** What a file holds that was made of another conversation, into which these servers had brought something. */
export interface TextFromServers {
  readonly servers: readonly ServerId[]
  readonly text: string
}

/** Pure: what servers brought by way of another conversation, of which a person attached the text. Any of them may have written any of it. */
export function taintFromFile(name: string, { servers, text }: TextFromServers, at: number): readonly TaintedText[] {
  return servers.map((serverId) => ({ brought: { serverId, tool: name, attached: 'conversation', at }, texts: [text] }))
}

/** The model also reads a server's reason for a failed call. If Parley itself refused the arguments, nothing came from the server. */
function wordsOfFailure({ state, error }: Call): readonly string[] | undefined {
  if (state !== 'failed' || error?.said === undefined) return undefined
  return error.reason === 'tools.argumentsDoNotFit' ? undefined : [error.said]
}

/** Something that was brought into a conversation. */
export type TaintSource = Omit<DataFlowSource, 'guessed' | 'because'>
