import { MOST_SUMMARY_CHARACTERS } from '../../shared/domain/historySummary'
import { ModelRef } from '../../shared/domain/ids'
import { turnStates, type TurnState } from '../../shared/domain/chat'
import { isRecord } from '../../shared/lib/json'
import { millisecondsOf, numberOf, textOf } from './foreignValues'
import type { ImportedConversation, ImportedMessage, ImportedSummary } from './importedConversation'
import { orderMessages, type ForeignNode } from './orderMessages'
import { readParleyPart } from './readParleyPart'

/** The version of the format that is read. An export says in which one it is written (`main/exports/writeJson.ts`). */
const VERSION = 1
/** More of them have no use: each stands for the older part of one conversation. */
const MOST_SUMMARIES = 1_000

/** Pure: whether a value is a conversation of an export of Parley, as JSON. */
export function isParley(value: unknown): value is { readonly messages: readonly unknown[] } {
  return isRecord(value) && value['format'] === 'parley.conversation' && Array.isArray(value['messages'])
}

/** Pure: whether a file was written by a later Parley, whose format this one cannot read. */
export function isNewerParley(value: unknown): boolean {
  return isRecord(value) && value['format'] === 'parley.conversation' && (numberOf(value['version']) ?? 0) > VERSION
}

/** Pure: a conversation of Parley with all its versions. No settings of its own are read, such as its model, instructions, switches and folders: a file does not decide what is asked and told in the person's name. */
export function readParley(value: { readonly messages: readonly unknown[] }): ImportedConversation {
  const conversation: Readonly<Record<string, unknown>> = value
  const nodes = value.messages.flatMap((message): readonly ForeignNode[] => {
    if (!isRecord(message)) return []
    const id = textOf(message['id'])
    return id === undefined ? [] : [{ id, parent: textOf(message['parent']), message: messageOf(message) }]
  })
  const { messages, messageOf: nearest } = orderMessages(nodes)
  const leaf = textOf(conversation['leaf'])
  const summaries = summariesOf(conversation['summaries'], nearest)
  return {
    source: 'parley',
    foreignId: textOf(conversation['id']) ?? '',
    title: textOf(conversation['title']) ?? '',
    created: millisecondsOf(conversation['created']),
    updated: undefined,
    leaf: leaf === undefined ? undefined : nearest.get(leaf),
    messages,
    ...(summaries.length > 0 && { summaries }),
  }
}

function summariesOf(value: unknown, nearest: ReadonlyMap<string, string | undefined>): readonly ImportedSummary[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_SUMMARIES).flatMap((summary: unknown): readonly ImportedSummary[] => {
    if (!isRecord(summary)) return []
    const through = nearest.get(textOf(summary['through']) ?? '')
    const text = textOf(summary['text'])?.trim().slice(0, MOST_SUMMARY_CHARACTERS).toWellFormed() ?? ''
    const model = ModelRef.safeParse(summary['model']).data
    const created = millisecondsOf(summary['created'])
    if (through === undefined || text === '' || model === undefined || created === undefined) return []
    // Whether the person wrote it, a file cannot say: what they wrote themselves is used without asking a model.
    return [{ through, text, model, created }]
  })
}

function messageOf(message: Readonly<Record<string, unknown>>): Omit<ImportedMessage, 'id' | 'parent'> | undefined {
  const { role, parts, created, model, state } = message
  if ((role !== 'user' && role !== 'assistant') || !Array.isArray(parts)) return undefined
  const ended = turnStates.find((known) => known === state)
  return {
    role,
    created: millisecondsOf(created),
    model: role === 'user' ? undefined : textOf(model),
    ...(role === 'assistant' && ended !== undefined && { state: endedState(ended) }),
    parts: parts.map(readParleyPart),
  }
}

function endedState(state: TurnState): NonNullable<ImportedMessage['state']> {
  return state === 'running' || state === 'waiting' ? 'cutOff' : state
}
