import { isRecord, parseJson } from '../../../shared/lib/json'
import { readModelErrorResponse } from '../readModelErrorResponse'

const OPENING_BRACE = 0x7b
const WHITE_SPACE = new Set([9, 10, 13, 32])

/**
 * Some endpoints answer with success, and with an error as JSON in the place of a stream: with the status of what stands behind them in
 * `error.code`. Such an answer gets that status, so that it is read as every other refusal. Where there is none, the error becomes the stream.
 */
export function withErrorStatus(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!response.ok || !response.body || response.headers.get('content-type')?.includes('event-stream')) return response
    const [beginning, whole] = response.body.tee()
    if (!(await beginsObject(beginning))) return withBody(response, whole)
    const text = await new Response(whole).text()
    const error = errorIn(text)
    if (!error) return withBody(response, text)
    const status = statusIn(error['code'])
    if (status !== undefined) return new Response(text, { status, headers: response.headers })
    return withBody(response, `data: ${JSON.stringify({ error })}\n\n`)
  }
}

async function beginsObject(body: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const first = next.value.find((byte) => !WHITE_SPACE.has(byte))
    if (first === undefined) continue
    // It ends only with the other half of the body.
    reader.cancel().catch(() => undefined)
    return first === OPENING_BRACE
  }
  return false
}

/** Returns the error of a body that is nothing else. */
function errorIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const body = parseJson(text)
  if (!isRecord(body) || body['choices'] !== undefined) return undefined
  const { message } = readModelErrorResponse(text)
  const { error } = body
  if (message === undefined || (!isRecord(error) && typeof error !== 'string')) return undefined
  return { ...(isRecord(error) && error), message }
}

/** A status is a number, or written as a text. */
function statusIn(code: unknown): number | undefined {
  const status = typeof code === 'string' && /^\d{3}$/.test(code) ? Number(code) : code
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

function withBody(response: Response, body: string | ReadableStream<Uint8Array>): Response {
  const same = new Response(body, response)
  // A new Response has no address.
  Object.defineProperty(same, 'url', { value: response.url })
  return same
}
