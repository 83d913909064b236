import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const testFiles = '{app,main,preload,renderer,shared,scripts,e2e}/**/*.{test.ts,test.tsx,spec.ts}'

/** One row of a table of ids: the text about the tests of an id, and the files that it names. */
interface IdRow {
  readonly id: string
  readonly tested: string
  readonly files: readonly string[]
}

/** A documentation page with a table of ids, compared with the tests whose titles begin with such ids. */
export interface TestIdTable {
  readonly rows: readonly IdRow[]
  /** Tests that the page names but that do not exist, as `ID in FILE`. */
  readonly missing: readonly string[]
  /** Ids in test titles that the page does not contain, as `ID in FILE`. */
  readonly unknown: readonly string[]
}

/** Reads a page and all tests. `id` is the pattern of one id. A title begins with one or more ids, separated by commas, and a colon. */
export function readIdTable(page: string, id: RegExp): TestIdTable {
  const text = readFileSync(join(root, page), 'utf8')
  const rows = [...text.matchAll(new RegExp(`^\\| (${id.source}) +\\|.*\\| ([^|]+) \\|$`, 'gm'))].map(([, found = '', tested = '']) => ({
    id: found,
    tested: tested.trim(),
    files: [...tested.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }))
  const titles = idsInTitles(id)
  const known = new Set(rows.filter(({ files }) => files.length > 0).map((row) => row.id))
  return {
    rows,
    missing: rows.flatMap((row) => row.files.filter((file) => !titles.get(file)?.has(row.id)).map((file) => `${row.id} in ${file}`)),
    unknown: [...titles].flatMap(([path, ids]) => [...ids].filter((each) => !known.has(each)).map((each) => `${each} in ${path}`)),
  }
}

function idsInTitles(id: RegExp): ReadonlyMap<string, ReadonlySet<string>> {
  const anyId = '[A-Z]{1,2}-?\\d{2}'
  const title = new RegExp(`['"\`](${anyId}(?:, ${anyId})*): `, 'g')
  const whole = new RegExp(`^${id.source}$`)
  return new Map(
    globSync(testFiles, { cwd: root }).map((path) => {
      const found = [...readFileSync(join(root, path), 'utf8').matchAll(title)].flatMap(([, ids = '']) => ids.split(', '))
      return [path.replaceAll('\\', '/'), new Set(found.filter((each) => whole.test(each)))]
    }),
  )
}
