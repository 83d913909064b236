import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { isBrokenConnection } from '../lib/networkErrorMeaning'
import { fetchWithoutIdleTimeout } from '../net/fetchWithoutIdleTimeout'

/** A closed connection shows when the request is written. What was lost later may have cost minutes of the model's work. */
const AT_ONCE_MS = 5_000

/**
 * Sends every request to a model, with the proxies and certificates of this computer, and waits for as long as it takes: a model on a small
 * computer may read for many minutes before its first word. A redirect is an error, because the key and the
 * conversation would be sent along. A request that loses its connection at once is sent once more: servers close kept connections
 * just when the next request comes (RFC 9112, 9.3.1), and a second request to a model changes nothing.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  if (input instanceof Request) throw new AppError('INTERNAL', { reason: 'models.requestObject' })
  const send = (): Promise<Response> => fetchWithoutIdleTimeout(input, { ...init, redirect: 'error' })
  const began = performance.now()
  try {
    return await send()
  } catch (thrown) {
    if (!lostConnection(thrown) || performance.now() - began > AT_ONCE_MS || init?.signal?.aborted) throw thrown
    return await send()
  }
}

function lostConnection(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  return isRecord(cause) && typeof cause['code'] === 'string' && isBrokenConnection(cause['code'])
}

const ANSWER_BYTES = 4 * 1024 * 1024

/**
 * Reads a small JSON document from a model endpoint.
 * @throws {AppError} MODEL_ERROR when it is not JSON, or too long.
 */
export async function readJsonAnswer(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES) throw notJson()
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (thrown) {
    throw notJson(thrown)
  }
}

function notJson(cause?: unknown): AppError {
  return new AppError('MODEL_ERROR', { reason: 'models.notAModel' }, { cause })
}
