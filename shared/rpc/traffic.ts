import * as z from 'zod'
import type { MessageRecord } from '../domain/messageRecord'
import { CallId, ServerId } from '../domain/ids'
import { call } from './define'

export const trafficCalls = {
  /** "What was sent": the frames of one call. */
  'traffic.ofCall': call<readonly MessageRecord[]>()(z.object({ callId: CallId })),
  /** The last frames of a server, or those before the frame `before`; oldest first. */
  'traffic.ofServer': call<{ records: readonly MessageRecord[]; hasMore: boolean }>()(
    z.object({ serverId: ServerId, before: z.int().optional(), limit: z.int().min(1).max(500) }),
  ),
}
