const BEGIN = '<!-- results: npm run bench -- --write -->'
const END = '<!-- end of results -->'

/** Replaces the results between the two marks of the page. */
export function withResults(page: string, results: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`The page has no place for results between ${BEGIN} and ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${results}\n\n${page.slice(end)}`
}
