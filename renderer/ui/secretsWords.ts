import type { AppInfo } from '../../shared/domain/settings'

/** Pure: where a key goes that is typed now, as a sentence. */
export function secretsWords(kept: AppInfo['secretsKept'] | undefined): string {
  if (kept === 'keychain') return 'The key is kept encrypted; what opens it is in your system keychain.'
  if (kept === 'memory') return 'This system has no keychain: the key is kept until Parley quits.'
  return 'The key goes into the vault, opened by your system keychain, never into a file as plain text.'
}
