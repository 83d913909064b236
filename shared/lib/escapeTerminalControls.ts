// Control characters except tab and line breaks. Includes the one-byte controls (C1), which can also command a terminal.
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

/**
 * Pure: makes a text safe for the clipboard or a file. It writes out terminal control characters: `\e]52;…` is harmless text, a real ESC
 * starts a command.
 */
export function escapeTerminalControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) =>
    character === '\u001B' ? '\\e' : `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  )
}
