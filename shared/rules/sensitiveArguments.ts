import type { JsonObject, JsonValue } from '../lib/json'
import { isRecord } from '../lib/json'
import { parsePath } from './parsePath'
import { parseWebAddress } from './parseWebAddress'

/** Words in the name of an argument that decides what runs, who is paid, or what is sent to whom. */
const exactWords = new Set(
  (
    'command cmd commands shell exec execute run program binary executable args argv arguments script code eval expression sql query statement ' +
    'mutation filter selector template env environment headers body payload iban bic account payee amount price quantity limit to cc bcc ' +
    'recipient recipients email mail phone receiver sender user role permission permissions scope method action operation mode force recursive ' +
    'confirm confirmed yes approve dry'
  ).split(' '),
)

/** Words in the name of an argument that says where something happens. A part of it, such as a folder, is often what is meant. */
const placeWords = new Set(
  (
    'url urls uri href link endpoint webhook callback host hostname domain address origin server path paths file files filename filepath ' +
    'directory dir folder cwd workdir root source src target destination dest output repo repository branch ref bucket database table channel'
  ).split(' '),
)

/** Pure: whether a rule made from a call compares this argument as a whole at first, by its name. */
export function needsExactValue(path: readonly string[]): boolean {
  return path.some((key) => wordsOf(key).some((word) => exactWords.has(word)))
}

/**
 * Pure: the arguments of a tool that a rule never leaves open without a press on just that one: by their names, or because this call has a
 * path or an address in them. This is a guess, and it errs towards more presses.
 * @param schema the tool's input schema, as its server wrote it
 */
export function sensitiveArguments(schema: JsonObject, args: JsonObject): readonly string[] {
  const properties = isRecord(schema['properties']) ? Object.keys(schema['properties']).slice(0, MOST_PROPERTIES) : []
  return [...new Set([...Object.keys(args), ...properties])].filter((key) =>
    isSensitive(key, Object.hasOwn(args, key) ? args[key] : undefined),
  )
}

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
  return [tool, ...Object.keys(args)].some((name) => wordsOf(name).some((word) => riskyWords.has(word)))
}

/** Pure: whether one argument, with its value in a call, is sensitive. */
export function isSensitive(key: string, value: JsonValue | undefined): boolean {
  if (wordsOf(key).some((word) => exactWords.has(word) || placeWords.has(word))) return true
  if (typeof value === 'string') return parsePath(value) !== undefined || parseWebAddress(value) !== undefined
  if (Array.isArray(value)) return value.some((item: JsonValue) => isSensitive('', item))
  return isRecord(value) && Object.entries(value).some(([inner, each]) => isSensitive(inner, each))
}

/** Far more than any honest tool has. */
const MOST_PROPERTIES = 1000
const LONGEST_NAME = 200

/** Pure: the words of a name in lower case: `runCommand`, `run_command` and `RUN-COMMAND` are the same two. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
}
