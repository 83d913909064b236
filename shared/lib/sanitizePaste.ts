// Control characters but tab and line breaks: those of one byte too, with which a terminal is told the same.
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

/** Pure: a text for the clipboard or a file, with what a terminal would obey written out: `\e]52;…` is text, where ESC is a command. */
export function sanitizePaste(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\u001B' ? '\\e' : `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  )
}
