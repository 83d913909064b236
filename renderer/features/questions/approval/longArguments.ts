import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import type { ApprovalDraft } from './approvalDraft'

/** A longer argument is folded until the person opens it. */
const MOST_UNITS = 1200
const MOST_LINES = 15

/** Pure: formats an argument: on one line when it is short, otherwise on several lines that are easy to read. */
export function formatArgument(value: JsonValue): string {
  if (typeof value === 'string') return value
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}

/** Pure: returns the names of the arguments that are too long to show completely. */
function longArguments(args: JsonObject): readonly string[] {
  return Object.keys(args).filter((key) => isLong(formatArgument(args[key] ?? null)))
}

/**
 * Pure: returns the long arguments that the person has not opened. There are none while they edit: the fields hold everything, and those have to
 * be read to their end.
 */
export function unseenArguments(args: JsonObject, { seen, editing }: Pick<ApprovalDraft, 'seen' | 'editing'>): readonly string[] {
  return editing ? [] : longArguments(args).filter((key) => !seen.includes(key))
}

/** Pure: returns the beginning of a long argument. */
export function beginningOf(text: string): string {
  return text.split('\n', 4).join('\n').slice(0, 300)
}

function isLong(text: string): boolean {
  return text.length > MOST_UNITS || text.split('\n', MOST_LINES + 1).length > MOST_LINES
}
