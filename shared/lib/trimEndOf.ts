/** Pure: removes these characters from the end of a text. It looks at no others, while an expression like `/=+$/` searches the whole text. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
