import type * as z from 'zod'

/** A policy's value without the words that it allows an older Parley to leave out. */
export interface WithoutIgnorable {
  readonly value: unknown
  /** What was left out, as the policy names it: `servers.signedBy`. */
  readonly ignored: readonly string[]
}

/**
 * Pure: leaves out the unknown words of a policy that its `ignorable` names, in whatever entry of a list they stand. Known words are never
 * left out, and an unknown one that is not named stays, to be found as a mistake.
 */
export function dropIgnorable(value: unknown, issues: readonly z.core.$ZodIssue[]): WithoutIgnorable {
  const named = new Set(namesIn(value))
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : []))
  const dropped = unknown.filter((path) => named.has(dotted(path)))
  if (dropped.length === 0) return { value, ignored: [] }
  return {
    value: dropped.reduce<unknown>((left, path) => without(left, path), value),
    ignored: [...new Set(dropped.map(dotted))].toSorted(),
  }
}

function namesIn(value: unknown): readonly string[] {
  const names = isRecord(value) ? value['ignorable'] : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** The words of a path, without the numbers of entries. */
function dotted(path: readonly PropertyKey[]): string {
  return path.filter((key) => typeof key === 'string').join('.')
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown, index) => (index === key ? without(one, rest) : one))
  if (!isRecord(value) || typeof key !== 'string') return value
  const entries = Object.entries(value)
  const left =
    rest.length === 0
      ? entries.filter(([name]) => name !== key)
      : entries.map(([name, own]) => [name, name === key ? without(own, rest) : own])
  return Object.fromEntries(left)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
