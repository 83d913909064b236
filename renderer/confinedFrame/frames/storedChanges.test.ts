import { expect, it } from 'vitest'
import { StoredChanges, type Change } from './storedChanges'

function collected() {
  const sent: (readonly Change[])[] = []
  const soon: (() => void)[] = []
  const later: (readonly [number, () => void])[] = []
  let now = 0
  const changes = new StoredChanges({
    send: (list) => void sent.push(list),
    now: () => now,
    soon: (run) => void soon.push(run),
    later: (ms, run) => void later.push([ms, run]),
  })
  const runSoon = (): void => soon.splice(0).forEach((run) => run())
  return { changes, sent, later, runSoon, pass: (ms: number) => void (now += ms) }
}

it('tells the first change when its task ends, and what follows together, each entry once', () => {
  const { changes, sent, later, runSoon, pass } = collected()
  changes.add('a', '1')
  changes.add('a', '2')
  runSoon()
  pass(100)
  changes.add('a', '3')
  changes.add('b', '4')
  changes.add('a', null)
  expect([sent, later.map(([ms]) => ms)]).toEqual([[[['a', '2']]], [150]])
  later[0]?.[1]()
  expect(sent[1]).toEqual([
    ['a', null],
    ['b', '4'],
  ])
})

it('when the document goes, nothing waits', () => {
  const { changes, sent, runSoon } = collected()
  changes.add('a', '1')
  runSoon()
  changes.add('b', '2')
  changes.hurry()
  changes.add('c', '3')
  runSoon()
  expect(sent).toEqual([[['a', '1']], [['b', '2']], [['c', '3']]])
})

it('no message is longer than may pass out of the frame', () => {
  const { changes, sent, runSoon } = collected()
  for (const name of ['a', 'b', 'c']) changes.add(name, '"'.repeat(200_000))
  runSoon()
  expect(sent.map((list) => list.map(([name]) => name))).toEqual([['a', 'b'], ['c']])
  expect([StoredChanges.fits('a', '\u0001'.repeat(200_000)), StoredChanges.fits('a', 'x'.repeat(200_000))]).toEqual([false, true])
})
