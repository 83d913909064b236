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
  /** The names of the user's secrets. Records of accounts are not among them. */
  'secrets.names': call<readonly string[]>()(z.object({})),
  /** A value travels this way once, towards the vault, and never back. */
  'secrets.put': call<void>()(z.object({ name: Name, value: z.string().min(1).max(100_000) })),
  'secrets.remove': call<void>()(z.object({ name: Name })),
  /** Forgets a record of Parley's own that no account is left for, or how it is known to an authorization server. Nobody is told. */
  'secrets.removeCredential': call<void>()(z.object({ credential: CredentialKey })),
  /** How secrets are kept where there is no keychain; a passphrase also instead of one. */
  'secrets.choose': call<void>()(
    z.discriminatedUnion('kept', [
      z.object({ kept: z.literal('passphrase'), passphrase: NewPassphrase, startOver }),
      z.object({ kept: z.literal('memory'), startOver }),
    ]),
  ),
  /** Opens the vault with its passphrase, or, without one, asks the keychain again. */
  'secrets.unlock': call<void>()(z.object({ passphrase: Passphrase.optional() })),
  'secrets.changePassphrase': call<void>()(z.object({ current: Passphrase, next: NewPassphrase })),
  'secrets.moveToKeychain': call<void>()(z.object({})),
  /** Moves the values of a server that look like secrets out of `servers.json`, into the vault. */
  'secrets.moveFromServer': call<{ moved: number }>()(z.object({ serverId: ServerId })),
}

export const secretsTopics = { vault: topic<VaultView>() }
