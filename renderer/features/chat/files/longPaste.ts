const CHARACTERS = 10_000
const LINES = 200
const NAME_CHARACTERS = 40

/** Pure: whether a pasted text becomes a file of the message, so that it does not fill the field. A single address never does. */
export function isLongPaste(text: string): boolean {
  if (/^https?:\/\/\S+$/i.test(text.trim())) return false
  if (text.length > CHARACTERS) return true
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines <= LINES; at = text.indexOf('\n', at + 1)) lines++
  return lines > LINES
}

/** Pure: returns the name of such a file: its first words. `otherwise` is for a text that begins with none. */
export function pasteName(text: string, otherwise: string): string {
  const words =
    text
      .slice(0, 1_000)
      .trim()
      .split('\n', 1)[0]
      ?.replaceAll(/[^\p{L}\p{N} _-]/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim() ?? ''
  const characters = Array.from(words)
  const first = characters.slice(0, NAME_CHARACTERS).join('')
  const isWhole = characters.length <= NAME_CHARACTERS || characters[NAME_CHARACTERS] === ' '
  const short = (isWhole ? first : first.slice(0, first.lastIndexOf(' ') + 1) || first).trim()
  return `${short === '' ? otherwise : short}.txt`
}
