import type { FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors/appError'
import { log } from '../../lib/log'
import { readChallenge } from './wwwAuthenticate'
import type { Demand } from '../signIn/prepareSignIn'

const WITHIN_MS = 5_000

/**
 * Asks a server something harmless without saying who asks, to be refused: only its challenge may say where it describes itself and what
 * it wants (RFC 9728, section 5.1). Nothing where it does not refuse: then the description is looked for at its usual places.
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
