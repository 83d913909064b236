import * as z from 'zod'
import type { Frame } from '../domain/frame'
import { ServerId } from '../domain/ids'
import { call } from './define'

export const framesCalls = {
  /** The last frames of a server, or those before the frame `before`; oldest first. */
  'frames.ofServer': call<{ frames: readonly Frame[]; hasMore: boolean }>()(
    z.object({ serverId: ServerId, before: z.int().optional(), limit: z.int().min(1).max(500) }),
  ),
}
