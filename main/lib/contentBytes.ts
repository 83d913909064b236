import type { ContentBlock } from '../../shared/domain/toolResult'

/**
 * Pure: returns the size of content as a person counts it: the bytes of its text and of its media, without the JSON around them. It is no
 * bound for memory, because a block without either counts nothing.
 */
export function contentBytes(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + blockBytes(block), 0)
}

function blockBytes(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text)
    case 'image':
    case 'audio':
      return Buffer.byteLength(block.data, 'base64')
    case 'resource':
      return Buffer.byteLength(block.text ?? '') + Buffer.byteLength(block.blob ?? '', 'base64')
    case 'resource_link':
      return Buffer.byteLength(block.uri)
    case 'unknown':
      return Buffer.byteLength(JSON.stringify(block.json))
  }
}
