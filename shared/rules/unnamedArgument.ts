import type { RuleSubject } from '../domain/rule'
import { isRecord, type JsonObject } from '../lib/json'

type Path = readonly string[]

/** Pure: the paths of all arguments that a rule names: in a condition, or as one that may be anything. */
export function namedPaths({ where = [], open = [] }: Pick<RuleSubject, 'where' | 'open'>): readonly Path[] {
  return [...where.map(({ path }) => path), ...open]
}

/**
 * Pure: the path of the first argument of a call that a rule does not name. Undefined if it names all of them, or does not say what it leaves
 * open. A server may read an argument that nobody has seen, so one that is new is not covered by a rule about the others.
 */
export function unnamedArgument(subject: Pick<RuleSubject, 'where' | 'open'>, args: JsonObject): Path | undefined {
  if (subject.open === undefined) return undefined
  const named = namedPaths(subject)
  const exact = new Set(named.map((path) => JSON.stringify(path)))
  const above = new Set(named.flatMap((path) => path.slice(1).map((_key, index) => JSON.stringify(path.slice(0, index + 1)))))
  // Descends only along paths that the rule names, so never deeper than the rule.
  const firstIn = (value: JsonObject, parent: Path): Path | undefined => {
    for (const [name, inner] of Object.entries(value)) {
      const path = [...parent, name]
      const key = JSON.stringify(path)
      if (exact.has(key)) continue
      const found = above.has(key) && isRecord(inner) ? firstIn(inner, path) : path
      if (found) return found
    }
    return undefined
  }
  return firstIn(args, [])
}
