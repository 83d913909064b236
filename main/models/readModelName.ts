import { plainText } from '../../shared/lib/unsafeCharacters'

/** What a provider's entry takes (`shared/rpc/models.ts`). */
const MOST_CHARACTERS = 200

/**
 * Pure: a model's name as an endpoint gives it. Undefined for one that is empty or longer than 200 UTF-16 units, or that has characters nobody
 * sees: it could look like another one.
 */
export function readModelName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length === 0 || value.length > MOST_CHARACTERS) return undefined
  return plainText(value) === value ? value : undefined
}
