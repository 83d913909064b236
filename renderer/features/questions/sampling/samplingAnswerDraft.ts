import type { SamplingAnswerBlock } from '../../../../shared/domain/sampling'
import { isRecord } from '../../../../shared/lib/json'
import { readArguments } from '../../../widgets/argumentFields'

/** One block of an answer while the person edits it. The arguments of a call stay text until they are valid JSON. */
export type BlockDraft =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly json: string }

/** Pure: converts an answer to editable blocks. There is always a text block. */
export function samplingAnswerDraft(content: readonly SamplingAnswerBlock[]): readonly BlockDraft[] {
  const drafts = content.map((block): BlockDraft =>
    block.type === 'text'
      ? { type: 'text', text: block.text }
      : { type: 'tool_use', id: block.id, name: block.name, json: JSON.stringify(block.input, null, 2) },
  )
  return drafts.length > 0 ? drafts : [{ type: 'text', text: '' }]
}

/** Pure: returns the content to send. Returns undefined while the arguments of a call are not valid. */
export function answerBlocks(drafts: readonly BlockDraft[]): SamplingAnswerBlock[] | undefined {
  const blocks: SamplingAnswerBlock[] = []
  for (const draft of drafts) {
    if (draft.type === 'text') {
      if (draft.text !== '') blocks.push({ type: 'text', text: draft.text })
      continue
    }
    const read = readArguments(draft.json)
    if (!read.ok) return undefined
    blocks.push({ type: 'tool_use', id: draft.id, name: draft.name, input: read.value })
  }
  return blocks
}

/** Pure: reads stored drafts. Returns undefined when they no longer have the right shape. */
export function readBlockDrafts(kept: unknown): readonly BlockDraft[] | undefined {
  if (!Array.isArray(kept)) return undefined
  const drafts = kept.flatMap((each: unknown): BlockDraft[] => {
    if (!isRecord(each)) return []
    const { type, text, id, name, json } = each
    if (type === 'text' && typeof text === 'string') return [{ type, text }]
    if (type !== 'tool_use' || typeof id !== 'string' || typeof name !== 'string' || typeof json !== 'string') return []
    return [{ type, id, name, json }]
  })
  return drafts.length === kept.length && drafts.length > 0 ? drafts : undefined
}
