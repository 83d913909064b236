import * as z from 'zod'
import type { MessageRecord } from '../domain/messageRecord'
import { CallId, ConnectionId, ServerId } from '../domain/ids'
import { call } from './contractKinds'

export const trafficCalls = {
  /**
   * Returns the message records of one call, in order, for "What was sent".
   * Result: the records. Empty for a call that is unknown or too old. `json` is cut at `limits.messageRecordBytesKept` bytes, without secrets.
   * Errors: none of its own.
   */
  'traffic.ofCall': call<readonly MessageRecord[]>()(z.object({ callId: CallId })),
  /**
   * Returns the last message records of a server, or the ones before the record `before`, or the first ones after the record `after`. At most
   * 500 at once. With `connectionId` only those of one connection; what passes between an app and its page has the id of the app there.
   * Result: the records, oldest first, and whether there are more of them: older ones, or with `after` newer ones.
   * Errors: none of its own.
   */
  'traffic.ofServer': call<{ records: readonly MessageRecord[]; hasMore: boolean }>()(
    z.object({
      serverId: ServerId,
      connectionId: ConnectionId.optional(),
      before: z.int().optional(),
      after: z.int().optional(),
      limit: z.int().min(1).max(500),
    }),
  ),
}
