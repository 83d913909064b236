/**
 * Pure: one text for several, that no other list of texts has. Joined with a space or a slash, "my files" + "read" and "my" + "files read" would be
 * the same.
 */
export function compositeKey(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}
