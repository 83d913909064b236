/** A hue from a server's id, between 100 and 330: away from amber and red, which mean something else here. */
export function tileHue(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003
  return 100 + (hash % 231)
}
