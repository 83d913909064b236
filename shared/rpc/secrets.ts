import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { CredentialKey, type VaultView } from '../domain/vaultState'
import { call, topic } from './contractKinds'

const Name = z.string().min(1).max(300)
const Passphrase = z.string().min(1).max(1000)
/** An attacker with the file could guess a short passphrase. */
const NewPassphrase = z.string().min(8).max(1000)
/** Moves secrets that cannot be opened into a separate file, which is kept. */
const startOver = z.boolean().optional()

export const secretsCalls = {
  /**
   * Lists the names of the user's secrets, sorted, without Parley's own records. Needs no key.
   * Result: the names. If the file cannot be read, the names of the secrets in memory.
   * Errors: none of its own.
   */
  'secrets.names': call<readonly string[]>()(z.object({})),
  /**
   * Saves a secret under a name, or replaces it. The value goes to the vault, and no call returns it. At most 100,000 characters.
   * Result: nothing.
   * Errors: INVALID_INPUT (a reserved name), SECRETS_LOCKED (the vault must be opened first, or the person must choose how to keep
   * secrets), FILE_UNREADABLE.
   */
  'secrets.put': call<void>()(z.object({ name: Name, value: z.string().min(1).max(100_000) })),
  /**
   * Removes a secret. Needs no key. Succeeds also for an unknown name. Everything that uses the secret later fails with SECRET_MISSING.
   * Result: nothing.
   * Errors: INVALID_INPUT (a reserved name), FILE_UNREADABLE.
   */
  'secrets.remove': call<void>()(z.object({ name: Name })),
  /**
   * Removes one of Parley's own records: one whose account no longer exists, or the registration at an authorization server. Parley does
   * not inform the server.
   * Result: nothing.
   * Errors: FILE_UNREADABLE.
   */
  'secrets.removeCredential': call<void>()(z.object({ credential: CredentialKey })),
  /**
   * Chooses how to keep secrets without a keychain: with a passphrase, or in memory until Parley quits. A passphrase can also replace a
   * keychain. `startOver` moves secrets that cannot be opened into a separate file, which is kept.
   * Result: nothing, as soon as the choice applies. A passphrase has at least 8 characters.
   * Errors: CONFLICT (there are secrets that do not open, or memory is chosen while secrets are on the disk), SECRETS_LOCKED,
   * FILE_UNREADABLE.
   */
  'secrets.choose': call<void>()(
    z.discriminatedUnion('kept', [
      z.object({ kept: z.literal('passphrase'), passphrase: NewPassphrase, startOver }),
      z.object({ kept: z.literal('memory'), startOver }),
    ]),
  ),
  /**
   * Opens the vault with its passphrase. Without a passphrase, asks the keychain again.
   * Result: nothing, as soon as the vault is open.
   * Errors: INVALID_INPUT (a wrong passphrase), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.unlock': call<void>()(z.object({ passphrase: Passphrase.optional() })),
  /**
   * Seals all records with another passphrase of at least 8 characters.
   * Result: nothing.
   * Errors: INVALID_INPUT (`current` is wrong), CONFLICT (there is no passphrase), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.changePassphrase': call<void>()(z.object({ current: Passphrase, next: NewPassphrase })),
  /**
   * Seals all records with the keychain's key instead of the passphrase.
   * Result: nothing. Succeeds also if the keychain is used already.
   * Errors: SECRETS_LOCKED (no keychain, or locked), FILE_UNREADABLE.
   */
  'secrets.moveToKeychain': call<void>()(z.object({})),
  /**
   * Moves a server's values that look secret from `servers.json` into the vault. The server's approval stays valid.
   * Result: the number of moved values.
   * Errors: NOT_FOUND, POLICY, SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.moveFromServer': call<{ moved: number }>()(z.object({ serverId: ServerId })),
}

export const secretsTopics = {
  /** How secrets are kept, whether the vault is open, and each record with its uses. Contains no secret values. */
  vault: topic<VaultView>(),
}
