import type { RecordedPart, RecordedPartName } from '../../shared/domain/records/questionRecord'
import { isRecord, type JsonValue } from '../../shared/lib/json'

/** What tells two questions apart, the part that counts first. */
const TELLING: readonly RecordedPartName[] = ['changedArguments', 'arguments', 'answers', 'url', 'folders']
const MOST_ENTRIES = 20
const MOST_VALUE = 120

/** Pure: what a question was about in short, for one line of a list. Undefined where nothing tells. */
export function summarizeQuestionRecord(parts: readonly RecordedPart[]): JsonValue | undefined {
  const value = TELLING.map((name) => parts.find(({ what }) => what === name)?.value).find((found) => found !== undefined)
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.slice(0, MOST_ENTRIES).map(short)
  if (!isRecord(value)) return short(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return undefined
  return Object.fromEntries(entries.slice(0, MOST_ENTRIES).map(([key, each]) => [short(key), short(each)]))
}

/** Shortened in its middle, because the end of a path or a number tells as much as its beginning. */
function short(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length <= MOST_VALUE ? text : `${text.slice(0, MOST_VALUE / 2)}…${text.slice(-MOST_VALUE / 2)}`
}
