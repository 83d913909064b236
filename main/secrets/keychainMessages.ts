import * as z from 'zod'

/** To the keychain's thread: read an entry, or (with `set`) write it and read it back. */
export interface KeychainRequest {
  readonly service: string
  readonly account: string
  readonly set?: string
}

/** Back from it. `null`: there is no such entry. */
export const KeychainReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.string().nullable() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])
export type KeychainReply = z.infer<typeof KeychainReply>
