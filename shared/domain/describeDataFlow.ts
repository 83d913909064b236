import type { Message, MessageParams } from '../i18n/message'
import type { DataFlowFinding, DataFlowSource } from './dataFlow'
import type { ServerId } from './ids'

/** Pure: says which data would meet in a call, and that Parley asks because of it. */
export function describeDataFlow(finding: DataFlowFinding): Message {
  return { id: 'dataFlow.asked', params: paramsOf(finding) }
}

/** Pure: says which data met in a decided call, for "Why". */
export function describeMeeting(finding: DataFlowFinding): Message {
  return { id: 'dataFlow.met', params: paramsOf(finding) }
}

/** Pure: names a source in a few words: "query, call 4", "the resource notes.md". */
export function describeSource({ tool, number, attached, callId }: DataFlowSource): Message {
  if (attached !== undefined) return { id: `dataFlow.source.${attached}`, params: { name: tool } }
  if (number === undefined || callId === undefined) return { id: 'dataFlow.source.tool', params: { tool } }
  return { id: 'dataFlow.source.call', params: { tool, number: String(number) } }
}

/** Pure: returns the servers of the sources in their order, without duplicates. */
export function serversIn(sources: readonly DataFlowSource[]): readonly ServerId[] {
  return [...new Set(sources.map(({ serverId }) => serverId))]
}

function paramsOf({ privateData, outsideText, wayOut }: DataFlowFinding): MessageParams {
  return { privateData: serversIn(privateData), outsideText: serversIn(outsideText), wayOut: wayOut.serverId }
}
