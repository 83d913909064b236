/**
 * Pure: makes text from outside safe for a terminal. Characters that control a terminal (escape sequences, control characters), or that
 * reorder or hide letters, are replaced by their code points. Line breaks and tabs stay.
 */
export function escapeForTerminal(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    // Persian, Hindi and emoji need these joiners. They hide nothing by themselves.
    if (code === 0x200c || code === 0x200d) return character
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
