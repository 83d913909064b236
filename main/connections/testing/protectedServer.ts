import { sendJson, type Received, type TestServer } from './httpServer'
import { legacyServer } from './httpServer'
import { modernHttp } from './modernHttp'

export interface Guard {
  /** Whether a request may pass. A refused request runs nothing. */
  passes(received: Received): boolean
  /** The `WWW-Authenticate` header of a refusal. */
  readonly challenge?: string
  readonly status?: 401 | 403
}

/** Returns the token of a request. */
export function tokenOf({ headers }: Received): string | undefined {
  return headers.authorization?.replace(/^Bearer /, '')
}

/** A server of either era that requires a token. Lists the requests that it refused in `refused`, and those that it ran in `ran`. */
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
