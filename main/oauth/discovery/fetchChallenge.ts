import type { FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import { readChallenge } from './wwwAuthenticate'
import type { Demand } from '../signIn/prepareSignIn'

const WITHIN_MS = 5_000

/**
 * Sends a harmless request without credentials to get the server's challenge. Only the challenge can say where the metadata is and what the
 * server demands (RFC 9728, section 5.1). Undefined if the server does not refuse; metadata is then looked for at its usual places.
 */
export async function fetchChallenge(serverUrl: string, fetchFn: FetchLike, signal: AbortSignal): Promise<Demand | undefined> {
  try {
    const response = await fetchFn(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    })
    if (response.status !== 401) return undefined
    const { scope, resourceMetadataUrl, dpop } = readChallenge(response.headers)
    return { scope, resourceMetadataUrl, dpop }
  } catch (thrown) {
    signal.throwIfAborted()
    log('info', 'A server could not be asked how it wants to be signed in to', { error: AppError.from(thrown) })
    return undefined
  }
}
