import { splitUnsafe } from './unsafeCharacters'

/** One percent-encoded character in UTF-8, byte by byte. */
const escapedSign = /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi

/**
 * Pure: returns the codes of percent-encoded characters in an address that hide or reorder others, such as `%E2%80%AE`. A program that
 * decodes the address, such as the target page, shows a different text.
 */
export function hiddenUrlCharacters(address: string): readonly string[] {
  const decoded = address.replaceAll(escapedSign, signOf)
  return [...new Set(splitUnsafe(decoded).flatMap((piece) => (piece.kind === 'character' ? [piece.code] : [])))]
}

function signOf(escaped: string): string {
  try {
    return decodeURIComponent(escaped)
  } catch {
    // An overlong form or half of a surrogate pair: no program decodes it.
    return escaped
  }
}
