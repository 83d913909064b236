import * as z from 'zod'
import { AccountId, ServerId } from '../domain/ids'
import type { ResourceContents } from '../domain/resource'
import { call } from './define'

export const skillsCalls = {
  /**
   * Reads one file of a skill and checks that it is the file that the server listed, by size and digest. The others are read only where SKILL.md
   * is as listed.
   * Result: the file's text or base64, and its size in bytes.
   * Errors: NOT_FOUND (no such skill or file), UNTRUSTED_CONTENT (another file; nothing of it is used), and those of a server (define.ts).
   */
  'skills.read': call<ResourceContents>()(
    z.object({ serverId: ServerId, skill: z.string().max(1000), uri: z.string().min(1).max(10_000), accountId: AccountId.optional() }),
  ),
}
