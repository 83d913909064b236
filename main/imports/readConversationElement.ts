import { createHash } from 'node:crypto'
import type { SkipReason } from '../../shared/domain/transfer/conversationImport'
import { parseJson } from '../../shared/lib/json'
import { dropUnsafe } from '../../shared/lib/unsafeCharacters'
import { deriveTitle } from '../chat/deriveTitle'
import { unreadableNotice } from './fileNotice'
import type { ImportedConversation, ImportedMessage } from './importedConversation'
import type { SplitElement } from './jsonSplitter'
import { isChatGpt, readChatGpt } from './readChatGpt'
import { isClaude, readClaude } from './readClaude'
import { isNewerParley, isParley, readParley } from './readParley'

/** The largest number of messages, in all versions of one conversation. */
const MOST_MESSAGES = 100_000
/** The largest number of parts of one message, which is written at once. */
const MOST_PARTS = 5_000
const LONGEST_TITLE = 200

/** What one element of a file is: a conversation, or why it is none that can be imported. */
export type ReadConversationElement =
  { readonly conversation: ImportedConversation } | { readonly skipped: SkipReason; readonly title?: string }

/** Pure: reads one element of a file. A conversation without an id gets one from its content, so that the same file brings it only once. */
export function readConversationElement(element: SplitElement): ReadConversationElement {
  if ('skipped' in element) return element
  const value = parseJson(element.json)
  if (value === undefined) return { skipped: 'notJson' }
  if (isNewerParley(value)) return { skipped: 'newerFormat' }
  const read = conversationIn(value)
  if (!read) return { skipped: 'unknownForm' }
  const conversation = {
    ...read,
    title: titleOf(read),
    messages: read.messages.map(withoutTooManyParts),
    foreignId: read.foreignId === '' || read.foreignId.length > 200 ? sha256(element.json) : read.foreignId,
  }
  if (conversation.messages.length === 0) return { skipped: 'empty', title: conversation.title }
  if (conversation.messages.length > MOST_MESSAGES) return { skipped: 'tooManyMessages', title: conversation.title }
  return { conversation }
}

/** The title that the file has, or the beginning of what was said first, without what hides or reorders letters. */
function titleOf({ title, messages }: ImportedConversation): string {
  const line = dropUnsafe(title.slice(0, LONGEST_TITLE * 4).toWellFormed())
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line !== '') return Array.from(line).slice(0, LONGEST_TITLE).join('')
  for (const { role, parts } of messages)
    for (const part of parts)
      if (role === 'user' && part.kind === 'text' && part.text.trim() !== '')
        return deriveTitle(
          dropUnsafe(
            part.text
              .trimStart()
              .slice(0, LONGEST_TITLE * 4)
              .toWellFormed(),
          ),
        )
  return ''
}

/** Where parts are left out, a notice says so. */
function withoutTooManyParts(message: ImportedMessage): ImportedMessage {
  const { parts } = message
  return parts.length <= MOST_PARTS ? message : { ...message, parts: [...parts.slice(0, MOST_PARTS), unreadableNotice()] }
}

function conversationIn(value: unknown): ImportedConversation | undefined {
  if (isParley(value)) return readParley(value)
  if (isChatGpt(value)) return readChatGpt(value)
  return isClaude(value) ? readClaude(value) : undefined
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
