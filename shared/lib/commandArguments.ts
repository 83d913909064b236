/**
 * Pure: splits the arguments that a person wrote into one field. No shell is involved. With several lines, each line is one argument. A
 * single line is split at spaces, as in a README. Quotes keep spaces and line ends. A backslash is literal except before a quote (and
 * before a backslash inside double quotes), so Windows paths need no escapes.
 */
export function splitArguments(text: string): readonly string[] {
  return text.trim().includes('\n') ? splitLines(text) : splitWords(text)
}

/** Pure: joins arguments into text that `splitArguments` splits into the same arguments. */
export function joinArguments(args: readonly string[]): string {
  const [only] = args
  if (args.length === 1 && only !== undefined) return /^[^\s'"\\]+$/u.test(only) ? only : quote(only)
  return args.map((arg) => (arg === '' || arg !== arg.trim() || /^['"]|\n/.test(arg) ? quote(arg) : arg)).join('\n')
}

function quote(arg: string): string {
  return `"${arg.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function unquote(inner: string): string {
  return inner.replaceAll(/\\(["\\])/g, '$1')
}

// Super-linear, but a person types this text into one field.
// A quoted argument that fills its line or lines, or any other line.
const line = /\s*(?:"((?:[^"\\]|\\[^])*)"[^\S\n]*(?=\n|$)|'([^']*)'[^\S\n]*(?=\n|$)|([^\n]*))(?:\n|$)/gy

function splitLines(text: string): readonly string[] {
  const args: string[] = []
  for (const [whole, double, single, plain] of text.matchAll(line)) {
    if (double !== undefined) args.push(unquote(double))
    else if (single !== undefined) args.push(single)
    else if (plain !== undefined && plain.trim() !== '') args.push(plain.trim())
    if (whole === '') break
  }
  return args
}

// Super-linear, but a person types this text into one field.
// Adjacent pieces of a word: quoted pieces (the end quote may be missing), escaped characters, and the rest.
const piece = /"((?:[^"\\]|\\[^])*)(?:"|$)|'([^']*)(?:'|$)|\\([\s'"])|([^\s'"])|(\s+)/gu

function splitWords(text: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  for (const [, double, single, escaped, plain, gap] of text.matchAll(piece)) {
    if (gap === undefined) {
      word = (word ?? '') + (double !== undefined ? unquote(double) : (single ?? escaped ?? plain ?? ''))
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  return word === undefined ? words : [...words, word]
}
