import type { Message, MessageParams } from '../i18n/message'
import type { AppWayOut, DataFlowFinding, DataFlowSource } from './dataFlow'
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

/** Pure: says into which app what a call is given goes, and whom that may reach: every host, since a server decides which one it names first. */
export function describeAppWayOut(server: ServerId, { resourceUri: uri, reaches }: AppWayOut): Message {
  if (reaches === 'any') return { id: 'dataFlow.wayOut.appAny', params: { server, uri } }
  return { id: 'dataFlow.wayOut.app', params: { server, uri, hosts: reaches.map((origin) => origin.replace(/^https:\/\//, '')) } }
}

function paramsOf({ privateData, outsideText, wayOut }: DataFlowFinding): MessageParams {
  return { privateData: serversIn(privateData), outsideText: serversIn(outsideText), wayOut: wayOut.serverId }
}
