import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import { isSensitive } from '../../../../shared/rules/sensitiveArguments'

const MOST_VALUE = 60
const MOST_TEXT = 240

export interface ArgumentSummary {
  /** `iban: DE12…, amount: 90`: what decides comes first. Shortened, because this is a list; the dialog shows it whole. */
  readonly text: string
  /** How many arguments found no room. */
  readonly more: number
}

/** Pure: sums up the arguments of a call for one line of a list, so that two calls of one tool can be told apart. */
export function summarizeArguments(args: JsonObject): ArgumentSummary {
  const entries = Object.entries(args)
  const ordered = [
    ...entries.filter(([key, value]) => isSensitive(key, value)),
    ...entries.filter(([key, value]) => !isSensitive(key, value)),
  ]
  const shown: string[] = []
  let room = MOST_TEXT
  for (const [key, value] of ordered) {
    const line = `${shortened(key)}: ${shortened(textOf(value))}`
    if (line.length > room) break
    room -= line.length
    shown.push(line)
  }
  return { text: shown.join(' · '), more: ordered.length - shown.length }
}

function textOf(value: JsonValue): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ')
}

/** Shortened in its middle, because the end of a path, an address or an account number tells as much as its beginning. */
function shortened(text: string): string {
  if (text.length <= MOST_VALUE) return text
  return `${text.slice(0, MOST_VALUE / 2)}…${text.slice(-MOST_VALUE / 2)}`
}
