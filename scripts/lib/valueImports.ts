import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** A value that is imported or exported from another module, a module that is loaded later, or one for its effects. */
const IMPORT = /^(?:import|export) (?!type )([^'\n]*?) from '([^'\n]+)'|\bimport\('([^'\n]+)'\)|^import '([^'\n]+)'/gm

interface ValueImport {
  /** As written. */
  readonly imported: string
  /** Whether it is loaded only when its line runs. */
  readonly later: boolean
}

/** One import of a module that the program may load. */
interface ReachedImport extends ValueImport {
  /** From the file that imports it to the one where the walk began. */
  readonly way: string
}

/** Every value that is imported by the modules which these may load, now or later. What `stopsAt` names is not walked through. */
export function reachedImports(
  entries: readonly string[],
  stopsAt: (path: string) => boolean = () => false,
): {
  readonly modules: number
  readonly imports: readonly ReachedImport[]
} {
  const from = new Map<string, string | undefined>(entries.map((entry) => [join(root, entry), undefined]))
  const imports: ReachedImport[] = []
  for (const file of from.keys()) {
    for (const each of importedBy(file)) {
      const module = each.imported.startsWith('.') ? moduleAt(file, each.imported) : undefined
      const imported = module === undefined ? each.imported : relative(root, module).replaceAll('\\', '/')
      imports.push({ ...each, imported, way: wayTo(file, from) })
      if (module !== undefined && !from.has(module) && !stopsAt(imported)) from.set(module, file)
    }
  }
  return { modules: from.size, imports }
}

/** What a module imports as a value. Imports of several lines have been joined. */
function importedBy(file: string): readonly ValueImport[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\{[^{}'"`;]*\}(?= from ')/g, (names) => names.replaceAll('\n', ' '))
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', from, later, effects]) => {
    const inside = /^\{(.*)\}$/.exec(names.trim())?.[1]
    const onlyTypes = inside !== undefined && inside.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
    const imported = from ?? later ?? effects
    return imported === undefined || onlyTypes ? [] : [{ imported, later: later !== undefined }]
  })
}

function moduleAt(file: string, imported: string): string | undefined {
  const base = join(dirname(file), imported)
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => base + ending).find((path) => /\.tsx?$/.test(path) && existsSync(path))
}

function wayTo(file: string, from: ReadonlyMap<string, string | undefined>): string {
  const way: string[] = []
  for (let at: string | undefined = file; at !== undefined; at = from.get(at)) way.push(relative(root, at).replaceAll('\\', '/'))
  return way.join(' < ')
}
