/** To the keychain's thread: read an entry, or (with `set`) write it and read it back. */
export interface KeychainRequest {
  readonly service: string
  readonly account: string
  readonly set?: string
}

/** Back from it. `null`: there is no such entry. */
export type KeychainReply = { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly message: string }
