import { isRecord } from '../../shared/lib/json'
import { jsonStart, type JsonStart } from '../lib/jsonSize'

const HIDDEN = '•••'

/**
 * Returns the text of a message for the record, without form answers and `requestState`. A person's answers are for the server only, and
 * `requestState` may hold a server's secrets (2026-07-28, multi-round-trip requests). For a message over the limit, serializes only about
 * as much as is kept.
 * @param bytes Length on the wire, if known.
 */
export function redactInputResponses(message: unknown, limit: number, bytes: number | undefined): JsonStart {
  const kept = withoutAnswers(message)
  if (bytes !== undefined && bytes <= limit) return { json: JSON.stringify(kept) ?? '', bytes }
  return jsonStart(kept, limit, bytes)
}

function withoutAnswers(message: unknown): unknown {
  if (!isRecord(message)) return message
  const { params, result } = message
  return {
    ...message,
    ...(isRecord(params) &&
      (params['inputResponses'] !== undefined || params['requestState'] !== undefined) && { params: hideAnswers(params) }),
    ...(isRecord(result) && { result: hideAnswers(result) }),
  }
}

function hideAnswers(values: Readonly<Record<string, unknown>>): unknown {
  const { inputResponses, requestState, action, content } = values
  return {
    ...values,
    ...(requestState !== undefined && { requestState: HIDDEN }),
    ...(isRecord(inputResponses) && {
      inputResponses: Object.fromEntries(
        Object.entries(inputResponses).map(([key, answer]) => [key, isRecord(answer) ? hideAnswers(answer) : HIDDEN]),
      ),
    }),
    // The answer to a form: `{ action: 'accept', content: { … } }`.
    ...(typeof action === 'string' && isRecord(content) && { content: HIDDEN }),
  }
}
