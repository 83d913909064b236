import type { JsonObject } from '../../../../shared/lib/json'
import type { KeptDraft } from '../useQuestionDraft'

/** What a person has changed in an approval so far. */
export type ApprovalDraft = {
  /** The arguments as JSON text: the model's own until the person edits them. */
  readonly json: string
  readonly editing: boolean
  readonly word: string
  /** The long arguments that the person has opened. */
  readonly seen: readonly string[]
}

/** Pure: reads a stored draft. Without one, returns the unchanged approval. */
export function readApprovalDraft(kept: KeptDraft, args: JsonObject): ApprovalDraft {
  return {
    json: typeof kept['json'] === 'string' ? kept['json'] : JSON.stringify(args, null, 2),
    editing: kept['editing'] === true,
    word: typeof kept['word'] === 'string' ? kept['word'] : '',
    seen: Array.isArray(kept['seen']) ? kept['seen'].filter((key) => typeof key === 'string') : [],
  }
}
