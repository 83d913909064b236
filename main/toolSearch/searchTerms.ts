import { stemmer } from 'stemmer'
import { normalizeText } from '../../shared/lib/limitCombiningMarks'

/** Longer words are no words of a person or of a server's documentation. */
const LONGEST = 40
/** Words that stand in every description tell no tool from another. */
const common = new Set(
  'a an and are as at be by can do for from get has have how i if in into is it its let like me more my of on or our so some that the their them then there these they this to tool use used using was what when where which will with you your'.split(
    ' ',
  ),
)

/** Pure: the words of a text or of a name (`listIssues`, `list_issues`), without accents and endings, in English as far as endings go. */
export function searchTerms(text: string): string[] {
  return normalizeText(text, 'NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= LONGEST && !common.has(word))
    .map(stemmer)
}
