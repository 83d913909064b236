import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { truncateBytes } from '../lib/truncateBytes'
import { isSurelyLonger, jsonBytes } from '../lib/jsonSize'

/**
 * Pure: returns the beginning of a result that fits into this many bytes, marked as cut if something is missing. Text is cut at a character
 * boundary. An image, a sound or a file that does not fit is left out. Texts are missing only from the end on:
 * those that are here are the first ones.
 */
export function truncateResult(result: ToolResult, bytes: number): ToolResult {
  if (result.bytes <= bytes) return result
  let left = bytes
  const content: ContentBlock[] = []
  for (const block of result.content) {
    // There may be thousands more.
    if (left === 0) break
    const size = isSurelyLonger(block, left) ? Infinity : jsonBytes(block)
    const kept = size <= left ? block : cutBlock(block, left)
    if (!kept) continue
    content.push(kept)
    left -= Math.min(left, size)
  }
  const { structuredContent, ...rest } = result
  const structuredFits = structuredContent !== undefined && jsonBytes(structuredContent) <= left
  return { ...rest, ...(structuredFits && { structuredContent }), content, cut: true }
}

function cutBlock(block: ContentBlock, bytes: number): ContentBlock | undefined {
  if (bytes === 0) return undefined
  if (block.type === 'text') return { ...block, text: truncateBytes(block.text, bytes) }
  if (block.type === 'resource' && block.text !== undefined) return { ...block, text: truncateBytes(block.text, bytes) }
  return undefined
}
