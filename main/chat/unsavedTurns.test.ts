import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { Database } from '../storage/database'
import { ManualClock } from '../testing/manualClock'
import { ActiveConversation } from './activeConversation'
import { ChatBench } from './testing/chatBench'
import { UnsavedTurns } from './unsavedTurns'

function thrownBy(run: () => void): Error {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof Error) return thrown
  }
  throw new Error('It was written')
}

/** Turns that failed, and which of them were saved, try by try. */
function unsaved() {
  const bench = new ChatBench()
  const clock = new ManualClock()
  const tries: string[] = []
  const given: string[] = []
  const turns = new UnsavedTurns({ clock, activeConversations: { ended: ({ id }) => given.push(id) } })
  const add = (name: string, disk: { isFull: boolean; fails?: Error }): void => {
    const live = new ActiveConversation(bench.store.load(bench.open()), () => undefined)
    const saveFailure = (): void => {
      tries.push(name)
      if (disk.isFull) throw disk.fails ?? new AppError('NOT_SAVED', { reason: 'storage.diskFull' })
    }
    turns.add(live, { saveFailure })
  }
  return { turns, clock, tries, given, add }
}

it('saves each turn that can be saved, and tries the others again', async () => {
  const { clock, tries, add } = unsaved()
  const disk = { isFull: true }
  add('first', disk)
  add('second', { isFull: false })
  await clock.pass(5_000)
  expect(tries).toEqual(['first', 'second'])
  disk.isFull = false
  await clock.pass(60_000)
  expect(tries).toEqual(['first', 'second', 'first'])
})

it('tries no turn that fails after it was disposed', async () => {
  const { turns, clock, tries, add } = unsaved()
  turns[Symbol.dispose]()
  add('after', { isFull: true })
  await clock.pass(60_000)
  expect(tries).toEqual([])
})

// The rows of a chat that was closed are gone: no write of its turn succeeds, and every five seconds another one failed.
it('gives up a turn whose failure time does not mend, and lets go of its conversation', async () => {
  const { clock, tries, given, add } = unsaved()
  const database = new Database(':memory:')
  const constraint = thrownBy(() => database.run("INSERT INTO part (id, message, seq, kind, json) VALUES ('p', 'gone', 0, 'text', '{}')"))
  expect(constraint.message).toContain('FOREIGN KEY')
  add('gone', { isFull: true, fails: constraint })
  const busy = { isFull: true, fails: Object.assign(new Error('database is locked'), { errcode: 5 }) }
  add('busy', busy)
  await clock.pass(60_000)
  expect([tries.filter((name) => name === 'gone'), given]).toEqual([['gone'], [expect.any(String)]])
  busy.isFull = false
  await clock.pass(5_000)
  expect(given).toHaveLength(2)
})
