import type { SecretsKept } from '../../../shared/domain/vault'

const sentences: Record<SecretsKept, string> = {
  keychain: 'Encrypted in the data folder; what opens them is in your system keychain.',
  passphrase: 'Encrypted in the data folder; your passphrase opens them.',
  memory: 'In memory until Parley quits, as you chose where there is no keychain.',
  unknown: 'Not needed so far. Parley opens your system keychain when the first one is.',
}

/** Pure: where secrets are and what opens them, as a sentence. */
export function keptSentence(kept: SecretsKept): string {
  return sentences[kept]
}
