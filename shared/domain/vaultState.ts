import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { AccountId, ServerId } from './ids'

/** How the vault is kept. 'memory': Parley writes nothing, and secrets last until it quits. 'unknown': nothing has needed the vault yet, and the keychain will be asked first. */
export type SecretStorage = 'keychain' | 'passphrase' | 'memory' | 'unknown'

/**
 * 'unasked': nothing has needed a secret yet. 'locked': there are secrets, but the keychain with their key does not open. 'chooses': there
 * is no keychain, and the person has to choose how to keep secrets. 'needsPassphrase': the person's passphrase opens the vault.
 */
export const VaultState = z.enum(['unasked', 'open', 'locked', 'chooses', 'needsPassphrase'])
export type VaultState = z.infer<typeof VaultState>

/** One place that uses a secret. */
export type SecretUse =
  | { readonly kind: 'model'; readonly provider: string; readonly name: string }
  | { readonly kind: 'variable' | 'header'; readonly serverId: ServerId; readonly name: string }
  | { readonly kind: 'signIn'; readonly serverId: ServerId; readonly part: 'clientSecret' | 'privateKey' | 'token' }
  | { readonly kind: 'telemetry'; readonly name: string }
  | { readonly kind: 'idp'; readonly part: 'clientSecret' | 'idToken' }

/**
 * Identifies one of Parley's own records in the vault. 'account': the result of a sign-in (`id` is the account, or `idp`). 'client':
 * Parley's registration at an authorization server (`id` is the SHA-256 of its issuer in hex). It is never a plain string, so that it
 * cannot replace the name of a user's secret.
 */
export const CredentialKey = z.object({ kind: z.enum(['account', 'client']), id: z.string().min(1).max(300) })
export type CredentialKey = Readonly<z.infer<typeof CredentialKey>>

/** One record of the vault as the screen sees it: its purpose, never its value. */
export type SecretEntryView =
  | {
      readonly kind: 'secret'
      readonly name: string
      readonly uses: readonly SecretUse[]
      /** Something names it, but nobody has entered its value. */
      readonly isMissing?: true
    }
  /** The result of a sign-in. Without `serverId`: `id` is `idp` for the identity provider, or else the account no longer exists. */
  | {
      readonly kind: 'account'
      readonly id: string
      readonly serverId?: ServerId
      readonly accountId?: AccountId
      readonly label?: string
    }
  /** Parley's registration at an authorization server. */
  | { readonly kind: 'client'; readonly id: string; readonly issuer?: string }

/** The value of the topic `vault`. */
export interface VaultView {
  readonly kept: SecretStorage
  readonly state: VaultState
  /** Parley was told to leave the keychain alone. */
  readonly withoutKeychain?: true
  /** Why the vault does not open, or what was lost. */
  readonly problem?: AppErrorData
  readonly secrets: readonly SecretEntryView[]
}
