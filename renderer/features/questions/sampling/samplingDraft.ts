import type { AnswerTo, SamplingDetails } from '../../../../shared/domain/question'
import type { SamplingAnswerBlock, SamplingEdit } from '../../../../shared/domain/sampling'
import { toSamplingEdit } from '../../../../shared/sampling/toSamplingEdit'
import type { Message } from '../../../../shared/i18n/message'
import { isRecord } from '../../../../shared/lib/json'
import { answerBlocks, readBlockDrafts, type BlockDraft } from './samplingAnswerDraft'
import { parseSamplingEdit } from './parseSamplingEdit'
import type { KeptDraft } from '../useQuestionDraft'

/** The person's changes to a sampling request so far. */
export type SamplingDraft = {
  readonly model: string
  /** As typed. null while Parley's proposal is unchanged. */
  readonly maxTokens: string | null
  /** The whole request as JSON. It may be invalid while the person types. */
  readonly json: string
  readonly byHand: boolean
  /** The person's own answer. */
  readonly answer: readonly BlockDraft[]
}

/** Pure: reads a stored draft. Without one, returns the server's request. */
export function readSamplingDraft(details: SamplingDetails, kept: KeptDraft): SamplingDraft {
  const text = (key: string, start: string): string => (typeof kept[key] === 'string' ? kept[key] : start)
  return {
    model: text('model', details.models[0] ?? ''),
    maxTokens: typeof kept['maxTokens'] === 'string' ? kept['maxTokens'] : null,
    json: text('json', jsonOf(details.edited ?? toSamplingEdit(details))),
    byHand: details.models.length === 0 || kept['byHand'] === true,
    answer: readBlockDrafts(kept['answer']) ?? [{ type: 'text', text: '' }],
  }
}

/** Pure: formats a request as JSON for editing. */
export function jsonOf(edit: SamplingEdit): string {
  return JSON.stringify(edit, null, 2)
}

/** Pure: whether the request differs from what the server wrote. */
export function isEdited(details: SamplingDetails, draft: SamplingDraft): boolean {
  const read = parseSamplingEdit(draft.json)
  return !read.ok || JSON.stringify(read.value) !== JSON.stringify(toSamplingEdit(details))
}

/** Pure: returns the requested number of tokens as the text of its field. `room` is the rest of today's budget. */
export function tokensText(details: SamplingDetails, draft: SamplingDraft, room: number): string {
  return draft.maxTokens ?? String(Math.max(1, Math.min(details.maxTokens, room)))
}

/** Pure: says what is wrong with a number of tokens. Returns undefined for a valid one. */
export function tokensProblem(details: SamplingDetails, draft: SamplingDraft, room: number): Message | undefined {
  const tokens = Number(tokensText(details, draft, room))
  const most = Math.min(details.maxTokens, room)
  if (most < 1) return { id: 'sampling.noneLeft' }
  return Number.isInteger(tokens) && tokens >= 1 && tokens <= most ? undefined : { id: 'sampling.fromOneTo', params: { most } }
}

/** Pure: returns the answer of "Run" or "Send by hand". Returns undefined while something is missing. */
export function samplingAnswer(details: SamplingDetails, draft: SamplingDraft, room: number): AnswerTo<'sampling'> | undefined {
  if (draft.byHand) {
    const content = answerBlocks(draft.answer)
    return content && isSomething(content) ? { kind: 'sampling', action: 'answerByHand', content } : undefined
  }
  const model = chosenModel(details, draft)
  const read = parseSamplingEdit(draft.json)
  if (model === undefined || !read.ok || tokensProblem(details, draft, room) !== undefined) return undefined
  if (details.blind?.some((blind) => blind.model === model) && holdsMedia(read.value)) return undefined
  return {
    kind: 'sampling',
    action: 'run',
    model,
    ...(isEdited(details, draft) && { request: read.value }),
    maxTokens: Number(tokensText(details, draft, room)),
  }
}

/** Pure: returns the model that would answer. */
export function chosenModel(details: SamplingDetails, draft: SamplingDraft): SamplingDetails['models'][number] | undefined {
  return details.models.find((ref) => ref === draft.model) ?? details.models[0]
}

/** Pure: whether the request contains an image or a sound. */
export function holdsMedia({ messages }: SamplingEdit): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'image' || type === 'audio'))
}

function isSomething(content: readonly SamplingAnswerBlock[]): boolean {
  return content.some((block) => isRecord(block) && (block.type === 'tool_use' || block.text.trim() !== ''))
}
