import * as z from 'zod'
import { AccountId, ServerId } from '../domain/ids'
import type { ResourceContents } from '../domain/resource'
import { call } from './define'

export const skillsCalls = {
  /** Reads one file of a skill and checks that it is the file that the server listed. Fails with UNTRUSTED_CONTENT when it is not. */
  'skills.read': call<ResourceContents>()(
    z.object({ serverId: ServerId, skill: z.string().max(1000), uri: z.string().min(1).max(10_000), accountId: AccountId.optional() }),
  ),
}
