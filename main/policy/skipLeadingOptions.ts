/** Matches no option. */
export const none = /^$/

/** The known options of a runner such as npx. */
export interface RunnerOptions {
  /** Options without a value. */
  readonly flags: RegExp
  readonly values: RegExp
  /** Options whose value names a package. */
  readonly packages: RegExp
  /** Options whose value is a Python version. The value could also be any program. */
  readonly pythons?: RegExp
}

interface TakenOptions {
  /** The packages named by options. */
  readonly named: readonly string[]
  /** Everything from the first word that is not an option. */
  readonly words: readonly string[]
}

/** Pure: skips the options before the first other word. Undefined if an option is unknown. */
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
