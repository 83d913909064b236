import { NOTHING_SAID } from '../../shared/domain/projects/effectiveSettings'
import { expect, it } from 'vitest'
import type { ConnectionState, ConnectionStates } from '../../shared/domain/connectionState'
import { ServerId } from '../../shared/domain/ids'
import { emptyCatalog } from '../../shared/domain/catalog'
import { AppError } from '../../shared/errors/appError'
import { readyState } from '../../shared/testing/readyState'
import { sampleServer } from '../../shared/testing/sampleServer'
import { systemClock, type Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { acceptsAll } from './testing/acceptsAll'
import { tool } from './testing/chatBench'
import { guessTool, TurnTools, type AcceptedLookup } from './turnTools'

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
    acceptsAll,
  )
  return {
    sleeps,
    started: (signal = new AbortController().signal) => tools.started(NOTHING_SAID, 10_000, clock, signal).then(() => 'went on'),
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

it('F02, F03: offers no tool that changed since it was accepted, calls none, and passes on no instructions that did', () => {
  const [same, other] = [tool('same'), tool('other')]
  const states = { [id]: readyState({ instructions: 'Be kind.' }) }
  const tools = (definitions: AcceptedLookup) =>
    new TurnTools(
      { list: () => ({ servers: [sampleServer(id)], broken: [] }) },
      {
        states: () => states,
        state: () => states[id],
        prepare: () => undefined,
        stateChanges: new Emitter<ConnectionStates>(),
        catalog: () => ({ ...emptyCatalog, tools: [same, other] }),
        freshen: () => Promise.resolve(),
      },
      definitions,
    )
  const offered = (definitions: AcceptedLookup) =>
    tools(definitions)
      .ready()
      .flatMap((ready) => ready.tools.map(({ name }) => name))
  const notes = (definitions: AcceptedLookup) =>
    tools(definitions)
      .notes(NOTHING_SAID)
      .map(({ instructions }) => instructions)
  expect([offered(acceptsAll), notes(acceptsAll)]).toEqual([['same', 'other'], ['Be kind.']])
  const changed: AcceptedLookup = {
    standing: (_server, { name }) => (name === 'other' ? 'changed' : 'accepted'),
    instructionsOff: (_server, text) => text === 'Be kind.',
    requireAccepted: (_server, { name }) => {
      if (name === 'other') throw new AppError('CONFLICT', 'It has changed')
    },
  }
  expect([offered(changed), notes(changed)]).toEqual([['same'], []])
  expect(tools(changed).find(id, 'same', {}).tool).toBe(same)
  expect(() => tools(changed).find(id, 'other', {})).toThrow('It has changed')
})

// Each made-up name hashed the name of every tool of every server twice: once for the record of the call, once for its error.
it('looks at the tools once for a name that a model made up, and still says why one that is off cannot be called', () => {
  const off = tool('off')
  let looked = 0
  const states = { [id]: ready }
  const tools = new TurnTools(
    { list: () => ({ servers: [sampleServer(id)], broken: [] }) },
    {
      states: () => states,
      state: () => states[id],
      prepare: () => undefined,
      stateChanges: new Emitter<ConnectionStates>(),
      catalog: () => {
        looked++
        return { ...emptyCatalog, tools: [off] }
      },
      freshen: () => Promise.resolve(),
    },
    acceptsAll,
  )
  const modelToolName = 'files__made_up'
  expect(tools.named(modelToolName, {})).toBeUndefined()
  const call = guessTool(modelToolName, [id])
  expect(tools.whyNotOffered({ modelToolName, call }, NOTHING_SAID, []).reason).toBe('chat.unknownTool')
  expect(looked).toBe(1)
  const known = { serverId: id, tool: 'off', definitionHash: off.hash }
  expect(tools.whyNotOffered({ modelToolName: 'files__off', call: known }, NOTHING_SAID, []).reason).toBe('chat.toolNotOffered')
})

// A name that the model shortened ("notes__old__echo" without its hash) was shown as a call at "notes", a server that it was not about.
it('F06: shows a name that a model made up under the server that it begins with, not under one whose name is the beginning of that', () => {
  const known = ['notes', 'notes__old'].map((name) => ServerId.parse(name))
  const guessed = (name: string) => {
    const { serverId, tool: guess } = guessTool(name, known)
    return `${serverId} / ${guess}`
  }
  expect(['notes__old__echo', 'notes__echo', 'gone__echo', 'echo', '__echo'].map(guessed)).toEqual([
    'notes__old / echo',
    'notes / echo',
    'gone / echo',
    'unknown / echo',
    'unknown / __echo',
  ])
})
