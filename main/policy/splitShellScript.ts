/** Signs that make a line of a shell more than words: what they stand for is known only when it runs. */
const MORE_THAN_WORDS = /[`$(){}<>\\*?[\]~#!]|[^\S \t]/

/** Pure: the commands of a shell's line, each as its words. Undefined where it is more than commands one after the other. */
export function splitShellScript(script: string): readonly (readonly string[])[] | undefined {
  if (MORE_THAN_WORDS.test(script)) return undefined
  const commands: string[][] = [[]]
  for (const [piece, sign, quoted] of script.matchAll(/([;&|]+)|((?:"[^"]*"|'[^']*'|[^\s;&|"'])+)|["']/g)) {
    if (sign !== undefined) commands.push([])
    else if (quoted !== undefined) commands.at(-1)?.push(piece.replaceAll(/["']/g, ''))
    // A quote that nothing closes.
    else return undefined
  }
  const found = commands.filter((words) => words.length > 0)
  return found.length > 0 ? found : undefined
}
