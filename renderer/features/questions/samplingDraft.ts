import type { AnswerTo, SamplingDetails, SamplingMessage } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import type { KeptDraft } from './useQuestionDraft'

/** What a person has made of a model request so far. */
export type SamplingDraft = {
  readonly model: string
  /** As it was typed. */
  readonly maxTokens: string
  readonly system: string
  /** The text of each message. */
  readonly texts: readonly string[]
  readonly byHand: boolean
  /** Their own answer, by hand. */
  readonly answer: string
}

/** Pure: the draft as it was kept, or the request as the server wrote it. */
export function readSamplingDraft(details: SamplingDetails, kept: KeptDraft): SamplingDraft {
  const text = (key: string, start: string): string => (typeof kept[key] === 'string' ? kept[key] : start)
  const texts = kept['texts']
  return {
    model: text('model', details.models[0] ?? ''),
    maxTokens: text('maxTokens', String(details.maxTokens)),
    system: text('system', details.systemPrompt ?? ''),
    texts:
      Array.isArray(texts) && texts.length === details.messages.length && texts.every((each) => typeof each === 'string')
        ? texts
        : details.messages.map(messageText),
    byHand: details.models.length === 0 || kept['byHand'] === true,
    answer: text('answer', ''),
  }
}

/** Pure: whether the number of tokens that was typed can be asked for. */
export function tokensRight(details: SamplingDetails, draft: SamplingDraft): boolean {
  const tokens = Number(draft.maxTokens)
  return Number.isInteger(tokens) && tokens >= 1 && tokens <= details.maxTokens
}

/** Pure: what Run, or Send by hand, would answer; undefined while something is missing. */
export function samplingAnswer(details: SamplingDetails, draft: SamplingDraft): AnswerTo<'sampling'> | undefined {
  if (draft.byHand) return draft.answer.trim() === '' ? undefined : { kind: 'sampling', action: 'answerByHand', text: draft.answer }
  const model = chosenModel(details, draft)
  if (model === undefined || !tokensRight(details, draft)) return undefined
  return {
    kind: 'sampling',
    action: 'run',
    model,
    ...((details.systemPrompt ?? '') !== draft.system && { systemPrompt: draft.system }),
    texts: [...draft.texts],
    maxTokens: Number(draft.maxTokens),
  }
}

/** Pure: the model that would answer. */
export function chosenModel(details: SamplingDetails, draft: SamplingDraft): SamplingDetails['models'][number] | undefined {
  return details.models.find((ref) => ref === draft.model) ?? details.models[0]
}

/** Pure: whether a block is words, which a person can edit. */
export function isText(block: JsonValue): block is { readonly type: 'text'; readonly text: string } {
  return isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string'
}

function messageText({ content }: SamplingMessage): string {
  return content.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n\n')
}
