import { isRecord } from '../../shared/lib/json'
import { codeBlock, dateOf, textOf } from './foreignValues'
import { fileNotice } from './fileNotice'
import type { ImportedConversation } from './importedConversation'
import { orderMessages, type ForeignNode } from './orderMessages'

type Parts = NonNullable<ForeignNode['message']>['parts']

/** Pure: whether a value is a conversation of an export of Claude. */
export function isClaude(value: unknown): value is { readonly chat_messages: readonly unknown[] } {
  return isRecord(value) && Array.isArray(value['chat_messages'])
}

/**
 * Pure: a conversation of an export of Claude. In older exports a message names none before it: it follows the one above it in the list. Uses of tools and their
 * results stand in the answer as code blocks, and the text of attached files in the person's message; files without a text become notices.
 */
export function readClaude(value: { readonly chat_messages: readonly unknown[] }): ImportedConversation {
  const conversation: Readonly<Record<string, unknown>> = value
  let before: string | undefined
  const model = textOf(conversation['model'])
  const nodes = value.chat_messages.flatMap((message, index): readonly ForeignNode[] => {
    if (!isRecord(message)) return []
    const id = textOf(message['uuid']) ?? `#${index}`
    const parent = textOf(message['parent_message_uuid']) ?? before
    before = id
    return [{ id, parent, message: messageOf(message, model) }]
  })
  const { messages, messageOf: nearest } = orderMessages(nodes)
  const leaf = textOf(conversation['current_leaf_message_uuid'])
  return {
    source: 'claude',
    foreignId: textOf(conversation['uuid']) ?? '',
    title: textOf(conversation['name']) ?? '',
    created: dateOf(conversation['created_at']),
    updated: dateOf(conversation['updated_at']),
    leaf: leaf === undefined ? undefined : nearest.get(leaf),
    messages,
  }
}

function messageOf(message: Readonly<Record<string, unknown>>, model: string | undefined): ForeignNode['message'] {
  const sender = message['sender']
  if (sender !== 'human' && sender !== 'assistant') return undefined
  const content: readonly unknown[] = Array.isArray(message['content']) ? message['content'] : []
  const written = content.flatMap(partOf)
  const text = textOf(message['text']) ?? ''
  const own: Parts = written.length > 0 || text === '' ? written : [{ kind: 'text', text }]
  const parts = [...fileNotices(message), ...attachedTexts(message['attachments']), ...own]
  if (parts.length === 0) return undefined
  const role = sender === 'human' ? 'user' : 'assistant'
  return { role, created: dateOf(message['created_at']), model: role === 'user' ? undefined : model, parts }
}

function partOf(part: unknown): Parts {
  if (!isRecord(part)) return []
  switch (part['type']) {
    case 'text':
      return textPart('text', textOf(part['text']))
    case 'thinking':
      return textPart('reasoning', textOf(part['thinking']))
    case 'tool_use':
      return textPart('text', codeBlock(textOf(part['name']) ?? 'tool', JSON.stringify(part['input'] ?? {}, undefined, 2)))
    case 'tool_result':
      return textPart('text', codeBlock(textOf(part['name']) ?? 'tool', resultText(part['content'])))
    default:
      return []
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((block: unknown) => (isRecord(block) ? (textOf(block['text']) ?? `[${textOf(block['type']) ?? ''}]`) : '')).join('\n')
}

/** Both lists name the same files. */
function fileNotices({ files, files_v2: newer }: Readonly<Record<string, unknown>>): Parts {
  const all: readonly unknown[] = [...(Array.isArray(files) ? files : []), ...(Array.isArray(newer) ? newer : [])]
  const names = new Set(all.flatMap((file) => (isRecord(file) ? (textOf(file['file_name']) ?? []) : [])))
  return Array.from(names, fileNotice)
}

function attachedTexts(attachments: unknown): Parts {
  if (!Array.isArray(attachments)) return []
  return attachments.flatMap((attachment: unknown): Parts => {
    const text = isRecord(attachment) ? textOf(attachment['extracted_content']) : undefined
    if (text === undefined || text === '' || !isRecord(attachment)) return []
    return [{ kind: 'text', text: codeBlock(textOf(attachment['file_name']) ?? 'file', text) }]
  })
}

function textPart(kind: 'text' | 'reasoning', text: string | undefined): Parts {
  return text === undefined || text.trim() === '' ? [] : [{ kind, text }]
}
