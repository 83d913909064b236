import { AppError, type ErrorReason } from '../../shared/errors/appError'

/** Only the beginning is looked at. */
const CHARACTERS_MOST = 1000
/** The keychain's library has one code for every failure; only its words differ. The first that matches counts. */
const meanings: readonly (readonly [words: RegExp, reason: ErrorReason])[] = [
  [/dismissed|locked|cancel/i, 'secrets.keychainLocked'],
  [/dbus|d-bus|ServiceUnknown|no such interface|org\.freedesktop/i, 'secrets.keychainMissing'],
]

/** Pure: what a failure of the operating system's keychain means. @param said what its library (@napi-rs/keyring) said. */
export function explainKeychainError(said: string): AppError {
  const beginning = said.slice(0, CHARACTERS_MOST)
  const reason = meanings.find(([words]) => words.test(beginning))?.[1] ?? 'secrets.keychainUnusable'
  return new AppError('SECRETS_LOCKED', { reason }, { said })
}
