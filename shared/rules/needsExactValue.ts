import { wordsInName } from '../lib/wordsInName'

/** Words in the name of an argument that decides what runs, who is paid, or what is sent to whom. */
const exactWords = new Set(
  (
    'command cmd commands shell exec execute run program binary executable args argv arguments script code eval expression sql query statement ' +
    'mutation filter selector template env environment headers body payload iban bic account payee amount price quantity limit to cc bcc ' +
    'recipient recipients email mail phone receiver sender user role permission permissions scope method action operation mode force recursive ' +
    'confirm confirmed yes approve dry'
  ).split(' '),
)

/** Pure: whether a rule made from a call compares this argument as a whole at first, by its name. */
export function needsExactValue(path: readonly string[]): boolean {
  return path.some((key) => wordsInName(key).some((word) => exactWords.has(word)))
}
