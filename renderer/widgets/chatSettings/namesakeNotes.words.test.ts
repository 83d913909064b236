import { expect, it } from 'vitest'
import { ProjectId } from '../../../shared/domain/ids'
import { namesakeNotes } from './namesakeNotes'

const id = (n: number): ProjectId => ProjectId.parse(`5f0f3a4e-6f9b-4c53-9d4f-00000000000${n}`)
const now = new Date(2026, 10, 29, 12).getTime()

// Catches: two lines "Taxes" to choose between.
it('tells projects of the same name apart, and says nothing of the others', () => {
  const projects = ['Taxes', 'taxes ', 'Boats'].map((name, index) => ({ id: id(index), name, created: now - 60_000 * (index + 1) }))
  const notes = namesakeNotes(projects, [{ project: id(0) }, { project: id(2) }], now)
  expect([0, 1, 2].map((n) => notes.get(id(n)))).toEqual([
    '1 conversation, made today 11:59',
    'no conversations, made today 11:58',
    undefined,
  ])
})
