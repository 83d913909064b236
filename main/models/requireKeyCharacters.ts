import { AppError } from '../../shared/errors/appError'

/**
 * Refuses a key that no header can carry (RFC 9110, 5.5), before a library says so with a piece of the key in its words.
 * @throws {AppError} MODEL_REFUSED_KEY
 */
export function requireKeyCharacters({ key = '' }: { readonly key?: string }): void {
  if (!/^[\x20-\x7E]*$/.test(key)) throw new AppError('MODEL_REFUSED_KEY', { reason: 'models.keyCharacters' })
}
