import { expect, it } from 'vitest'
import { readIdTable } from './lib/testIdTable'

const { rows, missing, unknown } = readIdTable('docs/protocol.md', /[A-Z]{2}-\d{2}/)

/** The protocol's requirements for a host, by area. docs/protocol.md describes each number. */
const required = {
  LC: [3, 4, 5, 7, 8, 11, 12, 13, 14, 15, 23, 24, 25],
  JR: [3, 4, 5, 6, 7, 9, 11, 13, 14, 15, 16, 17],
  ST: [3, 5, 6, 7, 8, 10, 11, 12],
  HT: [7, 8, 9, 10, 11, 12, 14, 16, 18, 19, 20, 25, 26],
  SS: [1, 3],
  CN: [1, 4, 8, 10, 11],
  PR: [2, 3, 4],
  TL: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
  TN: [1, 2, 3, 4, 5],
  IC: [1, 2, 3, 4, 5, 6, 7, 8],
  RS: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  SU: [1, 2, 4, 5, 6, 7, 8, 9],
  PM: [1, 2, 3, 4, 5],
  CP: [1, 2, 3, 4, 5, 6],
  PA: [1, 2, 3, 4, 5],
  CA: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  LG: [1, 2, 3, 4, 5],
  EL: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32],
  SA: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  RO: [1, 2, 3, 4, 5, 6, 7],
  MR: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  TK: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  EX: [1, 2, 3, 4, 5],
  AP: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
  AH: [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
    37, 38, 39, 40, 41, 42, 43, 44, 45,
  ],
  AU: [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
  ],
  CC: [1, 2, 3, 4],
  EM: [1, 2, 3, 4, 5, 6],
  SE: [1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19],
}

it('every requirement has one row, which names its tests or says why it does not apply', () => {
  const ids = Object.entries(required).flatMap(([area, numbers]) => numbers.map((number) => `${area}-${String(number).padStart(2, '0')}`))
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(rows.filter(({ files, tested }) => files.length === 0 && !/^Not applicable: ./.test(tested))).toEqual([])
})

it('every test that docs/protocol.md names is there, with the id at the beginning of its title', () => {
  expect(missing).toEqual([])
})

it('every id at the beginning of a title is in docs/protocol.md', () => {
  expect(unknown).toEqual([])
})
