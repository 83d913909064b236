/** Matches no option. */
export const none = /^$/

/** The options of a runner such as npx, as far as they are understood. */
export interface RunnerOptions {
  /** Options without a value, and options whose value follows. */
  readonly flags: RegExp
  readonly values: RegExp
  /** Options whose value names a package. */
  readonly packages: RegExp
  /** Options whose value is the version of Python; it could be a program of any name as well. */
  readonly pythons?: RegExp
}

interface TakenOptions {
  /** The packages that options name. */
  readonly named: readonly string[]
  /** Everything from the first word on that is no option. */
  readonly words: readonly string[]
}

/** Pure: reads options up to the first word that is none. Undefined where there is one that is not known. */
export function skipLeadingOptions(
  args: readonly string[],
  { flags, values, packages, pythons = none }: RunnerOptions,
): TakenOptions | undefined {
  const named: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [, name = arg, value] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? []
    if (arg === '--') return { named, words: args.slice(at + 1) }
    if (!arg.startsWith('-')) return { named, words: args.slice(at) }
    if (packages.test(name)) named.push(value ?? args[++at] ?? '')
    else if (pythons.test(name)) {
      if (!/^(?:(?:c?python|pypy)@?)?\d[\d.]*t?$/.test(value ?? args[++at] ?? '')) return undefined
    } else if (values.test(name)) at += value === undefined ? 1 : 0
    else if (!flags.test(name)) return undefined
  }
  return { named, words: [] }
}
