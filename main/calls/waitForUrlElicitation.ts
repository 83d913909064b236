import type { Asker } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import type { ProtocolSession } from '../session/protocolSession'
import type { ClientFeatures } from '../session/clientFeatures'

/**
 * Waits until a page that a call needs is done. The server may report it (`notifications/elicitation/complete`), or the person may continue
 * or give up (2025-11-25, elicitation: controls to retry or cancel while that work is pending).
 */
export async function waitForUrlElicitation(
  { session, requests }: { readonly session: ProtocolSession; readonly requests: ClientFeatures },
  asker: Asker,
  page: { readonly elicitationId: string },
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController()
  const visited = session.urlCompletions.wait(page.elicitationId, signal).then(() => 'visited' as const)
  const asked = requests.awaitPage(asker, page, AbortSignal.any([signal, done.signal]))
  // If the question to the person was withdrawn, the page or the end of the call decides.
  const decided = asked.then((how) => (how === 'withdrawn' ? visited : how))
  try {
    if ((await Promise.race([visited, decided])) === 'stop') {
      throw new AppError('DENIED', { reason: 'calls.pageNotAwaited', params: { server: session.serverId } })
    }
  } finally {
    done.abort(new AppError('CANCELLED', { reason: 'calls.pageDone', params: { server: session.serverId } }))
    // The promise that settles second must not cause an unhandled rejection.
    decided.catch(() => undefined)
  }
}
