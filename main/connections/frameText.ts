import { isRecord } from '../../shared/lib/json'

/** What a frame keeps of a message: its text, cut at a limit, and how many bytes the whole had. */
export interface FrameText {
  readonly json: string
  readonly bytes: number
}

const HIDDEN = '•••'

/**
 * The text of a message for the record. What a person typed into a form goes to the server only, and a server's `requestState` may
 * hold its secrets (2026-07-28, multi-round-trip requests), so neither is kept.
 */
export function frameText(message: unknown, limit: number, line: Buffer | undefined): FrameText {
  if (line && line.length > limit) return { json: line.toString('utf8', 0, limit), bytes: line.length }
  const json = JSON.stringify(withoutAnswers(message)) ?? ''
  const bytes = line?.length ?? Buffer.byteLength(json)
  return { json: json.length > limit ? json.slice(0, limit) : json, bytes }
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
