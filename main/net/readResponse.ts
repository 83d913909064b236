import type { Response as UndiciResponse } from 'undici'
import { AppError } from '../../shared/errors/appError'

/** Text by its name, or of no known kind: many servers give their metadata as a plain file. */
const TEXT = /^(?:text\/|application\/(?:[\w.+-]*json|x-www-form-urlencoded|octet-stream|jwt)\b|$)/i
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304])

/**
 * The answer as a whole, no longer than the limit after unpacking, and only as text. Of a refusal nothing but JSON is handed on, since
 * only that can be an answer of a sign-in; what else stands at an address is nobody's business. @throws {AppError} MESSAGE_TOO_LARGE
 */
export async function readResponse(answer: UndiciResponse, host: string, limit: number): Promise<Response> {
  const bytes = await readAtMost(answer, host, limit)
  const text = TEXT.test(answer.headers.get('content-type') ?? '') ? asText(bytes) : undefined
  if (answer.ok && text === undefined) throw new AppError('PROTOCOL_ERROR', { reason: 'net.notText', params: { host } })
  const body = text !== undefined && (answer.ok || isJson(text)) ? text : ''
  const made = new Response(WITHOUT_BODY.has(answer.status) ? null : body, { status: answer.status, headers: headersOf(answer) })
  // A Response made by hand has no address, and the protocol library looks at it.
  Object.defineProperty(made, 'url', { value: answer.url })
  return made
}

async function readAtMost(answer: UndiciResponse, host: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let seen = 0
  for await (const chunk of answer.body ?? []) {
    seen += chunk.length
    // Leaving the loop cancels what is still to come.
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

/** Without what was true of the bytes on the way only, and without cookies: nobody keeps them. */
function headersOf(answer: UndiciResponse): Headers {
  const headers = new Headers()
  for (const [name, value] of answer.headers) {
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie'].includes(name)) headers.append(name, value)
  }
  return headers
}
