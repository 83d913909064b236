/** How a program reads the words before what it runs. A form that is not listed makes the command unclear. */
export interface OptionGrammar {
  /** Words that take no value and name nothing, exactly as they are written. None of them may carry `=`. */
  readonly flags: ReadonlySet<string>
  /** Options that take a value, with what it may be: `NAME VALUE`, and for long ones `NAME=VALUE`. */
  readonly values?: ReadonlyMap<string, RegExp>
  /** Options whose value names a package, in the same two forms. */
  readonly packages?: ReadonlySet<string>
  /** Whether `--` ends the options. */
  readonly dashes: boolean
}

export interface OptionsRead {
  /** What options named as packages. */
  readonly named: readonly string[]
  /** Everything from the first word that is no option. */
  readonly words: readonly string[]
  /** Whether `--` stands before these words. */
  readonly cut: boolean
}

/** Pure: reads the options before the first other word. Undefined if one of them is not of the grammar, to the letter. */
export function readCommandOptions(args: readonly string[], { flags, values, packages, dashes }: OptionGrammar): OptionsRead | undefined {
  const named: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return dashes ? { named, words: args.slice(at + 1), cut: true } : undefined
    if (!arg.startsWith('-')) return { named, words: args.slice(at), cut: false }
    if (flags.has(arg)) continue
    const [, name = arg, joined] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? []
    const value = joined ?? args[++at]
    // A value that begins with a dash is an option to some programs, and one that is missing is whatever comes next.
    if (value === undefined || value === '' || value.startsWith('-')) return undefined
    if (packages?.has(name) === true) named.push(value)
    else if (values?.get(name)?.test(value) !== true) return undefined
  }
  return { named, words: [], cut: false }
}
