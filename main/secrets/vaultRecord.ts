import type { CredentialKey } from '../../shared/domain/vaultState'
import { isReservedName } from '../../shared/secrets/reservedSecretName'
import { AppError } from '../../shared/errors/appError'

/** The two lists in the vault's file: the user's secrets, and Parley's own credentials. */
export type Section = 'secrets' | 'credentials'

/** One record of the vault. Created only here, so that a secret's name can never be a credential's name. */
export interface VaultRecord {
  readonly section: Section
  readonly name: string
}

/** The record of a user's secret. @throws {AppError} INVALID_INPUT for a name that a secret cannot have */
export function secretRecord(name: string): VaultRecord {
  // Names are object keys in the file. These would find JavaScript's own properties.
  if (name === '' || name in Object.prototype || isReservedName(name)) {
    throw new AppError('INVALID_INPUT', { reason: 'secrets.badName', params: { name } })
  }
  return { section: 'secrets', name }
}

/** A record of Parley's own. */
export function credentialRecord({ kind, id }: CredentialKey): VaultRecord {
  return { section: 'credentials', name: `${kind}:${id}` }
}

/** Pure: the credential of a record name; undefined for a kind that this version does not know. */
export function credentialKey(name: string): CredentialKey | undefined {
  const colon = name.indexOf(':')
  const kind = name.slice(0, colon)
  return kind === 'account' || kind === 'client' ? { kind, id: name.slice(colon + 1) } : undefined
}
