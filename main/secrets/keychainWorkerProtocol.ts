import * as z from 'zod'

/** A request to the keychain thread: read an entry, or (with `set`) write it and read it back. */
export interface KeychainRequest {
  readonly service: string
  readonly account: string
  readonly set?: string
}

/** The keychain thread's reply. `null`: there is no such entry. */
export const KeychainReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.string().nullable() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])
export type KeychainReply = z.infer<typeof KeychainReply>
