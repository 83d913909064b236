import * as z from 'zod'
import type { MessageRecord } from '../domain/messageRecord'
import { CallId, ServerId } from '../domain/ids'
import { call } from './define'

export const trafficCalls = {
  /**
   * "What was sent": the message records of one call, in order.
   * Result: the records; none for a call that is not known or too old. `json` is cut at `limits.frameBytesKept` bytes, without secrets.
   * Errors: none of its own.
   */
  'traffic.ofCall': call<readonly MessageRecord[]>()(z.object({ callId: CallId })),
  /**
   * The last message records of a server, or those before the record `before`. At most 500 at once.
   * Result: the records, oldest first, and whether there are older ones.
   * Errors: none of its own.
   */
  'traffic.ofServer': call<{ records: readonly MessageRecord[]; hasMore: boolean }>()(
    z.object({ serverId: ServerId, before: z.int().optional(), limit: z.int().min(1).max(500) }),
  ),
}
