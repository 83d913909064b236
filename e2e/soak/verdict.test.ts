import { expect, it } from 'vitest'
import type { Sample } from './growth'
import { bounds, closingLine, growthTable, verdictOf, type Outcome } from './verdict'

const names = [...bounds.map(({ name }) => name), 'databaseMb']
const looks = (grows?: string): readonly Sample[] =>
  Array.from({ length: 20 }, (_, look) => {
    const values = Object.fromEntries(names.map((name) => [name, name === grows ? look * 100 : 100]))
    return { life: 1, ageMs: look * 2_000, calls: look * 50, values }
  })
const healthy: Outcome = { samples: looks(), database: looks(), lost: [], orphans: [], faults: [], happened: new Map() }

it('finds nothing wrong with a run that lost nothing, left nothing and stayed flat', () => {
  const { growths, failed } = verdictOf(healthy)
  expect([failed, growths.map(({ verdict }) => verdict)]).toEqual([[], names.map(() => 'flat')])
})

it.each(names)('fails when %s grows, and names it', (name) => {
  const outcome = { ...healthy, samples: looks(name), database: looks(name) }
  const { growths, failed } = verdictOf(outcome)
  expect(failed).toHaveLength(1)
  expect([failed[0]?.startsWith(`${name} grew by `), growthTable(growths).match(/GREW/g)]).toEqual([true, ['GREW']])
})

it('sees 50 MB that a library keeps in one life', () => {
  const samples = looks().map((look, n) => ({ ...look, values: { ...look.values, residentMb: 180 + (n * 50) / 19 } }))
  expect(verdictOf({ ...healthy, samples }).failed.map((line) => line.split(' ')[0])).toEqual(['residentMb'])
})

it('does not say that nothing grew when it could not look often enough', () => {
  const closing = (outcome: Outcome): string => {
    const { growths, failed } = verdictOf(outcome)
    return closingLine(growths, failed)
  }
  expect([closing(healthy), closing({ ...healthy, samples: looks().slice(0, 4) }), closing({ ...healthy, faults: ['It ended'] })]).toEqual([
    'soak: nothing was lost, nothing was left behind, nothing grew',
    'soak: nothing was lost, nothing was left behind, the machine was too busy to tell whether something grew',
    'soak: 1 failed',
  ])
})

it('names what was lost, what was left behind and what failed, and shortens a long list', () => {
  const lost = Array.from({ length: 12 }, (_, n) => `title ${n}`)
  const { failed } = verdictOf({ ...healthy, lost, orphans: ['17 node server.ts'], faults: ['Parley ended by itself'] })
  expect(failed.slice(9)).toEqual(['lost: title 9', 'lost: and 2 more', 'left behind: 17 node server.ts', 'Parley ended by itself'])
})
