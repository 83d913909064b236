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

const MARK = '   │ '

/** A terminal that says to be narrower does not say its width: many say 0. */
const LEAST_COLUMNS = 20

/**
 * Pure: marks each line of somebody else's text, so that none of them looks like a line of Parley's. A line that the terminal would wrap is
 * broken here, because what a terminal wraps begins a line without the mark.
 * @param columns the width of the terminal. Undefined where there is none: nothing is wrapped in a file.
 */
export function quoteForTerminal(text: string, columns: number | undefined = process.stderr.columns): string {
  return text
    .split('\n')
    .flatMap((line) => brokenAt(line, roomIn(columns, MARK.length)))
    .map((line) => `${MARK}${line}`)
    .join('\n')
}

/** Text that a server says in passing gets one line of at most so many characters. */
const PASSING_CHARACTERS = 200

/** Pure: quotes what a server says in passing, such as progress: the beginning of it, behind its name, in lines of its own. */
export function saidInPassing(server: string, text: string, columns: number | undefined = process.stderr.columns): string {
  const beginning = text.length > PASSING_CHARACTERS ? `${text.slice(0, PASSING_CHARACTERS)}…` : text
  const name = `${escapeLineForTerminal(server)}: `
  const said = escapeLineForTerminal(beginning)
  return brokenAt(said, roomIn(columns, MARK.length + widthOf(name)))
    .slice(0, 1)
    .map((line) => `${MARK}${name}${line}`)
    .join('')
}

/** Pure: the columns beside what takes `taken` of them. */
function roomIn(columns: number | undefined, taken: number): number {
  return columns === undefined || columns < LEAST_COLUMNS ? Infinity : Math.max(columns - taken, 1)
}

/** Pure: breaks a line into pieces of at most `room` columns. */
function brokenAt(line: string, room: number): readonly string[] {
  if (room === Infinity) return [line]
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const character of line) {
    const wide = widthOf(character)
    if (width + wide > room && piece !== '') {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += character
    width += wide
  }
  return [...pieces, piece]
}

/** Pure: the most columns that a text can take: a tab eight, letters that may be wide two. */
function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (character === '\t' ? 8 : character < '\u1100' ? 1 : 2), 0)
}
