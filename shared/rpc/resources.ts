import * as z from 'zod'
import { AccountId, ServerId } from '../domain/ids'
import type { SubscribedResource, ResourceContents } from '../domain/resourceContents'
import { call, topic } from './contractKinds'

const Uri = z.string().min(1).max(10_000)
/** The account that asks. Absent: the server's default account. */
const OptionalAccountId = AccountId.optional()
const OneResource = z.object({ serverId: ServerId, uri: Uri })

export const resourcesCalls = {
  /**
   * Reads a resource from its server, or returns a copy that the server still calls fresh. `again` always asks the server. Without `whole`,
   * the contents are cut at `limits.resultBytesToScreen` bytes.
   * Result: text or base64 per item. If the server cannot be reached, the last copy, with the reason in `stale`.
   * Errors: NOT_FOUND (no such server, account or resource), and those of a server (contractKinds.ts).
   */
  'resources.read': call<ResourceContents>()(
    OneResource.extend({ again: z.boolean().optional(), whole: z.boolean().optional(), accountId: OptionalAccountId }),
  ),
  /**
   * Starts or stops following the changes of a resource. Following lasts until it is switched off, also after a restart.
   * Result: nothing. `resources.subscriptions` shows whether the server agreed.
   * Errors: CONFLICT (over `limits.resourcesFollowedPerServer`, 200 by default).
   */
  'resources.follow': call<void>()(OneResource.extend({ follow: z.boolean() })),
}

export const resourcesTopics = {
  /** The followed resources of all servers, each with its number of updates since Parley started. Times are milliseconds since 1970. */
  'resources.subscriptions': topic<readonly SubscribedResource[]>(),
}
