import type { QuestionDetails, QuestionKind } from '../../shared/domain/question'
import { canonicalJson } from '../../shared/lib/json'

/**
 * What of a question makes it that question. The rest is Parley's own view of things, such as which models there are or what was decided
 * before, and may be another one after a restart. Without a list nothing else may differ; what is named `never` is not asked twice.
 */
const asked: Partial<Record<QuestionKind, readonly string[] | 'never'>> = {
  approval: ['tool', 'arguments'],
  form: ['message', 'fields'],
  page: ['message', 'url'],
  sampling: ['messages', 'systemPrompt', 'maxTokens', 'temperature', 'stopSequences', 'tools', 'toolChoice'],
  folders: [],
  signIn: ['accountId', 'scopes'],
  // It is about an answer of a model, which the request for it has to be made anew for.
  samplingReview: 'never',
}

/** Pure: a text that is the same for the same question, asked again; undefined for a kind that is not asked again. */
export function questionFingerprint(kind: QuestionKind, details: QuestionDetails | Readonly<Record<string, unknown>>): string | undefined {
  const keys = asked[kind]
  if (keys === 'never') return undefined
  if (!keys) return canonicalJson(details)
  return canonicalJson(Object.fromEntries(Object.entries(details).filter(([key]) => keys.includes(key))))
}
