import type { FetchLike } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { ConcurrencyLimiter } from '../lib/concurrencyLimiter'
import type { Exchange } from './trackingTransport'

/** How many answers and notifications to one remote server are on their way at once. Each takes a connection. */
const AT_ONCE = 8
const WAITING = 1_000
/** A server has to accept an answer at once (2025-11-25, Streamable HTTP: 202). It need not hurry with the result of a request. */
const ACCEPT_MS = 30_000

export interface ResponsePostLimits {
  /** Knows which POSTs are requests. They have limits of their own. */
  readonly exchange: Exchange
  /** Called when too many answers wait for a server that does not accept them. */
  readonly onStalled: () => void
  /** How long a server may take to accept an answer, in milliseconds. Only tests pass their own. */
  readonly acceptMs?: number
}

/** Makes a fetch that sends only a few answers and notifications at once, and gives up one that the server does not accept in time. */
export function limitResponseAndNotificationPosts(
  baseFetch: FetchLike,
  { exchange, onStalled, acceptMs = ACCEPT_MS }: ResponsePostLimits,
): FetchLike {
  const limiter = new ConcurrencyLimiter(() => AT_ONCE)
  let waiting = 0
  return async (url, init) => {
    if (init?.method !== 'POST' || exchange.getStore() !== undefined) return baseFetch(url, init)
    if (waiting >= WAITING) {
      onStalled()
      throw new AppError('PROTOCOL_ERROR', { reason: 'transport.doesNotRead' })
    }
    waiting++
    try {
      const leave = await limiter.enter(init.signal ?? new AbortController().signal)
      try {
        return await baseFetch(url, {
          ...init,
          signal: AbortSignal.any([AbortSignal.timeout(acceptMs), ...(init.signal ? [init.signal] : [])]),
        })
      } finally {
        leave()
      }
    } finally {
      waiting--
    }
  }
}
