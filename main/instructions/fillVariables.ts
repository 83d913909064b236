import { instructionVariables, MOST_FILLED, type InstructionVariable } from '../../shared/domain/projects/instructionVariables'

/** What the variables of instructions that stay the same stand for. */
export interface StableValues {
  /** As IANA calls it: "Europe/Berlin". */
  readonly timeZone: string
  /** A path. Undefined without one. */
  readonly projectFolder?: string | undefined
}

/** Which values that change the instructions ask for. They stand at the end of what the person said. */
export interface VolatileNeeds {
  readonly date: boolean
  readonly time: boolean
}

/** The first words of a value that changes would be others in each request, and no provider could keep what follows them. */
const POINTERS = {
  date: "[today's date: Parley tells it at the end of my last message]",
  time: '[the time: Parley tells it at the end of my last message]',
} as const

const VARIABLE = /\{\{ ?([a-z_]{1,40}) ?\}\}/g

/**
 * Pure: instructions with their variables filled in. `{{timezone}}` and `{{project_folder}}` are put in place; in the place of `{{date}}` and
 * `{{time}}` stands where the model finds them. Any other stays as it was written, as do those behind the first `MOST_FILLED`. Linear in the text.
 */
export function fillVariables(text: string, { timeZone, projectFolder }: StableValues): string {
  const values: Readonly<Record<InstructionVariable, string>> = {
    ...POINTERS,
    timezone: timeZone,
    project_folder: projectFolder ?? '[no folder]',
  }
  let filled = 0
  return text.replaceAll(VARIABLE, (written, name: string) => {
    const variable = instructionVariables.find((known) => known === name)
    return variable === undefined || ++filled > MOST_FILLED ? written : values[variable]
  })
}

/** Pure: which values that change instructions ask for. */
export function volatileNeeds(texts: readonly string[]): VolatileNeeds {
  const named = new Set(texts.flatMap((text) => Array.from(text.matchAll(VARIABLE), ([, name]) => name)))
  return { date: named.has('date'), time: named.has('time') }
}
