/**
 * Pure: whether a configuration value contains a placeholder that another host would ask for: `${input:token}` or `{{token}}`. The values
 * are untrusted, so neither expression reads a character more than twice.
 */
export function isPlaceholder(value: string): boolean {
  return /\$\{[^{}]*\}/.test(value) || /\{\{[^{}]*\}\}/.test(value)
}

/** The words in a README that stand where a key belongs: `<your key>`, `YOUR_API_KEY`, `your-token-here`, `xxxx`; before them, a scheme of a header. */
const standIn = /^(\s*(?:(?:bearer|basic|token)\s+)?)(?:<[^<>]{1,80}>|your[-_ ][\w -]{1,80}|[\w-]{1,80}[-_]here|x{3,80}|\.{3}|…)\s*$/i

/** Pure: whether a configuration value only stands for a key that is still missing. Nobody wants to keep it as the key. */
export function standsForKey(value: string): boolean {
  return standIn.test(value)
}

/** Pure: returns such a value with the key in the place of the words. A scheme before it stays. */
export function withKeyFilledIn(value: string, key: string): string {
  return (standIn.exec(value)?.[1] ?? '') + key
}
