import { describe, expect, it } from 'vitest'
import type { AppErrorData } from '../../shared/errors/appError'
import { readyState } from '../../shared/testing/readyState'
import {
  connectionState,
  endingOf,
  nextLifecycle,
  type ConnectionLifecycle,
  type LifecycleEvent,
  type Setback,
} from './connectionLifecycle'

type Lifecycle = ConnectionLifecycle<string>
type Event = LifecycleEvent<string>
type Name = Lifecycle['at']

const done = Promise.resolve()
const attempt = { done, abort: new AbortController() }
const newAttempt = { done, abort: new AbortController() }
const error: AppErrorData = { code: 'SERVER_EXITED', message: 'It stopped' }
const shown = readyState()
const newlyShown = readyState({ since: 9 })
const failed: Setback = { at: 'failed', failure: { error, at: 5 }, retry: { at: 7, timer: new AbortController() } }
const starting: Lifecycle = { at: 'starting', attempt, since: 1, step: 'connecting', byPerson: false }

const states: Readonly<Record<Name, Lifecycle>> = {
  stopped: { at: 'stopped', why: 'byUser' },
  starting,
  ready: { at: 'ready', session: 'session', shown },
  needsSignIn: { at: 'needsSignIn', error },
  failed,
  crashLoop: { at: 'crashLoop', failure: { error, at: 5 }, crashes: 6 },
  stopping: { at: 'stopping', done, shown, ending: undefined },
  ended: { at: 'ended', why: 'removed' },
}

const events = {
  begin: { type: 'begin', attempt: newAttempt, since: 2, byPerson: true },
  wanted: { type: 'wanted' },
  step: { type: 'step', attempt, step: 'listing' },
  'step of an older start': { type: 'step', attempt: newAttempt, step: 'listing' },
  opened: { type: 'opened', attempt, session: 'session', shown },
  'opened by an older start': { type: 'opened', attempt: newAttempt, session: 'session', shown },
  declined: { type: 'declined', attempt },
  'an older start declined': { type: 'declined', attempt: newAttempt },
  failed: { type: 'failed', attempt, setback: failed },
  'an older start failed': { type: 'failed', attempt: newAttempt, setback: failed },
  changed: { type: 'changed', session: 'session', shown: newlyShown },
  'an older session changed': { type: 'changed', session: 'older', shown: newlyShown },
  lost: { type: 'lost', session: 'session', setback: failed },
  'an older session lost': { type: 'lost', session: 'older', setback: failed },
  stop: { type: 'stop', done },
  'stop for good': { type: 'stop', done, ending: 'parleyQuits' },
  stopped: { type: 'stopped' },
  signedOut: { type: 'signedOut', error },
  enabled: { type: 'enabled' },
} satisfies Readonly<Record<string, Event>>

type EventName = keyof typeof events

const begun: Lifecycle = { at: 'starting', attempt: newAttempt, since: 2, step: 'queued', byPerson: true }
const stopping = (as: ReturnType<typeof connectionState>, ending?: 'parleyQuits'): Lifecycle => ({
  at: 'stopping',
  done,
  shown: as,
  ending,
})
const stops = (as: ReturnType<typeof connectionState>): Partial<Record<EventName, Lifecycle>> => ({
  stop: stopping(as),
  'stop for good': stopping(as, 'parleyQuits'),
})

/** How each state reacts to the events that are possible in it. Every other event leaves the state unchanged. */
const table: Readonly<Record<Name, Partial<Record<EventName, Lifecycle>>>> = {
  stopped: {
    begin: begun,
    signedOut: { at: 'needsSignIn', error },
    enabled: { at: 'stopped', why: 'notStarted' },
    ...stops({ phase: 'stopped', why: 'byUser' }),
  },
  starting: {
    wanted: { ...starting, byPerson: true },
    step: { ...starting, step: 'listing' },
    opened: { at: 'ready', session: 'session', shown },
    declined: { at: 'stopped', why: 'byUser' },
    failed,
    ...stops({ phase: 'starting', since: 1, step: 'connecting' }),
  },
  ready: { begin: begun, changed: { at: 'ready', session: 'session', shown: newlyShown }, lost: failed, ...stops(shown) },
  needsSignIn: { begin: begun, ...stops({ phase: 'needsSignIn', error }) },
  failed: { begin: begun, ...stops({ phase: 'failed', error, at: 5, retryAt: 7 }) },
  crashLoop: { begin: begun, ...stops({ phase: 'crashLoop', error, at: 5, crashes: 6 }) },
  stopping: { stopped: { at: 'stopped', why: 'byUser' }, 'stop for good': stopping(shown, 'parleyQuits') },
  ended: {},
}

const stateNames = Object.keys(states).filter((name): name is Name => name in states)
const eventNames = Object.keys(events).filter((name): name is EventName => name in events)

describe.each(stateNames)('a connection that is %s', (name) => {
  it.each(eventNames)('takes “%s” for what it is there, or not at all', (event) => {
    const after = nextLifecycle(states[name], events[event])
    const wanted = table[name][event]
    if (wanted) expect(after).toEqual(wanted)
    else expect(after).toBe(states[name])
  })
})

it('shows why a server failed while Parley tries again by itself, until it is up or a person starts it', () => {
  const again = nextLifecycle(states.failed, { ...events.begin, byPerson: false })
  const shownWhile = (state: Lifecycle) => connectionState(state, { enabled: true })
  expect(shownWhile(again)).toEqual({ phase: 'starting', since: 2, step: 'queued', lastFailure: { error, at: 5 } })
  const listing = nextLifecycle(again, { type: 'step', attempt: newAttempt, step: 'listing' })
  expect(shownWhile(listing)).toMatchObject({ step: 'listing', lastFailure: { error } })
  expect(shownWhile(nextLifecycle(listing, { type: 'opened', attempt: newAttempt, session: 'session', shown }))).toEqual(shown)
})

it('takes no notice of what is already so', () => {
  const wanted = nextLifecycle(starting, { type: 'wanted' })
  expect(nextLifecycle(wanted, { type: 'wanted' })).toBe(wanted)
  expect(nextLifecycle(starting, { type: 'step', attempt, step: 'connecting' })).toBe(starting)
})

it('is over for good once a stop that was made final has ended', () => {
  const final = nextLifecycle(states.stopping, { type: 'stop', done, ending: 'removed' })
  const over = nextLifecycle(final, { type: 'stopped' })
  expect([endingOf(states.stopping), endingOf(final), over, endingOf(over)]).toEqual([
    undefined,
    'removed',
    { at: 'ended', why: 'removed' },
    'removed',
  ])
})

it('shows a start that waits for a person as stopped, and a disabled server as disabled only while nothing is up', () => {
  const waits: Lifecycle = { ...starting, step: 'waitsForStart' }
  const phases = (enabled: boolean): readonly string[] =>
    [waits, ...Object.values(states)].map((state) => connectionState(state, { enabled }).phase)
  expect(connectionState(waits, { enabled: true })).toEqual({ phase: 'stopped', why: 'waitsForStart' })
  expect(phases(true)).toEqual(['stopped', 'stopped', 'starting', 'ready', 'needsSignIn', 'failed', 'crashLoop', 'ready', 'stopped'])
  expect(phases(false)).toEqual(['disabled', 'disabled', 'starting', 'ready', 'needsSignIn', 'failed', 'crashLoop', 'ready', 'disabled'])
})
