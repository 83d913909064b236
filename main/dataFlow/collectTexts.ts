import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { assertNever } from '../../shared/lib/assertNever'
import type { JsonValue } from '../../shared/lib/json'
import { decodeTextBlob } from '../lib/decodeTextBlob'

/** Pure: every text in a result that a model may have read and so may repeat. */
export function collectTexts({ content, structuredContent }: Pick<ToolResult, 'content' | 'structuredContent'>): readonly string[] {
  const texts = content.flatMap(textsOfBlock)
  if (structuredContent !== undefined) collectStrings(structuredContent, texts)
  // Empty texts would add nothing to the word count, however many there are.
  return texts.filter((text) => text !== '')
}

function textsOfBlock(block: ContentBlock): string[] {
  switch (block.type) {
    case 'text':
      return [block.text]
    case 'image':
    case 'audio':
      return []
    case 'resource_link':
      return [block.uri, block.name, block.title ?? '', block.description ?? '']
    case 'resource': {
      const words = block.text ?? (block.blob === undefined ? undefined : decodeTextBlob(block.mimeType, block.blob))
      return words === undefined ? [block.uri] : [block.uri, words]
    }
    case 'unknown': {
      const found: string[] = []
      collectStrings(block.json, found)
      return found
    }
    default:
      return assertNever(block)
  }
}

/** Without recursion or spreading, because a server's value may be too deep or too wide for the stack. */
function collectStrings(value: JsonValue, into: string[]): void {
  const open: JsonValue[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') into.push(next)
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
}
