import type { JsonObject, JsonValue } from '../lib/json'
import { isRecord } from '../lib/json'
import { wordsInName } from '../lib/wordsInName'
import { needsExactValue } from './needsExactValue'
import { parsePath } from './parsePath'
import { parseWebAddress } from './parseWebAddress'

/** Words in the name of an argument that says where something happens. A part of it, such as a folder, is often what is meant. */
const placeWords = new Set(
  (
    'url urls uri href link endpoint webhook callback host hostname domain address origin server path paths file files filename filepath ' +
    'directory dir folder cwd workdir root source src target destination dest output repo repository branch ref bucket database table channel'
  ).split(' '),
)

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

/** Pure: whether a word in the name of an argument says that it is sensitive. */
export function isSensitiveWord(word: string): boolean {
  return needsExactValue([word]) || placeWords.has(word)
}

/** Pure: whether one argument, with its value in a call, is sensitive. */
export function isSensitive(key: string, value: JsonValue | undefined): boolean {
  if (needsExactValue([key]) || wordsInName(key).some(isSensitiveWord)) return true
  if (typeof value === 'string') return parsePath(value) !== undefined || parseWebAddress(value) !== undefined
  if (Array.isArray(value)) return value.some((item: JsonValue) => isSensitive('', item))
  return isRecord(value) && Object.entries(value).some(([inner, each]) => isSensitive(inner, each))
}

/** Far more than any honest tool has. */
const MOST_PROPERTIES = 1000
