import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** One row of the table: what it says of the tests of an id, and the files that it names there. */
interface Row {
  readonly id: string
  readonly tested: string
  readonly files: readonly string[]
}

const rows: readonly Row[] = [...page.matchAll(/^\| ([A-Z]\d{2}) \|.*\| ([^|]+) \|$/gm)].map(([, id = '', tested = '']) => ({
  id,
  tested,
  files: [...tested.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}))

/** The ids with which the titles of tests begin, by file: one and a colon, or several with commas between them. */
const titles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  globSync('{app,main,preload,renderer,shared,scripts,e2e}/**/*.{test.ts,test.tsx,spec.ts}', { cwd: root }).map((path) => {
    const found = readFileSync(join(root, path), 'utf8').matchAll(/['"`]([A-Z]\d{2}(?:, [A-Z]\d{2})*): /g)
    return [path.replaceAll('\\', '/'), new Set([...found].flatMap(([, ids = '']) => ids.split(', ')))]
  }),
)

it('every id has one row, which names its tests or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].toSorted())
  expect(rows.filter(({ files, tested }) => files.length === 0 && !/^(?:Not applicable|Not run here|Later): ./.test(tested))).toEqual([])
})

it('every test that docs/security.md names is there, with the id at the beginning of its title', () => {
  const missing = rows.flatMap(({ id, files }) => files.filter((file) => !titles.get(file)?.has(id)).map((file) => `${id} in ${file}`))
  expect(missing).toEqual([])
})

it('every id at the beginning of a title is in docs/security.md', () => {
  const known = new Set(rows.filter(({ files }) => files.length > 0).map(({ id }) => id))
  const unknown = [...titles].flatMap(([path, ids]) => [...ids].filter((id) => !known.has(id)).map((id) => `${id} in ${path}`))
  expect(unknown).toEqual([])
})
