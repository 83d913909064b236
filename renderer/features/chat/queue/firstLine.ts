/** Pure: the beginning of a message, for a row that shows one line. A long text is not laid out whole. */
export function firstLine(text: string): string {
  return text.trimStart().slice(0, 300).split('\n', 1)[0] ?? ''
}
