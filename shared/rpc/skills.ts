import * as z from 'zod'
import { AccountId, ServerId } from '../domain/ids'
import type { ResourceContents } from '../domain/resourceContents'
import { call } from './contractKinds'

export const skillsCalls = {
  /**
   * Reads one file of a skill, and checks by size and digest that it is the file that the server listed. Reads other files only if SKILL.md
   * is as listed.
   * Result: the file's text or base64, and its size in bytes.
   * Errors: NOT_FOUND (no such skill or file), UNTRUSTED_CONTENT (the file differs, and Parley uses nothing of it), and those of a server
   * (contractKinds.ts).
   */
  'skills.read': call<ResourceContents>()(
    z.object({ serverId: ServerId, skill: z.string().max(1000), uri: z.string().min(1).max(10_000), accountId: AccountId.optional() }),
  ),
}
