/** So many bytes are the arguments of one call. */
const AT_ONCE = 8_192

/** Pure: returns bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) letters += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(letters)
}
