import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** A value that is imported or exported from another module, a module that is loaded later, or one for its effects. */
const IMPORT = /^(?:import|export) (?!type )([^'\n]*?) from '([^'\n]+)'|\bimport\('([^'\n]+)'\)|^import '([^'\n]+)'/gm

/** What a module imports as a value, as written. Imports of several lines have been joined. */
function importedBy(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\{[^{}'"`;]*\}(?= from ')/g, (names) => names.replaceAll('\n', ' '))
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', from, later, effects]) => {
    const inside = /^\{(.*)\}$/.exec(names.trim())?.[1]
    const onlyTypes = inside !== undefined && inside.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
    const imported = from ?? later ?? effects
    return imported === undefined || onlyTypes ? [] : [imported]
  })
}

function moduleAt(file: string, imported: string): string | undefined {
  const base = join(dirname(file), imported)
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => base + ending).find((path) => /\.tsx?$/.test(path) && existsSync(path))
}

// Catches: the page imports a value from a file with schemas. The end-to-end specs find it only in the built page, without saying whence.
it('no module that the page loads, now or later, imports Zod', () => {
  const from = new Map<string, string | undefined>([[join(root, 'renderer/start.tsx'), undefined]])
  const ways: string[] = []
  for (const file of from.keys()) {
    for (const imported of importedBy(file)) {
      if (imported === 'zod') {
        const way: string[] = []
        for (let at: string | undefined = file; at !== undefined; at = from.get(at)) way.push(relative(root, at))
        ways.push(way.join(' < '))
      }
      const module = imported.startsWith('.') ? moduleAt(file, imported) : undefined
      if (module !== undefined && !from.has(module)) from.set(module, file)
    }
  }
  expect([from.size > 500, ways]).toEqual([true, []])
})
