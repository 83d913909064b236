import { expect, it } from 'vitest'
import { QuestionId } from '../../shared/domain/ids'
import { decideAttention } from './decideAttention'

const id = (n: number): QuestionId => QuestionId.parse(`5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b0${n}`)

it('attracts once for a question that arrives while the person is elsewhere', () => {
  // Catches a window that flashes on each change of a list in which an old question still waits.
  const arrives = decideAttention({ before: new Set([id(1)]), open: [id(1), id(2)], focused: false })
  const another = decideAttention({ before: new Set([id(1), id(2)]), open: [id(2)], focused: false })
  expect([arrives, another]).toEqual([
    { badge: 2, window: 'attract' },
    { badge: 1, window: 'keep' },
  ])
})

it('only counts for a person who is in Parley, and what waited when Parley started', () => {
  expect([
    decideAttention({ before: new Set(), open: [id(1)], focused: true }),
    decideAttention({ before: undefined, open: [id(1)], focused: false }),
  ]).toEqual([
    { badge: 1, window: 'keep' },
    { badge: 1, window: 'keep' },
  ])
})

it('stops when nothing waits any more', () => {
  expect(decideAttention({ before: new Set([id(1)]), open: [], focused: false })).toEqual({ badge: 0, window: 'calm' })
})
