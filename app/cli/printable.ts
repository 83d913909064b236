/**
 * Pure: text that somebody else wrote, for a terminal: what a terminal would obey (escape sequences, control characters) and what turns
 * or hides letters is written out as its code point. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    // Joiners that Persian, Hindi and emoji need: they hide nothing by themselves.
    if (code === 0x200c || code === 0x200d) return character
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
