import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { ActiveCall } from './activeCall'
import { askerOf } from './askerOf'
import { INPUT_REQUESTS_AT_ONCE } from '../parsing/normalizeMessage'
import type { ProtocolSession } from '../session/protocolSession'
import type { ClientFeatures } from '../session/clientFeatures'
import { abortReason } from '../lib/abortReason'
import { waitForUrlElicitation } from './waitForUrlElicitation'

/** A Node timer with a longer delay fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface UrlElicitationRequiredDeps {
  readonly call: ActiveCall
  readonly requests: ClientFeatures
  readonly session: ProtocolSession
  /** How long a server may take to say that a page is done. */
  readonly pageMs: number
}

/**
 * Asks a person to visit the pages that a call needs first. A 2025 server asks for them with an error that lists them, and sends a
 * notification when each is done (2025-11-25, elicitation: URL elicitation required).
 * @throws {AppError} DENIED when a page was not opened, PROTOCOL_ERROR when the error lists no usable pages.
 */
export async function handleUrlElicitationRequired(
  { call, requests, session, pageMs }: UrlElicitationRequiredDeps,
  listed: unknown,
): Promise<void> {
  const asker = askerOf(session.serverId, [call])
  const ended = call.questionsEnd()
  for (const page of pagesIn(listed, session.serverId)) {
    const answer = await call.whileAsking(() => requests.elicit(asker, { ...page, mode: 'url' }, ended))
    if (ended.aborted) throw abortReason(ended)
    if (!isRecord(answer) || answer['action'] !== 'accept')
      throw new AppError('DENIED', { reason: 'calls.pageNotOpened', params: { server: session.serverId } })
    const inTime = AbortSignal.any([ended, AbortSignal.timeout(Math.min(pageMs, LONGEST_TIMER_MS))])
    await call.whileAsking(() => waitForUrlElicitation({ session, requests }, asker, page, inTime))
  }
}

/** Checks the list itself, because the SDK does not validate it. */
function pagesIn(listed: unknown, serverId: ServerId): readonly { readonly elicitationId: string }[] {
  const pages: readonly unknown[] = Array.isArray(listed) ? listed : []
  const known = pages.flatMap((page) => {
    const elicitationId = isRecord(page) ? page['elicitationId'] : undefined
    return isRecord(page) && typeof elicitationId === 'string' ? [{ ...page, elicitationId }] : []
  })
  if (known.length === pages.length && pages.length > 0 && pages.length <= INPUT_REQUESTS_AT_ONCE) return known
  throw new AppError('PROTOCOL_ERROR', { reason: 'calls.noUsablePages', params: { server: serverId } })
}
