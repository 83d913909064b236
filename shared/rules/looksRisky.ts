import type { JsonObject } from '../lib/json'
import { wordsInName } from '../lib/wordsInName'

/** Words in the name of a tool or argument that say that it runs, deletes, pays or sends. */
const riskyWords = new Set(
  (
    'run command cmd commands shell exec execute script code eval sql statement mutation program binary executable delete remove drop destroy wipe ' +
    'erase purge truncate overwrite reset format uninstall kill revoke pay payee iban bic transfer charge refund buy order send recipient recipients ' +
    'deploy publish release merge'
  ).split(' '),
)

/**
 * Pure: whether Parley itself guesses, by the names of a tool and its arguments, that a call runs, deletes, pays or sends. What its server says
 * about it does not count: an honest server must not look worse than one that says nothing. This is a guess.
 */
export function looksRisky(tool: string, args: JsonObject): boolean {
  return [tool, ...Object.keys(args)].some((name) => wordsInName(name).some((word) => riskyWords.has(word)))
}
