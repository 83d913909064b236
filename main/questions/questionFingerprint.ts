import type { QuestionDetails, QuestionKind } from '../../shared/domain/question'
import { canonicalJson } from '../../shared/lib/json'

/**
 * The fields that identify a question. The others are Parley's own view, such as the models or earlier decisions, and may change after a
 * restart. For a kind without a list, every field counts. A kind marked `never` is not asked again.
 */
const asked: Partial<Record<QuestionKind, readonly string[] | 'never'>> = {
  approval: ['tool', 'arguments'],
  form: ['message', 'fields'],
  page: ['message', 'url'],
  sampling: ['messages', 'systemPrompt', 'maxTokens', 'temperature', 'stopSequences', 'tools', 'toolChoice'],
  folders: [],
  signIn: ['accountId', 'scopes'],
  // It is about a model's answer, which a repeated request would produce anew.
  samplingReview: 'never',
}

/** Pure: a text that is equal for the same question asked again; undefined for a kind that is not asked again. */
export function questionFingerprint(kind: QuestionKind, details: QuestionDetails | Readonly<Record<string, unknown>>): string | undefined {
  const keys = asked[kind]
  if (keys === 'never') return undefined
  if (!keys) return canonicalJson(details)
  return canonicalJson(Object.fromEntries(Object.entries(details).filter(([key]) => keys.includes(key))))
}
