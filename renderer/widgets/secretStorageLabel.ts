import type { AppInfo } from '../../shared/domain/settings'

const words: Record<AppInfo['secretsKept'], string> = {
  keychain: 'encrypted, opened by the system keychain',
  passphrase: 'encrypted, opened by your passphrase',
  memory: 'in memory until Parley quits',
  unknown: 'in the vault',
}

/** Pure: where Parley keeps what is secret, within a sentence. */
export function secretStorageLabel(kept: AppInfo['secretsKept']): string {
  return words[kept]
}
