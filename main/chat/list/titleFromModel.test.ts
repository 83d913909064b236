import { expect, it } from 'vitest'
import { titleFromModel } from './titleFromModel'

it.each([
  ['Boats on the Rhine', 'Boats on the Rhine'],
  ['"Boats on the Rhine."\n\nThis title says it all.', 'Boats on the Rhine'],
  ['**Title: Boats**', 'Boats'],
  ['Titel: „Boote auf dem Rhein“', 'Boote auf dem Rhein'],
  ['## Boats', 'Boats'],
  ['<think>It is about boats.\nSo…</think>\n\nBoats', 'Boats'],
  // It was cut off while it thought.
  ['<think>It is about', ''],
  ['  \n', ''],
  ['"".', ''],
  // What turns text around, or is not seen, has no place in a list.
  ['Boats\u202Egnp.exe', 'Boats‹1 hidden character›gnp.exe'],
  ['Wh\u0000at', 'Wh‹1 hidden character›at'],
])('%j gives the title %j', (answer, title) => {
  expect(titleFromModel(answer)).toBe(title)
})

it('an endless line becomes a title as short as any other, at once', () => {
  const started = performance.now()
  expect(titleFromModel(`${'" '.repeat(1_000_000)}x`).length).toBeLessThanOrEqual(61)
  expect(titleFromModel('<think>'.repeat(1_000_000))).toBe('')
  expect(performance.now() - started).toBeLessThan(500)
})
