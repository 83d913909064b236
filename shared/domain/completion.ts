import * as z from 'zod'
import type { AccountId } from './ids'

/** What the completed value is for: an argument of a prompt, or a variable of a resource template. */
export const CompletionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), name: z.string().max(1000) }),
  z.object({ kind: z.literal('template'), uriTemplate: z.string().max(10_000) }),
])
export type CompletionTarget = z.infer<typeof CompletionTarget>

/** A request to a server for values of one argument. */
export interface CompletionAsk {
  readonly target: CompletionTarget
  readonly argument: string
  readonly value: string
  /** The other arguments that are already filled in. */
  readonly chosen: Readonly<Record<string, string>>
  /** The account that asks. Absent: the server's default account. */
  readonly accountId?: AccountId | undefined
}

/** Values that a server proposes, at most 100. `total` and `hasMore` come from the server. Spec: server/utilities/completion. */
export interface Completion {
  readonly values: readonly string[]
  readonly total?: number
  readonly hasMore: boolean
}
