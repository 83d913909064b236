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
  /** Reads from the server, or gives a copy that the server still calls fresh. `again` asks the server in any case; `whole` cuts nothing. */
  'resources.read': call<ResourceContents>()(
    OneResource.extend({ again: z.boolean().optional(), whole: z.boolean().optional(), accountId: OptionalAccountId }),
  ),
  /** Follows the changes of a resource, or stops to. What is followed stays so until it is switched off, also after a restart. */
  'resources.follow': call<void>()(OneResource.extend({ follow: z.boolean() })),
  /** Values that the server proposes. `chosen` holds the other arguments that are already filled in. */
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

export const resourcesTopics = { 'resources.subscriptions': topic<readonly SubscribedResource[]>() }
