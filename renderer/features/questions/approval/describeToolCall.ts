import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'

const LONGEST_VALUE = 80
const MOST_ARGUMENTS = 3
/** A longer name of an argument could hold a sentence. */
const LONGEST_NAME = 60

/**
 * Pure: describes a call in one sentence: `Run echo with message “Hello”.` Returns undefined when there are too many arguments, or when
 * they are too long or too deep, or where a name of an argument is as long as a sentence. Never shortens anything: the list of arguments shows what does not fit.
 */
export function describeToolCall(tool: string, args: JsonObject): Message | undefined {
  const entries = Object.entries(args)
  if (entries.length === 0) return { id: 'approvals.call.noArguments', params: { tool } }
  if (entries.length > MOST_ARGUMENTS) return undefined
  const described = entries.map(([name, value]) => describeArgument(name, value))
  if (!described.every((argument) => argument !== undefined)) return undefined
  return { id: endsByItself(entries.at(-1)?.[1]) ? 'approvals.call.ended' : 'approvals.call', params: { tool, arguments: described } }
}

/** Pure: describes a call whose edited arguments do not fit into a sentence. */
export function describeEditedCall(tool: string): Message {
  return { id: 'approvals.call.edited', params: { tool } }
}

function describeArgument(name: string, value: JsonValue): Message | undefined {
  if (name.length > LONGEST_NAME || /\s\S*\s|\n/.test(name)) return undefined
  if (typeof value === 'number' || typeof value === 'boolean')
    return { id: 'approvals.call.value', params: { argument: name, value: String(value) } }
  if (typeof value !== 'string' || value.length > LONGEST_VALUE || value.includes('\n')) return undefined
  return { id: 'approvals.call.text', params: { argument: name, value } }
}

/** Whether a text ends with its own punctuation. Then only its quotation mark follows, and no full stop. */
function endsByItself(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /[.!?…]$/.test(value)
}
