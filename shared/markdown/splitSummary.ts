const LONGEST = 500
const END = '</summary>'

/** Pure: splits what is inside of `<details>` into the text of its summary, if it begins with one, and the rest. Marks of the summary are left out. */
export function splitSummary(text: string): { readonly summary?: string; readonly rest: string } {
  const begin = text.trimStart()
  const head = begin.slice(0, LONGEST).toLowerCase()
  const end = head.startsWith('<summary>') ? head.indexOf(END) : -1
  if (end === -1) return { rest: text }
  const summary = begin
    .slice('<summary>'.length, end)
    .replaceAll(/<\/?(?:b|strong|i|em|code)>|\*\*|`/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { ...(summary !== '' && { summary }), rest: begin.slice(end + END.length) }
}
