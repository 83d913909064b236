import { sendJson, type Received, type TestServer } from './httpServer'
import { legacyServer } from './httpServer'
import { modernHttp } from './modernHttp'

export interface Guard {
  /** Whether a request may pass; otherwise it is refused, before anything runs. */
  passes(received: Received): boolean
  /** What a refusal says, and with which status. */
  readonly challenge?: string
  readonly status?: 401 | 403
}

/** The token that a request shows. */
export function tokenOf({ headers }: Received): string | undefined {
  return headers.authorization?.replace(/^Bearer /, '')
}

/** A server of either era that wants to know who calls. What it refused is `refused`, and what it ran is `ran`. */
export async function protectedServer(
  era: '2025' | '2026',
  guard: Guard,
  own: (received: Received) => boolean = () => false,
): Promise<TestServer & { readonly refused: Received[]; readonly ran: Received[] }> {
  const refused: Received[] = []
  const ran: Received[] = []
  const check = (received: Received): boolean => {
    if (!guard.passes(received)) {
      refused.push(received)
      const challenge = guard.challenge ?? 'Bearer'
      sendJson(received.response, { error: 'refused' }, guard.status ?? 401, { 'www-authenticate': challenge })
      return true
    }
    if (typeof received.message['method'] === 'string') ran.push(received)
    return own(received)
  }
  const server = await (era === '2025' ? legacyServer(check) : modernHttp(check))
  return Object.assign(server, { refused, ran })
}
