import type { JsonObject, JsonValue } from '../../../../shared/lib/json'

/** What is longer stands folded, until it was looked at. */
const MOST_UNITS = 1200
const MOST_LINES = 15

/** Pure: an argument as it is shown: on one line where it is short; broken into lines where one would have to search in it. */
export function argumentText(value: JsonValue): string {
  if (typeof value === 'string') return value
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}

/** Pure: the names of the arguments that are too long to be shown whole at once. */
function longArguments(args: JsonObject): readonly string[] {
  return Object.keys(args).filter((key) => isLong(argumentText(args[key] ?? null)))
}

/** Pure: those that the person has not looked at. */
export function unseenArguments(args: JsonObject, seen: readonly string[]): readonly string[] {
  return longArguments(args).filter((key) => !seen.includes(key))
}

/** Pure: the beginning of a long argument. */
export function beginningOf(text: string): string {
  return text.split('\n', 4).join('\n').slice(0, 300)
}

function isLong(text: string): boolean {
  return text.length > MOST_UNITS || text.split('\n', MOST_LINES + 1).length > MOST_LINES
}
