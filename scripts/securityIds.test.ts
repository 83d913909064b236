import { expect, it } from 'vitest'
import { readIdTable } from './lib/testIdTable'

const { rows, missing, unknown } = readIdTable('docs/security.md', /[A-Z]\d{2}/)

it('every id has one row, which names its tests or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].toSorted())
  expect(rows.filter(({ files, tested }) => files.length === 0 && !/^(?:Not applicable|Not run here|Later): ./.test(tested))).toEqual([])
})

it('every test that docs/security.md names is there, with the id at the beginning of its title', () => {
  expect(missing).toEqual([])
})

it('every id at the beginning of a title is in docs/security.md', () => {
  expect(unknown).toEqual([])
})
