/** What is replaced in instructions, written as `{{date}}`. */
export const instructionVariables = ['date', 'time', 'timezone', 'project_folder'] as const
export type InstructionVariable = (typeof instructionVariables)[number]

/** So many of them are filled in, in one text. A path may be long, and more of them would make endless instructions of short ones. */
export const MOST_FILLED = 50

/** Something in braces that a person may have meant as a variable. */
const WRITTEN = /\{\{ ?([\p{L}_][\p{L}\p{N}_.-]{0,39}) ?\}\}/gu
const MOST_NAMED = 3

/** Pure: what looks like a variable in instructions and is none, as it was written, each once and three at most. It goes to the model as it is. */
export function unknownVariables(text: string): readonly string[] {
  const written = Array.from(text.matchAll(WRITTEN), ([whole, name]) => ({ whole, name }))
  const unknown = written.filter(({ name }) => !instructionVariables.some((known) => known === name))
  return [...new Set(unknown.map(({ whole }) => whole))].slice(0, MOST_NAMED)
}

/** Pure: whether instructions name a variable. */
export function namesVariable(text: string, variable: InstructionVariable): boolean {
  return Array.from(text.matchAll(WRITTEN), ([, name]) => name).includes(variable)
}

/** Pure: how many variables of instructions are not filled in, because too many stand before them. They go to the model as they are. */
export function variablesLeft(text: string): number {
  const named = Array.from(text.matchAll(WRITTEN), ([, name]) => name).filter((name) =>
    instructionVariables.some((known) => known === name),
  )
  return Math.max(0, named.length - MOST_FILLED)
}
