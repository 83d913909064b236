import * as z from 'zod'
import { CompletionTarget, type Completion } from '../domain/completion'
import { AccountId, ServerId } from '../domain/ids'
import { call } from './contractKinds'

export const completionCalls = {
  /**
   * Gets the values that the server proposes for an argument. `chosen` holds the other arguments that are already filled in. Parley never
   * sends text that looks secret. A new request replaces the one before it. Answers are cached for a minute.
   * Result: at most 100 values. Empty if the server proposes nothing.
   * Errors: CANCELLED (a later request replaced it), NOT_FOUND, and those of a server (contractKinds.ts).
   */
  'completion.propose': call<Completion>()(
    z.object({
      serverId: ServerId,
      target: CompletionTarget,
      argument: z.string().max(1000),
      value: z.string().max(10_000),
      chosen: z.record(z.string(), z.string().max(10_000)),
      /** The account that asks. Absent: the server's default account. */
      accountId: AccountId.optional(),
    }),
  ),
}
