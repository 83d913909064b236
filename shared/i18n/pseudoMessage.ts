import { mapText, type CompiledMessage } from './formatMessage'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçđéƒǧħíĵķļɱñóþɋřšŧúṽŵẋýžÅɃÇĐÉƑǦĦÍĴĶĻṀÑÓÞɊŘŠŦÚṼŴẊÝŽ'
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented[at] ?? letter]))

/** Pure: turns an English message into the pseudo-language: accented, about 40 % longer, between ⟦ and ⟧. Values and tags do not change. */
export function pseudoMessage(message: CompiledMessage): CompiledMessage {
  return mapText(message, (text) =>
    text
      .split(/(<\/?[a-zA-Z][a-zA-Z0-9]*\/?>)/)
      .map((piece, index) => (index % 2 === 1 || piece.trim() === '' ? piece : lengthen(piece)))
      .join(''),
  )
}

/** Pure: turns the words that Intl writes into the pseudo-language. Commas and spaces do not change. */
export function pseudoWords(words: string): string {
  return words.replaceAll(/[a-z]+/gi, lengthen)
}

function lengthen(text: string): string {
  const changed = Array.from(text, (letter) => accents.get(letter) ?? letter)
  return `⟦${changed.join('')}${changed.slice(0, Math.ceil(changed.length * 0.4)).join('')}⟧`
}
