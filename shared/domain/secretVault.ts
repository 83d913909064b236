import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { AccountId, ServerId } from './ids'

/** What opens the vault. 'memory': nothing is written, and secrets end with Parley. 'unknown' until the first need. */
export type SecretStorage = 'keychain' | 'passphrase' | 'memory' | 'unknown'

/**
 * 'unasked': nothing needed a secret yet. 'locked': there are secrets, but the keychain that holds their key does not open. 'chooses':
 * there is no keychain, and the person has to say how secrets are kept. 'needsPassphrase': it opens with the person's passphrase.
 */
export const VaultState = z.enum(['unasked', 'open', 'locked', 'chooses', 'needsPassphrase'])
export type VaultState = z.infer<typeof VaultState>

/** One place that a secret is used at. */
export type SecretUse =
  | { readonly kind: 'model'; readonly provider: string; readonly name: string }
  | { readonly kind: 'variable' | 'header'; readonly serverId: ServerId; readonly name: string }
  | { readonly kind: 'signIn'; readonly serverId: ServerId; readonly part: 'clientSecret' | 'privateKey' | 'token' }
  | { readonly kind: 'idp'; readonly part: 'clientSecret' | 'idToken' }

/**
 * Which of Parley's own records in the vault: what an account's sign-in gave (`id` is the account, or `idp`), or how Parley is known to an
 * authorization server (`id` is the SHA-256 of its issuer in hex). Never a text, so that it cannot stand where the name of a user's secret does.
 */
export const CredentialKey = z.object({ kind: z.enum(['account', 'client']), id: z.string().min(1).max(300) })
export type CredentialKey = Readonly<z.infer<typeof CredentialKey>>

/** One record of the vault as the screen sees it: what it is for, never what it is. */
export type SecretEntryView =
  | { readonly kind: 'secret'; readonly name: string; readonly uses: readonly SecretUse[] }
  /** What an account's sign-in gave. Without `serverId`, `id` is `idp` for the identity provider's; else its account is gone. */
  | {
      readonly kind: 'account'
      readonly id: string
      readonly serverId?: ServerId
      readonly accountId?: AccountId
      readonly label?: string
    }
  /** How Parley is known to an authorization server. */
  | { readonly kind: 'client'; readonly id: string; readonly issuer?: string }

/** The value of the topic `vault`. */
export interface VaultView {
  readonly kept: SecretStorage
  readonly state: VaultState
  /** Why it does not open, or what was lost. */
  readonly problem?: AppErrorData
  readonly secrets: readonly SecretEntryView[]
}
