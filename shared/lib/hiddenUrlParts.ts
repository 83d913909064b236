import { splitUnsafe } from './unsafeCharacters'

/** One character in UTF-8, byte by byte. */
const escapedSign = /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi

/**
 * Pure: the codes of the characters that hide or reorder others and are written in an address as `%E2%80%AE`: whoever decodes it, such as the page
 * that it leads to, shows something else than what stands there.
 */
export function hiddenUrlParts(address: string): readonly string[] {
  const decoded = address.replaceAll(escapedSign, signOf)
  return [...new Set(splitUnsafe(decoded).flatMap((piece) => (piece.kind === 'character' ? [piece.code] : [])))]
}

function signOf(escaped: string): string {
  try {
    return decodeURIComponent(escaped)
  } catch {
    // An overlong form or half a pair: no reader takes it for a character.
    return escaped
  }
}
