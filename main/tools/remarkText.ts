import { skeletonOf } from '../../shared/lib/confusableNames'

/** How a remark begins, and how that reads once it is defused: a model sees that the word stood there, and that it was not Parley's. */
const MARKER = '[Parley:'
const DEFUSED = '[“Parley”:'

// What is drawn like the marker's bracket or colon. Neither has a place in what stands between the two.
const bracket = '\\[［﹇⁅⟦⟬〚【〔❲﹝⦋⦍⦏'
const colon = ':：﹕︓∶ː˸꞉'
/** The other letters and signs of ASCII: nearly all results are JSON, in which every list would be a candidate. */
const other = '[!-)+-OQ-^a-oq-}]'
const candidates = new RegExp(`[${bracket}](?!${other})([^${bracket}${colon}\\]］]*?)[${colon}]`, 'g')

/** What may stand between the letters without changing how they read: spaces, hidden characters, accents, and emphasis in Markdown. */
const between = /[\s\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800*_~`]/u
/** As `replaceUnsafe` counts hidden characters. */
const counted = /‹\d+ hidden characters?›/g
const drawn = skeletonOf('Parley')
const ascii: readonly string[] = Array.from({ length: 128 }, (_, code) => letterOf(String.fromCharCode(code)))

/**
 * Pure: a sentence as Parley's own among texts of others, for a model. A remark is the only text to a model that begins like this:
 * everything else goes through `defuseRemarks`, and so does what a sentence repeats (decision 099).
 */
export function remarkText(sentence: string): string {
  return `${MARKER} ${defuseRemarks(sentence)}]`
}

/**
 * Pure: a text from elsewhere, in which nothing looks like the beginning of a remark of Parley's: neither in other letters, brackets or
 * spaces, nor with hidden characters inside. Apart from that the text stays as it is, and a second time changes nothing. Linear.
 */
export function defuseRemarks(text: string): string {
  return text.replaceAll(candidates, (found, word: string) => (readsAsParley(word) ? DEFUSED : found))
}

/** Ends at the first letter that differs: between bracket and colon may be megabytes. */
function readsAsParley(word: string): boolean {
  let at = 0
  for (const character of word.includes('‹') ? word.replaceAll(counted, '') : word) {
    const letter = ascii[character.charCodeAt(0)] ?? letterOf(character)
    if (!drawn.startsWith(letter, at)) return false
    at += letter.length
  }
  return at === drawn.length
}

/** What a character is drawn like, without accents. '' for one that may stand between letters. */
function letterOf(character: string): string {
  return between.test(character) ? '' : skeletonOf(character.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
}
