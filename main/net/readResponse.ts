import type { Response as UndiciResponse } from 'undici'
import { AppError } from '../../shared/errors/appError'

/** Text types and unknown types: many servers send their metadata as a plain file. */
const TEXT = /^(?:text\/|application\/(?:[\w.+-]*json|x-www-form-urlencoded|octet-stream|jwt)\b|$)/i
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

/**
 * Reads the whole response as text, up to the limit after decompression. The body of an error response is kept only if it is JSON, because
 * only JSON can be an OAuth error.
 * @throws {AppError} MESSAGE_TOO_LARGE
 */
export async function readResponse(answer: UndiciResponse, host: string, limit: number): Promise<Response> {
  const bytes = await readAtMost(answer, host, limit)
  const text = TEXT.test(answer.headers.get('content-type') ?? '') ? asText(bytes) : undefined
  if (answer.ok && text === undefined) throw new AppError('PROTOCOL_ERROR', { reason: 'net.notText', params: { host } })
  const body = text !== undefined && (answer.ok || isJson(text)) ? text : ''
  const made = new Response(WITHOUT_BODY.has(answer.status) ? null : body, { status: answer.status, headers: headersOf(answer) })
  // A Response made by hand has no URL, but the SDK reads it.
  Object.defineProperty(made, 'url', { value: answer.url })
  return made
}

async function readAtMost(answer: UndiciResponse, host: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let seen = 0
  for await (const chunk of answer.body ?? []) {
    seen += chunk.length
    // Leaving the loop cancels the rest of the body.
    if (seen > limit) throw new AppError('MESSAGE_TOO_LARGE', { reason: 'net.tooLarge', params: { host, limit: limit / 1_024 } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (thrown) {
    if (thrown instanceof TypeError) return undefined
    throw thrown
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false
    throw thrown
  }
}

/** Without headers that describe only the transfer, and without cookies, which are never kept. */
function headersOf(answer: UndiciResponse): Headers {
  const headers = new Headers()
  for (const [name, value] of answer.headers) {
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie'].includes(name)) headers.append(name, value)
  }
  return headers
}
