import { homedir } from 'node:os'
import { isRecord } from '../../shared/lib/json'

/** Returns the value of a variable, or undefined when it is not set. */
export type Lookup = (name: string) => string | undefined

/** A text after its placeholders were filled, as far as they could be. */
export interface Filled {
  readonly text: string
  /** The placeholders that are still in the text. */
  readonly left: readonly string[]
  /** The variables whose default was taken. */
  readonly defaulted: readonly string[]
  /** The variables whose value was taken. */
  readonly taken: readonly string[]
}

/** Looks like `${NAME}`, `${env:NAME}` or `${NAME:-default}`. */
const VARIABLE = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s

/**
 * Pure: fills `${NAME}`, `${env:NAME}` (VS Code, Cursor) and `${NAME:-default}` (Claude Code). An empty variable counts as not set where
 * there is a default, as in a shell. The text is untrusted: no character is read more than twice.
 */
export function fillPlaceholders(text: string, lookup: Lookup): Filled {
  const left: string[] = []
  const defaulted: string[] = []
  const taken: string[] = []
  const filled = text.replaceAll(/\$\{([^{}]*)\}/g, (whole: string, inner: string) => {
    const [, name, otherwise] = VARIABLE.exec(inner) ?? []
    const value = name === undefined ? undefined : lookup(name)
    if (name !== undefined && value !== undefined && (value !== '' || otherwise === undefined)) {
      taken.push(name)
      return value
    }
    if (name !== undefined && otherwise !== undefined) {
      defaulted.push(name)
      return otherwise
    }
    left.push(whole)
    return whole
  })
  return { text: filled, left, defaulted, taken }
}

/** Parley's own variables may hold a passphrase, so a configuration does not get them. */
const OWN = /^PARLEY_/i

/** Looks variables up in the environment of a person who names a configuration on the command line. */
export function environmentLookup(env: NodeJS.ProcessEnv): Lookup {
  return (name) => (name === 'userHome' ? homedir() : OWN.test(name) ? undefined : env[name])
}

/** The fields of an entry that make its launch. */
const FIELDS = ['command', 'args', 'env', 'cwd', 'url', 'headers'] as const

/** An entry after its placeholders were filled. */
export interface FilledEntry extends Omit<Filled, 'text'> {
  readonly entry: Readonly<Record<string, unknown>>
}

/** Pure: fills the placeholders of an entry's launch, before the launch is parsed: an address may begin with one. References to secrets stay. */
export function fillEntry(entry: Readonly<Record<string, unknown>>, lookup: Lookup): FilledEntry {
  const left: string[] = []
  const defaulted: string[] = []
  const taken: string[] = []
  const fill = (value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const filled = fillPlaceholders(value, lookup)
    left.push(...filled.left)
    defaulted.push(...filled.defaulted)
    taken.push(...filled.taken)
    return filled.text
  }
  const fillAll = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)])) : fill(value)
  }
  const fields = FIELDS.filter((name) => Object.hasOwn(entry, name)).map((name) => [name, fillAll(entry[name])] as const)
  return { entry: { ...entry, ...Object.fromEntries(fields) }, left, defaulted, taken: [...new Set(taken)] }
}
