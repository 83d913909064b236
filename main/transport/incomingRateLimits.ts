import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { TokenBucket, type TokenBucketRate } from '../lib/tokenBucket'

/** How fast a server may send. One that is faster is at fault or attacks. */
const RATES = {
  /** People answer most requests, and Parley answers the rest at once. */
  request: { burst: 2_000, perSecond: 20 },
  /** Notifications, answers to nothing, and lines that are no message. */
  notification: { burst: 50_000, perSecond: 500 },
  /** Logs and progress. Parley drops most of a flood, which costs little, and honest servers write many lines at times. */
  log: { burst: 500_000, perSecond: 5_000 },
} as const satisfies Record<string, TokenBucketRate>

const OPEN_REQUESTS = 256

export type RateKind = keyof typeof RATES
/** The reason for which a server that sends too fast is ended. */
export type RateExcess = 'transport.tooManyRequests' | 'transport.tooManyMessages'

const logMethods: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress'])

/** Pure: the rate under which a server's request or notification counts. */
export function rateKindOf(message: Extract<JSONRPCMessage, { method: string }>): RateKind {
  if ('id' in message) return 'request'
  return logMethods.has(message.method) ? 'log' : 'notification'
}

/** Owner of what one server may send in one session: how fast, and how many requests may be open. */
export class IncomingRateLimits {
  readonly #now: () => number
  readonly #rates: Readonly<Record<RateKind, TokenBucket>> = {
    request: new TokenBucket(() => RATES.request),
    notification: new TokenBucket(() => RATES.notification),
    log: new TokenBucket(() => RATES.log),
  }
  /** The server's requests that are not answered yet. */
  readonly #open = new Set<RequestId>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts one more message. Returns the reason to end the server if that is one too many. */
  count(kind: RateKind): RateExcess | undefined {
    if (this.#rates[kind].take(this.#now())) return undefined
    return kind === 'request' ? 'transport.tooManyRequests' : 'transport.tooManyMessages'
  }

  /** Remembers an open request of the server. Returns false if too many are open, or one with this id. */
  admitRequest(id: RequestId): boolean {
    if (this.#open.size >= OPEN_REQUESTS || this.#open.has(id)) return false
    this.#open.add(id)
    return true
  }

  /** Forgets a request that was answered or cancelled. */
  requestEnded(id: RequestId | undefined): void {
    if (id !== undefined) this.#open.delete(id)
  }
}
