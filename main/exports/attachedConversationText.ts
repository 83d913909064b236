import type { ChatMessage, Conversation, Part } from '../../shared/domain/chat'
import type { Translator } from '../../shared/i18n/translator'
import { redact } from '../lib/redact'
import { truncateBytes } from '../lib/truncateBytes'
import { callHeading } from './callHeading'
import { attachedText } from './resultText'
import { authorOf } from './writeMarkdown'

/**
 * Pure, but for the secrets that Parley knows: what was said in a conversation, as a text for another one. Calls and attachments are only
 * named. Of a text that is too long, the newest messages stay, and a line says how many are left out.
 * @param bytes The most that the text has, apart from that line.
 * @returns an empty text where nothing was said
 */
export function attachedConversationText({ messages }: Pick<Conversation, 'messages'>, translator: Translator, bytes: number): string {
  const kept: string[] = []
  let left = bytes
  let index = messages.length
  while (index > 0 && left > 0) {
    const text = messageText(messages[index - 1], translator)
    const size = Buffer.byteLength(text)
    // The newest message is cut rather than left out.
    if (size > left && kept.length > 0) break
    kept.push(truncateBytes(text, left))
    left -= size
    index--
  }
  const said = kept.filter((text) => text !== '').toReversed()
  return [...(index > 0 ? [translator.t('exports.file.earlier', { count: index })] : []), ...said].join('\n\n')
}

function messageText(message: ChatMessage | undefined, translator: Translator): string {
  const said = message?.parts.map((part) => partText(part, translator)).filter((text) => text !== '') ?? []
  return message && said.length > 0 ? redact([`## ${authorOf(message, translator)}`, ...said].join('\n\n')) : ''
}

function partText(part: Part, translator: Translator): string {
  const { t } = translator
  switch (part.kind) {
    case 'text':
      return part.text
    case 'steering':
      return [t('exports.file.you'), part.text, ...part.attached.map((each) => partText(each, translator))].join('\n\n')
    case 'call':
      return `(${callHeading(part.call, translator)})`
    case 'attachment':
      return `(${t('exports.file.attachment', { name: part.name, server: part.serverId })})`
    case 'file':
      return `(${attachedText(part.file, translator)})`
    case 'reasoning':
    case 'notice':
      return ''
  }
}
