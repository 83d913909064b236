import type { Message, MessageParams } from '../messages/message'
import type { DataFlowFinding, DataFlowSource } from './dataFlow'
import type { ServerId } from './ids'

/** Pure: what meets in a call, and that it is asked because of that. */
export function describeDataFlow(finding: DataFlowFinding): Message {
  return { id: 'dataFlow.asked', params: paramsOf(finding) }
}

/** Pure: what met in a call that was decided, for "Why". */
export function describeMeeting(finding: DataFlowFinding): Message {
  return { id: 'dataFlow.met', params: paramsOf(finding) }
}

/** Pure: where something came from, in few words: "query, call 4", "the resource notes.md". */
export function describeSource({ tool, number, attached, callId }: DataFlowSource): Message {
  if (attached !== undefined) return { id: `dataFlow.source.${attached}`, params: { name: tool } }
  if (number === undefined || callId === undefined) return { id: 'dataFlow.source.tool', params: { tool } }
  return { id: 'dataFlow.source.call', params: { tool, number: String(number) } }
}

/** Pure: the servers among the sources, each once, in their order. */
export function serversIn(sources: readonly DataFlowSource[]): readonly ServerId[] {
  return [...new Set(sources.map(({ serverId }) => serverId))]
}

function paramsOf({ privateData, outsideText, wayOut }: DataFlowFinding): MessageParams {
  return { privateData: serversIn(privateData), outsideText: serversIn(outsideText), wayOut: wayOut.serverId }
}
