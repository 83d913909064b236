import { NAMED } from './nameMarks'

/** How much of a stranger's name stands in a sentence, in characters. */
const MOST_NAME = 60

/** Pure: the beginning of a name that a stranger chose, for a sentence of Parley's. A name of usual length stays whole. */
export function cutName(name: string): string {
  // A letter takes up to two units, so this holds one letter more than is shown.
  const letters = Array.from(name.slice(0, 2 * MOST_NAME + 2))
  return letters.length <= MOST_NAME ? name : `${letters.slice(0, MOST_NAME).join('')}…`
}

/** Pure: a name that a stranger chose, for a sentence of Parley's: its beginning, without the quotation marks that would end it there. */
export function nameInSentence(name: string): string {
  return cutName(name).replaceAll(/[“”„‟]/g, '"')
}

/** Pure: whether a param of a text holds a name which a server, a file, a model or another host may have chosen. */
export function isStrangersName(param: string): boolean {
  return NAMED.has(param) || param === 'argument' || param === 'field'
}
