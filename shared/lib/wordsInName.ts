/** Longer than any honest name. What follows is not looked at. */
const LONGEST_NAME = 200

/** Pure: the words of a name in lower case: `runCommand`, `run_command` and `RUN-COMMAND` are the same two. */
export function wordsInName(name: string): readonly string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
}
