import { expect, it } from 'vitest'
import { readIdTable } from './lib/testIdTable'

const { rows, missing, unknown } = readIdTable('docs/security.md', /[A-Z]\d{2}/)
const idOf = (letter: string, number: number): string => `${letter}${String(number).padStart(2, '0')}`
const span = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => idOf(letter, from + index))

/**
 * The catalogue of attacks on hosts like this one: the number of cases of each family. Opening addresses (A), rendering (B), local servers
 * (C), links and bundles (D), signing in (E), tools (F), what is rendered or fetched (G), forms and pages (H), sampling and folders (I),
 * parsers (J), secrets (K), apps (L), the browser shell (W), updates and builds (N).
 */
const catalogue = { A: 11, B: 11, C: 18, D: 16, E: 25, F: 22, G: 7, H: 13, I: 10, J: 24, K: 13, L: 26, W: 12, N: 8 }
const all = Object.entries(catalogue).flatMap(([letter, count]) => span(letter, 1, count))

/** Cases about parts that Parley does not have yet. An id leaves this list, and gets its row, with the part that it attacks. */
const later = new Set([...span('C', 2, 5), ...span('C', 12, 14), ...span('D', 1, 16)])

it('every id has one row, which names its tests or says why there is none', () => {
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].toSorted())
  expect(rows.filter(({ files, tested }) => files.length === 0 && !/^(?:Not applicable|Not run here|Later): ./.test(tested))).toEqual([])
})

it('every case of the catalogue has a row', () => {
  const described = new Set(rows.map(({ id }) => id))
  expect(all).toHaveLength(216)
  expect(all.filter((id) => !described.has(id) && !later.has(id))).toEqual([])
})

it('every test that docs/security.md names is there, with the id at the beginning of its title', () => {
  expect(missing).toEqual([])
})

it('every id at the beginning of a title is in docs/security.md', () => {
  expect(unknown).toEqual([])
})
