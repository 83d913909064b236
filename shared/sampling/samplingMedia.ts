import { isRecord, type JsonObject } from '../lib/json'
import type { SamplingBlock, SamplingMessage } from '../domain/sampling'

const REFERENCE = /^@([1-9]\d{0,3})$/

export type Media = Extract<SamplingBlock, { type: 'image' | 'audio' }>

/**
 * Pure: replaces the data of images and sounds with `@1`, `@2` … in their order. The result is short enough to read, to edit as JSON, and
 * to keep as a draft.
 */
export function withoutMedia<M extends SamplingMessage>(messages: readonly M[]): readonly SamplingMessage[] {
  let count = 0
  return mapMedia(messages, () => `@${++count}`)
}

/** Pure: puts the data of the original messages back. Text that is not a valid reference does not change. */
export function withMedia(messages: readonly SamplingMessage[], original: readonly SamplingMessage[]): readonly SamplingMessage[] {
  const data: string[] = []
  mapMedia(original, (each) => {
    data.push(each)
    return each
  })
  return mapMedia(messages, (each) => data[Number(REFERENCE.exec(each)?.[1] ?? 0) - 1] ?? each)
}

/** Pure: whether a block is an image or a sound with its data. */
export function isMedia(block: unknown): block is Media {
  if (!isRecord(block) || (block['type'] !== 'image' && block['type'] !== 'audio')) return false
  return typeof block['data'] === 'string' && typeof block['mimeType'] === 'string'
}

function mapMedia(messages: readonly SamplingMessage[], data: (data: string) => string): readonly SamplingMessage[] {
  return messages.map((message) => ({ ...message, content: message.content.map((block) => mapBlock(block, data)) }))
}

/** A tool's result may contain images too. */
function mapBlock(block: SamplingBlock, data: (data: string) => string): SamplingBlock {
  if (isMedia(block)) return { ...block, data: data(block.data) }
  if (block.type !== 'tool_result') return block
  return {
    ...block,
    content: block.content.map((each): JsonObject =>
      isMedia(each) ? { type: each.type, mimeType: each.mimeType, data: data(each.data) } : each,
    ),
  }
}
