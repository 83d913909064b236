import type { AppInfo } from '../../shared/domain/settings'

/** Pure: where a key goes that is typed now, as a sentence. */
export function secretStorageSentence(kept: AppInfo['secretsKept'] | undefined): string {
  if (kept === 'keychain') return 'It is kept encrypted; what opens it is in your system keychain.'
  if (kept === 'passphrase') return 'It is kept encrypted; your passphrase opens it.'
  if (kept === 'memory') return 'It is kept until Parley quits, as you chose.'
  return 'It goes into the vault, never into a file as plain text.'
}
