import type { JsonObject } from '../../../../shared/lib/json'
import type { KeptDraft } from '../useQuestionDraft'

/** What a person has done to an approval so far. */
export type ApprovalDraft = {
  /** The arguments as JSON text; what the model asked for as long as nobody edited them. */
  readonly json: string
  readonly editing: boolean
  readonly word: string
  /** Long arguments that they have looked at. */
  readonly seen: readonly string[]
}

/** Pure: the draft as it was kept, or the approval as nobody has touched it. */
export function readApprovalDraft(kept: KeptDraft, args: JsonObject): ApprovalDraft {
  return {
    json: typeof kept['json'] === 'string' ? kept['json'] : JSON.stringify(args, null, 2),
    editing: kept['editing'] === true,
    word: typeof kept['word'] === 'string' ? kept['word'] : '',
    seen: Array.isArray(kept['seen']) ? kept['seen'].filter((key) => typeof key === 'string') : [],
  }
}
