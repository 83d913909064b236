import { isRecord, type JsonObject, type JsonValue } from '../../../shared/lib/json'

/** What a person has done to an approval so far. */
export interface ApprovalDraft {
  readonly [key: string]: JsonValue
  /** The arguments as JSON text; what the model asked for as long as nobody edited them. */
  readonly json: string
  readonly editing: boolean
  readonly word: string
}

/** Pure: the draft as it was kept, or the approval as nobody has touched it. */
export function readApprovalDraft(kept: JsonValue | undefined, args: JsonObject): ApprovalDraft {
  const draft = isRecord(kept) ? kept : {}
  return {
    json: typeof draft['json'] === 'string' ? draft['json'] : JSON.stringify(args, null, 2),
    editing: draft['editing'] === true,
    word: typeof draft['word'] === 'string' ? draft['word'] : '',
  }
}
