import type { AnswerTo, SamplingDetails } from '../../../../shared/domain/question'
import type { SamplingAnswerBlock, SamplingEdit } from '../../../../shared/domain/sampling'
import { samplingEdit } from '../../../../shared/sampling/samplingEdit'
import type { Message } from '../../../../shared/messages/message'
import { isRecord } from '../../../../shared/lib/json'
import { answerBlocks, readBlockDrafts, type BlockDraft } from './blockDrafts'
import { parseSamplingEdit } from './parseSamplingEdit'
import type { KeptDraft } from '../useQuestionDraft'

/** What a person has made of a model request so far. */
export type SamplingDraft = {
  readonly model: string
  /** As it was typed; undefined as long as Parley proposes it. */
  readonly maxTokens: string | null
  /** All that is sent, as JSON: it may be unreadable while it is typed. */
  readonly json: string
  readonly byHand: boolean
  /** Their own answer, by hand. */
  readonly answer: readonly BlockDraft[]
}

/** Pure: the draft as it was kept, or the request as the server wrote it. */
export function readSamplingDraft(details: SamplingDetails, kept: KeptDraft): SamplingDraft {
  const text = (key: string, start: string): string => (typeof kept[key] === 'string' ? kept[key] : start)
  return {
    model: text('model', details.models[0] ?? ''),
    maxTokens: typeof kept['maxTokens'] === 'string' ? kept['maxTokens'] : null,
    json: text('json', jsonOf(details.edited ?? samplingEdit(details))),
    byHand: details.models.length === 0 || kept['byHand'] === true,
    answer: readBlockDrafts(kept['answer']) ?? [{ type: 'text', text: '' }],
  }
}

/** Pure: a request as a person edits it. */
export function jsonOf(edit: SamplingEdit): string {
  return JSON.stringify(edit, null, 2)
}

/** Pure: whether anything that is sent is another than what the server wrote. */
export function isEdited(details: SamplingDetails, draft: SamplingDraft): boolean {
  const read = parseSamplingEdit(draft.json)
  return !read.ok || JSON.stringify(read.value) !== JSON.stringify(samplingEdit(details))
}

/** Pure: the number of tokens that is asked for, as it stands in its field. `room` is what is left of today's budget. */
export function tokensText(details: SamplingDetails, draft: SamplingDraft, room: number): string {
  return draft.maxTokens ?? String(Math.max(1, Math.min(details.maxTokens, room)))
}

/** Pure: what is wrong with a number of tokens; undefined for one that can be asked for. */
export function tokensProblem(details: SamplingDetails, draft: SamplingDraft, room: number): Message | undefined {
  const tokens = Number(tokensText(details, draft, room))
  const most = Math.min(details.maxTokens, room)
  if (most < 1) return { id: 'sampling.noneLeft' }
  return Number.isInteger(tokens) && tokens >= 1 && tokens <= most ? undefined : { id: 'sampling.fromOneTo', params: { most } }
}

/** Pure: what Run, or Send by hand, would answer; undefined while something is missing. */
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

/** Pure: the model that would answer. */
export function chosenModel(details: SamplingDetails, draft: SamplingDraft): SamplingDetails['models'][number] | undefined {
  return details.models.find((ref) => ref === draft.model) ?? details.models[0]
}

/** Pure: whether an image or a sound is among what is sent. */
export function holdsMedia({ messages }: SamplingEdit): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'image' || type === 'audio'))
}

function isSomething(content: readonly SamplingAnswerBlock[]): boolean {
  return content.some((block) => isRecord(block) && (block.type === 'tool_use' || block.text.trim() !== ''))
}
