/** Characters with a special meaning to a shell. What they expand to is known only at run time. */
const MORE_THAN_WORDS = /[`$(){}<>\\*?[\]~#!]|[^\S \t]/

/** Pure: the commands of a shell line, each as its words. Undefined if the line is more than a sequence of commands. */
export function splitShellScript(script: string): readonly (readonly string[])[] | undefined {
  if (MORE_THAN_WORDS.test(script)) return undefined
  const commands: string[][] = [[]]
  for (const [piece, sign, quoted] of script.matchAll(/([;&|]+)|((?:"[^"']*"|'[^"']*'|[^\s;&|"'])+)|["']/g)) {
    if (sign !== undefined) commands.push([])
    else if (quoted !== undefined) commands.at(-1)?.push(piece.replaceAll(/["']/g, ''))
    // A quote that is not closed, or that holds one of the other kind.
    else return undefined
  }
  const found = commands.filter((words) => words.length > 0)
  return found.length > 0 ? found : undefined
}
