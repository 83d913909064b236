import { expect, it } from 'vitest'
import type { ConnectionState, ConnectionStates } from '../../shared/domain/connection'
import { ServerId } from '../../shared/domain/ids'
import { emptyCatalog } from '../../shared/domain/catalog'
import { readyState } from '../../shared/testing/readyState'
import { sampleServer } from '../../shared/testing/sampleServer'
import { systemClock, type Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { TurnTools } from './turnTools'

const id = ServerId.parse('files')
const starting: ConnectionState = { phase: 'starting', since: 1_000, step: 'connecting' }
const ready = readyState()

/** One server in one state, and a clock whose sleeps the test ends. */
function bench(state: ConnectionState, now: number) {
  const stateChanges = new Emitter<ConnectionStates>()
  const sleeps: { readonly ms: number; readonly end: () => void }[] = []
  let current = state
  const clock: Clock = {
    ...systemClock,
    now: () => now,
    sleep: (ms) => new Promise((resolve) => sleeps.push({ ms, end: resolve })),
  }
  const definition = sampleServer(id)
  const tools = new TurnTools(
    { list: () => ({ servers: [definition], broken: [] }) },
    {
      states: () => ({ [id]: current }),
      state: () => current,
      prepare: () => undefined,
      stateChanges,
      catalog: () => emptyCatalog,
      freshen: () => Promise.resolve(),
    },
  )
  return {
    sleeps,
    started: (signal = new AbortController().signal) => tools.started({}, 10_000, clock, signal).then(() => 'went on'),
    become: (next: ConnectionState) => {
      current = next
      stateChanges.emit({ [id]: next })
    },
  }
}

it('waits for a server that is starting, and goes on as soon as it is ready', async () => {
  const { started, become, sleeps } = bench(starting, 3_000)
  const waiting = started()
  expect(await Promise.race([waiting, Promise.resolve('still waits')])).toBe('still waits')
  expect(sleeps.map(({ ms }) => ms)).toEqual([8_000])
  become(ready)
  expect(await waiting).toBe('went on')
})

it('waits no longer than its time when a server hangs in its start', async () => {
  const { started, sleeps } = bench(starting, 3_000)
  const waiting = started()
  sleeps[0]?.end()
  expect(await waiting).toBe('went on')
})

it('does not wait for a server that is ready, or that has been starting for too long', async () => {
  expect([await bench(ready, 3_000).started(), await bench(starting, 11_000).started()]).toEqual(['went on', 'went on'])
})

it('stops waiting when the turn is stopped', async () => {
  const stop = new AbortController()
  const waiting = bench(starting, 3_000).started(stop.signal)
  stop.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
