import type { Package } from './packageSpecifiers'

/** One thing that a command finally runs: a program, or the packages that a runner such as npx runs. */
export interface CommandTarget {
  readonly program: string
  readonly packages: readonly Package[]
  /** A package name that the runner looks for on this computer first, as npx does: it may run a program of that name in its place. */
  readonly localName?: string
}

/** What a command line runs, as far as it can be understood. */
export interface CommandAnalysis {
  /** Every program involved, as written: `env`, `sh`, `npx`. */
  readonly programs: readonly string[]
  /** Programs that are interpreted by name, as a shell or a runner. */
  readonly readers: readonly string[]
  readonly targets: readonly CommandTarget[]
  /** Every variable that the command starts with, from its entry and from the line itself (`env A=1`). */
  readonly variables: readonly string[]
  /** False if part of it is not understood whole: code, an option or a form that is not known, a package from another source. */
  readonly clear: boolean
  /** Every word that could be the name of something. */
  readonly words: readonly string[]
}

/** An analysis while it is made. */
export interface CommandDraft {
  readonly programs: string[]
  readonly readers: string[]
  readonly targets: CommandTarget[]
  readonly variables: string[]
  clear: boolean
  /** Whether the command changes the folder on the way, so that nothing that depends on the folder is known. */
  moved: boolean
}

/** Adds to a draft what a program with these arguments runs. `depth` counts the programs around it. */
export type ReadCommand = (word: string, args: readonly string[], draft: CommandDraft, depth: number) => void

/** The program runs, but what it does is not understood. */
export const unclear: ReadCommand = (word, _args, draft) => {
  draft.clear = false
  draft.targets.push({ program: word, packages: [] })
}
