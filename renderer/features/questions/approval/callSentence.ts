import type { JsonObject, JsonValue } from '../../../../shared/lib/json'

const LONGEST_VALUE = 80
const MOST_ARGUMENTS = 3

/**
 * Pure: a call as one sentence, `Run echo with message “Hello”.`, or undefined where its arguments are too many, too long or too deep for one.
 * Nothing in it is shortened: what does not fit whole is left to the list of arguments.
 */
export function callSentence(tool: string, args: JsonObject): string | undefined {
  const entries = Object.entries(args)
  if (entries.length === 0) return `Run ${tool} without arguments.`
  if (entries.length > MOST_ARGUMENTS) return undefined
  const parts = entries.map(([key, value]) => {
    const words = valueWords(value)
    return words === undefined ? undefined : `${key} ${words}`
  })
  if (!parts.every((part) => part !== undefined)) return undefined
  const last = parts.at(-1) ?? ''
  // A text that ends its own sentence ends this one too: nothing follows it but its quotation mark.
  const end = /[.!?…]”$/.test(last) ? '' : '.'
  return `Run ${tool} with ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last}${end}`
}

function valueWords(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE && !value.includes('\n') ? `“${value}”` : undefined
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
