import { isRecord } from '../../shared/lib/json'
import { jsonStart, type JsonStart } from '../lib/jsonSize'

const HIDDEN = '•••'

/**
 * The text of a message for the record. What a person typed into a form goes to the server only, and a server's `requestState` may
 * hold its secrets (2026-07-28, multi-round-trip requests), so neither is kept. Of a message that is longer than the limit, only about as
 * much is written again as is kept.
 * @param bytes How long it was on the wire, where that is known.
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
