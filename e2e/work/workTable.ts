import { worstTexts } from './worstTexts'

/** Makes an input of about this many characters. Returns the work on it. */
export interface Prepare {
  (size: number): () => unknown
  /** What the work consists of, to name the part that is slow. */
  readonly parts?: ReadonlyMap<string, Prepare>
}
/** The worst inputs of each function, by name. */
export type Functions = Readonly<Record<string, Readonly<Record<string, Prepare>>>>

/** The functions of one file that read what strangers wrote. */
export interface WorkTable {
  /** From the root of the repository. */
  readonly file: string
  readonly load: () => Promise<Functions>
}

/** @param load imports the file only now: work is counted only in code that is compiled after the meter is there. */
export function table<M>(file: string, load: () => Promise<M>, functions: (module: M) => Functions): WorkTable {
  return { file, load: async () => functions(await load()) }
}

/** All of the worst texts, one after another, for a function that takes one. */
export function texts(run: (text: string) => unknown): Readonly<Record<string, Prepare>> {
  const parts = new Map(Array.from(worstTexts, ([name, make]) => [name, input(make, run)] as const))
  const all = (size: number) => {
    // All together are fifteen times the size.
    const works = Array.from(parts.values(), (prepare) => prepare(size / 4))
    return async () => {
      for (const work of works) await work()
    }
  }
  return { 'the worst texts': Object.assign(all, { parts }) }
}

/** One input that is made from its size. */
export function input<T>(make: (size: number) => T, run: (value: T) => unknown): Prepare {
  return (size) => {
    const value = make(size)
    return () => run(value)
  }
}

/** A list of as many items as fit into the size. */
export function many<T>(size: number, make: (index: number) => T, bytesOfOne = 10): T[] {
  return Array.from({ length: Math.max(1, Math.floor(size / bytesOfOne)) }, (_none, index) => make(index))
}
