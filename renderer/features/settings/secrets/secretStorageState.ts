import type { SecretStorage } from '../../../../shared/domain/secretVault'

const sentences: Record<SecretStorage, string> = {
  keychain: 'Encrypted in the data folder; what opens them is in your system keychain.',
  passphrase: 'Encrypted in the data folder; your passphrase opens them.',
  memory: 'In memory until Parley quits, as you chose where there is no keychain.',
  unknown: 'Not needed so far. Parley opens your system keychain when the first one is.',
}

/** Pure: where secrets are and what opens them, as a sentence. */
export function secretStorageState(kept: SecretStorage): string {
  return sentences[kept]
}
