import * as z from 'zod'
import { ServerId } from '../domain/ids'
import { CredentialKey, type VaultView } from '../domain/secretVault'
import { call, topic } from './define'

const Name = z.string().min(1).max(300)
const Passphrase = z.string().min(1).max(1000)
/** Short ones are tried out by whoever gets hold of the file. */
const NewPassphrase = z.string().min(8).max(1000)
/** Secrets that are there and cannot be opened are put aside, in a file that is kept. */
const startOver = z.boolean().optional()

export const secretsCalls = {
  /**
   * The names of the user's secrets, sorted. Records of accounts are not among them. Asks for no key.
   * Result: the names; while the file cannot be read, those that are kept in memory.
   * Errors: none of its own.
   */
  'secrets.names': call<readonly string[]>()(z.object({})),
  /**
   * Keeps a secret under a name, or replaces it. A value travels this way once, towards the vault, and never back. At most 100,000 characters.
   * Result: nothing.
   * Errors: INVALID_INPUT (a reserved name), SECRETS_LOCKED (until it was opened, or chosen how to keep secrets), FILE_UNREADABLE.
   */
  'secrets.put': call<void>()(z.object({ name: Name, value: z.string().min(1).max(100_000) })),
  /**
   * Removes a secret. Needs no key; a name that is not there is no error. What used it fails with SECRET_MISSING later.
   * Result: nothing.
   * Errors: INVALID_INPUT (a reserved name), FILE_UNREADABLE.
   */
  'secrets.remove': call<void>()(z.object({ name: Name })),
  /**
   * Forgets a record of Parley's own: one that no account is left for, or how Parley is known to an authorization server. Nobody is told.
   * Result: nothing.
   * Errors: FILE_UNREADABLE.
   */
  'secrets.removeCredential': call<void>()(z.object({ credential: CredentialKey })),
  /**
   * Chooses how secrets are kept where there is no keychain (a passphrase, or memory until Parley quits); a passphrase also instead of a
   * keychain. `startOver` puts secrets that cannot be opened aside, in a file that is kept.
   * Result: nothing, once they are kept so. A passphrase has at least 8 characters.
   * Errors: CONFLICT (there are secrets that do not open, or memory is chosen while they are on the disk), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.choose': call<void>()(
    z.discriminatedUnion('kept', [
      z.object({ kept: z.literal('passphrase'), passphrase: NewPassphrase, startOver }),
      z.object({ kept: z.literal('memory'), startOver }),
    ]),
  ),
  /**
   * Opens the vault with its passphrase, or, without one, asks the keychain again.
   * Result: nothing, once it is open.
   * Errors: INVALID_INPUT (a wrong passphrase), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.unlock': call<void>()(z.object({ passphrase: Passphrase.optional() })),
  /**
   * Seals all records with another passphrase, of at least 8 characters.
   * Result: nothing.
   * Errors: INVALID_INPUT (`current` is wrong), CONFLICT (there is no passphrase), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.changePassphrase': call<void>()(z.object({ current: Passphrase, next: NewPassphrase })),
  /**
   * Seals all records with the key that the keychain holds, instead of the passphrase.
   * Result: nothing; also where the keychain is used already.
   * Errors: SECRETS_LOCKED (no keychain, or locked), FILE_UNREADABLE.
   */
  'secrets.moveToKeychain': call<void>()(z.object({})),
  /**
   * Moves the values of a server that look secret out of `servers.json`, into the vault. What was approved stays approved.
   * Result: how many were moved.
   * Errors: NOT_FOUND, POLICY, SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'secrets.moveFromServer': call<{ moved: number }>()(z.object({ serverId: ServerId })),
}

export const secretsTopics = {
  /** How secrets are kept, whether the vault is open, and each record with its uses. Never a value. */
  vault: topic<VaultView>(),
}
