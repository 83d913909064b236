import type { RequestId } from '@modelcontextprotocol/client'

/** Where a message says what it is. A line is not looked at any further. */
const HEAD_CHARACTERS = 200

/** Pure: whether a line that is not JSON was meant as an answer: one with NaN, one that was cut. Log lines and requests are not. */
export function looksLikeResponse(line: string): boolean {
  const members = ownMembers(line)
  return (
    line.slice(0, HEAD_CHARACTERS).trimStart().startsWith('{') &&
    /"jsonrpc"\s*:/.test(members) &&
    /"(?:id|result|error)"\s*:/.test(members) &&
    !/"(?:method|params)"\s*:/.test(members)
  )
}

/** Pure: which request such a line answers, where it says so in its beginning. */
export function idIn(line: string): RequestId | undefined {
  const [, text, bare] = /"id"\s*:\s*(?:"([^"\\]*)"|([^\s",}]+))/.exec(ownMembers(line)) ?? []
  const id = text ?? bare
  if (id === undefined || bare === 'null') return undefined
  return /^\d{1,15}$/.test(id) ? Number(id) : id
}

/** What the object of the line says itself in its beginning. What stands in inner objects and lists is left out: a log line may hold a whole message. */
function ownMembers(line: string): string {
  let depth = 0
  let own = ''
  const head = line.slice(0, HEAD_CHARACTERS)
  // The bound keeps texts without an end linear; no text of a head is longer.
  for (const part of head.match(/"(?:[^"\\]|\\.){0,200}"|[{}[\]]|[^"{}[\]]+/gs) ?? []) {
    if (part === '{' || part === '[') depth++
    else if (part === '}' || part === ']') depth--
    else if (depth === 1) own += part
  }
  return own
}
