/** Pure: a text, or undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Pure: a number that counts, or undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A moment later than this is a mistake of whoever wrote the file: the year 2200. */
export const LATEST_MS = Date.UTC(2200, 0, 1)

/** Pure: seconds since 1970 as milliseconds, or undefined for what is no moment. */
export function secondsOf(value: unknown): number | undefined {
  const seconds = numberOf(value)
  return seconds === undefined ? undefined : momentOf(seconds * 1_000)
}

/** Pure: milliseconds since 1970, or undefined for what is no moment. */
export function millisecondsOf(value: unknown): number | undefined {
  return typeof value === 'number' ? momentOf(value) : undefined
}

/** Pure: a date of ISO 8601 as milliseconds since 1970, or undefined for what is no moment. */
export function dateOf(value: unknown): number | undefined {
  return typeof value === 'string' && value.length <= 40 ? momentOf(Date.parse(value)) : undefined
}

function momentOf(ms: number): number | undefined {
  return ms > 0 && ms < LATEST_MS ? Math.round(ms) : undefined
}

/** Pure: what a tool was sent or returned, as a code block that its text cannot end. */
export function codeBlock(tool: string, text: string): string {
  let longest = 2
  // One after the other: a stranger decides how many there are.
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${tool.replaceAll(/[\s`]+/g, ' ').slice(0, 200)}:\n\n${fence}\n${text}\n${fence}`
}
