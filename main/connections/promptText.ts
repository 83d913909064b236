import { isRecord } from '../../shared/lib/json'
import { readBlock } from './parseResult'

/** The messages of a prompt as one text for the composer, where a person reads it before it is sent. */
export function promptText(result: Readonly<Record<string, unknown>>): string {
  const messages: readonly unknown[] = Array.isArray(result['messages']) ? result['messages'] : []
  return messages
    .flatMap((message) => (isRecord(message) ? [message['content']].flat() : []))
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n\n')
}

function blockText(raw: unknown): string {
  const block = readBlock(raw)
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource':
      return block.text ?? `[${block.uri}]`
    case 'resource_link':
      return `[${block.name}](${block.uri})`
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}]`
    case 'unknown':
      return ''
  }
}
