import { isRecord } from '../../shared/lib/json'
import type { ImportedConversation } from './importedConversation'
import { fileNotice } from './fileNotice'
import { joinAnswerParts } from './joinAnswerParts'
import { orderMessages, type ForeignNode } from './orderMessages'
import { codeBlock, secondsOf, textOf } from './foreignValues'

/** Pure: whether a value is a conversation of an export of ChatGPT, of both generations: a tree in `mapping`. */
export function isChatGpt(value: unknown): value is { readonly mapping: Readonly<Record<string, unknown>> } {
  return isRecord(value) && isRecord(value['mapping'])
}

/**
 * Pure: a conversation of an export of ChatGPT. Messages of the system, and hidden ones, are left out; what went to a tool, and what came back, stands in the
 * answer as a code block. Marks of citations are removed, and attached files and pictures become notices.
 */
export function readChatGpt(value: { readonly mapping: Readonly<Record<string, unknown>> }): ImportedConversation {
  const conversation: Readonly<Record<string, unknown>> = value
  const nodes = Object.entries(value.mapping).flatMap(([id, node]): readonly ForeignNode[] =>
    isRecord(node) ? [{ id, parent: textOf(node['parent']), message: messageOf(node['message']) }] : [],
  )
  const { messages: ordered, messageOf: nearest } = orderMessages(nodes)
  const { messages, answerOf } = joinAnswerParts(ordered)
  const current = textOf(conversation['current_node'])
  return {
    source: 'chatgpt',
    foreignId: textOf(conversation['conversation_id']) ?? textOf(conversation['id']) ?? '',
    title: textOf(conversation['title']) ?? '',
    created: secondsOf(conversation['create_time']),
    updated: secondsOf(conversation['update_time']),
    leaf: current === undefined ? undefined : answerOf.get(nearest.get(current) ?? ''),
    messages,
  }
}

function messageOf(message: unknown): ForeignNode['message'] {
  if (!isRecord(message)) return undefined
  const author = isRecord(message['author']) ? message['author'] : {}
  const metadata = isRecord(message['metadata']) ? message['metadata'] : {}
  const role = author['role']
  if ((role !== 'user' && role !== 'assistant' && role !== 'tool') || metadata['is_visually_hidden_from_conversation'] === true)
    return undefined
  const content = isRecord(message['content']) ? message['content'] : {}
  const written = partsOf(content, role === 'tool' ? (textOf(author['name']) ?? 'tool') : toolOf(message['recipient']))
  const parts = [...fileNames(metadata['attachments'], content['parts']).map(fileNotice), ...written]
  if (parts.length === 0) return undefined
  return {
    role: role === 'user' ? 'user' : 'assistant',
    created: secondsOf(message['create_time']),
    model: role === 'user' ? undefined : textOf(metadata['model_slug']),
    parts,
  }
}

/** The tool that a message goes to. Undefined for one to the person. */
function toolOf(recipient: unknown): string | undefined {
  const name = textOf(recipient)
  return name === 'all' ? undefined : name
}

function partsOf(content: Readonly<Record<string, unknown>>, tool: string | undefined): NonNullable<ForeignNode['message']>['parts'] {
  if (content['content_type'] === 'thoughts') {
    const thoughts = Array.isArray(content['thoughts']) ? content['thoughts'] : []
    const text = thoughts.flatMap((thought) => (isRecord(thought) ? (textOf(thought['content']) ?? []) : [])).join('\n\n')
    return text === '' ? [] : [{ kind: 'reasoning', text }]
  }
  const pieces = Array.isArray(content['parts']) ? content['parts'] : [content['text']]
  const text = withoutCitations(pieces.map(pieceText).filter(Boolean).join('\n\n'))
  if (text.trim() === '') return []
  return [{ kind: 'text', text: tool === undefined ? text : codeBlock(tool, text) }]
}

function pieceText(piece: unknown): string {
  if (typeof piece === 'string') return piece
  if (!isRecord(piece)) return ''
  return textOf(piece['text']) ?? ''
}

/** The names of attached files, and for pictures that have none, that of their file in the export. */
function fileNames(attachments: unknown, pieces: unknown): readonly string[] {
  const ids = new Set<string>()
  const attached = records(attachments).flatMap(({ id, name }) => {
    if (typeof id === 'string') ids.add(id)
    return textOf(name) ?? []
  })
  const pointers = records(pieces).flatMap(({ asset_pointer: pointer }) => textOf(pointer)?.slice(-200).split('/').at(-1) ?? [])
  return [...attached, ...pointers.filter((pointer) => !ids.has(pointer))]
}

function records(values: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(values) ? values.filter(isRecord) : []
}

/** Characters of private use that ChatGPT puts around citations: begin, separator and end, with names of sources between them. */
const BEGIN = '\uE200'
const END = '\uE201'

/** Pure: removes what stands between marks of a citation, and the marks. Looks at each character once. */
function withoutCitations(text: string): string {
  const [first = '', ...cited] = text.split(BEGIN)
  const kept = cited.map((piece) => {
    const end = piece.indexOf(END)
    return end === -1 ? piece : piece.slice(end + END.length)
  })
  return [first, ...kept]
    .join('')
    .replaceAll(/[\uE200-\uE20F]/g, '')
    .replaceAll(/【\d{1,6}(?::\d{1,6})?†[^【】]{0,200}】/g, '')
}
