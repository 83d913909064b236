import { expect, it } from 'vitest'
import { ManualClock } from '../testing/manualClock'
import { ActiveConversation } from './activeConversation'
import { ChatBench } from './testing/chatBench'
import { UnsavedTurns } from './unsavedTurns'

/** Turns that failed, and which of them were saved, try by try. */
function unsaved() {
  const bench = new ChatBench()
  const clock = new ManualClock()
  const tries: string[] = []
  const turns = new UnsavedTurns({ clock, activeConversations: { ended: () => undefined } })
  const add = (name: string, disk: { isFull: boolean }): void => {
    const live = new ActiveConversation(bench.store.load(bench.open()), () => undefined)
    const saveFailure = (): void => {
      tries.push(name)
      if (disk.isFull) throw new Error('full')
    }
    turns.add(live, { saveFailure })
  }
  return { turns, clock, tries, add }
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
