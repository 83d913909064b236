import { AppError } from '../../shared/errors/appError'
import { systemFetch } from '../net/systemFetch'

const throughSystem = systemFetch((url, init) => fetch(url, init))

/**
 * Sends every request to a model, with the proxies and certificates of this computer. A redirect is an error, because the key and the
 * conversation would be sent along.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  if (input instanceof Request) throw new AppError('INTERNAL', { reason: 'models.requestObject' })
  return await throughSystem(input, { ...init, redirect: 'error' })
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
