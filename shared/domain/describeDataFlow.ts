import { assertNever } from '../lib/assertNever'
import type { DataFlowFinding, DataFlowSource } from './dataFlow'
import type { ServerId } from './ids'

/** Pure: what meets in a call and why it is asked, as one sentence. */
export function describeDataFlow(join: DataFlowFinding): string {
  return `${whatMeets(join)} meet in this conversation, so Parley asks whatever your rules say.`
}

/** Pure: what met in a call that was decided, for "Why". */
export function describeMeeting(join: DataFlowFinding): string {
  return `${whatMeets(join)} met in it.`
}

function whatMeets({ privateData, outsideText, wayOut }: DataFlowFinding): string {
  const [from, by] = [privateData, outsideText].map((sources) => listWords(serversIn(sources)))
  return `Private data of ${from}, text from outside by ${by} and a way out through ${wayOut.serverId}`
}

/** Pure: where something came from, in few words: "query, call 4", "the resource notes.md". */
export function describeSource({ tool, number, attached, callId }: DataFlowSource): string {
  if (attached !== undefined) return `${attachedWords(attached)} ${tool}, which you attached`
  return number === undefined || callId === undefined ? tool : `${tool}, call ${number}`
}

/** Pure: the servers among the sources, each once, in their order. */
export function serversIn(sources: readonly DataFlowSource[]): readonly ServerId[] {
  return [...new Set(sources.map(({ serverId }) => serverId))]
}

function attachedWords(attached: NonNullable<DataFlowSource['attached']>): string {
  switch (attached) {
    case 'resource':
      return 'The resource'
    case 'skill':
      return 'The skill'
    case 'prompt':
      return 'The prompt'
    default:
      return assertNever(attached)
  }
}

function listWords(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
