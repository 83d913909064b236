import * as z from 'zod'
import { CompletionTarget, type Completion } from '../domain/completion'
import { AccountId, ServerId } from '../domain/ids'
import type { SubscribedResource, ResourceContents } from '../domain/resource'
import { call, topic } from './define'

const Uri = z.string().min(1).max(10_000)
/** The account that asks; absent for the server's default one. */
const OptionalAccountId = AccountId.optional()
const OneResource = z.object({ serverId: ServerId, uri: Uri })

export const resourcesCalls = {
  /**
   * Reads a resource from its server, or gives a copy that the server still calls fresh. `again` asks the server in any case; without `whole` the
   * contents are cut at `limits.resultBytesToScreen` bytes.
   * Result: text or base64 per item. Where the server cannot be reached, the last copy, with the reason in `stale`.
   * Errors: NOT_FOUND (no such server, account or resource), and those of a server (define.ts).
   */
  'resources.read': call<ResourceContents>()(
    OneResource.extend({ again: z.boolean().optional(), whole: z.boolean().optional(), accountId: OptionalAccountId }),
  ),
  /**
   * Follows the changes of a resource, or stops to. What is followed stays so until it is switched off, also after a restart.
   * Result: nothing; whether the server agreed is in `resources.subscriptions`.
   * Errors: CONFLICT (over `limits.resourcesFollowedPerServer`, 200 unless changed).
   */
  'resources.follow': call<void>()(OneResource.extend({ follow: z.boolean() })),
  /**
   * Values that the server proposes for an argument. `chosen` holds the other arguments that are already filled in. What looks secret is never
   * sent. A request takes the place of the one before it; answers are kept for a minute.
   * Result: at most 100 values; none where the server proposes nothing.
   * Errors: CANCELLED (a later one took its place), NOT_FOUND, and those of a server (define.ts).
   */
  'completion.propose': call<Completion>()(
    z.object({
      serverId: ServerId,
      target: CompletionTarget,
      argument: z.string().max(1000),
      value: z.string().max(10_000),
      chosen: z.record(z.string(), z.string().max(10_000)),
      accountId: OptionalAccountId,
    }),
  ),
}

export const resourcesTopics = {
  /** The followed resources of all servers, with how often each was updated in this run. Times are milliseconds since 1970. */
  'resources.subscriptions': topic<readonly SubscribedResource[]>(),
}
