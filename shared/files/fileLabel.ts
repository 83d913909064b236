import { plainText } from '../lib/unsafeCharacters'

const LONGEST = 200

/**
 * Pure: returns the name under which an attached file is shown and told to models: the last part of a path, without characters that hide or
 * reorder others, and not too long. The end stays, because it says what kind of file it is.
 */
export function fileLabel(name: string): string {
  const last = name.slice(-10_000).split(/[/\\]/).at(-1) ?? ''
  const letters = Array.from(plainText(last.toWellFormed().replaceAll(/[\t\n]/g, ' ')).trim())
  const short = letters.length <= LONGEST ? letters : [...letters.slice(0, LONGEST - 21), '…', ...letters.slice(-20)]
  return short.length === 0 || /^\.+$/.test(short.join('')) ? 'file' : short.join('')
}
