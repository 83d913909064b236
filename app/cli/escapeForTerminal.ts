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

/** Pure: makes a value from outside safe inside one line of a terminal: it can neither begin a line of its own nor control the terminal. */
export function escapeLineForTerminal(text: string): string {
  return escapeForTerminal(text.replaceAll(/[\n\t]+/g, ' '))
}

/** Pure: marks each line of somebody else's text, so that none of them looks like a line of Parley's. */
export function quoteForTerminal(text: string): string {
  return text
    .split('\n')
    .map((line) => `   │ ${line}`)
    .join('\n')
}
