import type { CredentialKey } from '../../shared/domain/secretVault'
import { isReservedName } from '../../shared/domain/secretName'
import { AppError } from '../../shared/errors/appError'

/** The two lists of the vault's file: what the user entered, and what Parley was given for accounts. */
export type Section = 'secrets' | 'credentials'

/** One record of the vault. Made here alone, so that no name of a user's secret becomes one of a credential. */
export interface VaultRecord {
  readonly section: Section
  readonly name: string
}

/** A secret of the user. @throws {AppError} INVALID_INPUT for a name that a secret cannot have. */
export function secretRecord(name: string): VaultRecord {
  // Names are keys of objects in the file: these would find something of JavaScript's own.
  if (name === '' || name in Object.prototype || isReservedName(name)) {
    throw new AppError('INVALID_INPUT', { reason: 'secrets.badName', params: { name } })
  }
  return { section: 'secrets', name }
}

/** A record of Parley's own. */
export function credentialRecord({ kind, id }: CredentialKey): VaultRecord {
  return { section: 'credentials', name: `${kind}:${id}` }
}

/** Pure: which credential a name in that section stands for; undefined for one that this Parley does not know. */
export function credentialKey(name: string): CredentialKey | undefined {
  const colon = name.indexOf(':')
  const kind = name.slice(0, colon)
  return kind === 'account' || kind === 'client' ? { kind, id: name.slice(colon + 1) } : undefined
}
