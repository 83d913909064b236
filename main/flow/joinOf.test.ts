import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KnownTouches, Touch } from '../../shared/domain/flow'
import { CallId, ServerId } from '../../shared/domain/ids'
import { joinOf, type AskedCall, type Brought } from './joinOf'

const id = (number: number): CallId => CallId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
const server = (name: string): ServerId => ServerId.parse(name)

function marked(...touches: Touch[]): KnownTouches {
  const mark = (touch: Touch) => ({ is: touches.includes(touch), by: 'guess' as const, because: 'A reason.' })
  return { readsPrivate: mark('readsPrivate'), bringsOutside: mark('bringsOutside'), sendsOut: mark('sendsOut') }
}

const marks: Readonly<Record<string, KnownTouches>> = {
  postgres: marked('readsPrivate'),
  news: marked('bringsOutside'),
  browser: marked('sendsOut'),
  tracker: marked('readsPrivate', 'bringsOutside', 'sendsOut'),
  clock: marked(),
}
const touches = (serverId: ServerId): KnownTouches => marks[serverId] ?? marked()

function brought(name: string, number: number): Brought {
  return { serverId: server(name), callId: id(number), number, tool: 'read', at: number }
}

function asked(name: string, change: Partial<AskedCall> = {}): AskedCall {
  return { serverId: server(name), callId: id(99), number: 99, tool: 'send', at: 99, publishes: false, ...change }
}

it('joins private data and text from outside where a call can send data out, and names what brought them', () => {
  expect(joinOf([brought('postgres', 1), brought('clock', 2), brought('news', 3)], asked('browser'), touches)).toEqual({
    privateData: [{ ...brought('postgres', 1), guessed: true, because: 'A reason.' }],
    outsideText: [{ ...brought('news', 3), guessed: true, because: 'A reason.' }],
    wayOut: { serverId: 'browser', guessed: true, because: 'A reason.' },
  })
})

it.each([
  ['there is no private data', ['news'], 'browser'],
  ['there is no text from outside', ['postgres'], 'browser'],
  ['the call can send nothing out', ['postgres', 'news'], 'clock'],
  ['a server is told what came from itself alone', ['tracker', 'tracker'], 'tracker'],
])('joins nothing where %s', (_why, soFar, name) => {
  expect(joinOf(soFar.map(brought), asked(name), touches)).toBeUndefined()
})

it('joins what came from a server with a tool of it that is said to change things outside: others may read it there', () => {
  const join = joinOf([brought('tracker', 1)], asked('tracker', { publishes: true }), touches)
  expect(join?.privateData.map(({ callId }) => callId)).toEqual([id(1)])
})

it('takes the word of a person that a server can send data out for all of its tools, also with its own data', () => {
  const said = (serverId: ServerId): KnownTouches => {
    const known = touches(serverId)
    return { ...known, sendsOut: { ...known.sendsOut, by: 'you' } }
  }
  const join = joinOf([brought('tracker', 1)], asked('tracker'), said)
  expect(join?.wayOut).toMatchObject({ serverId: 'tracker', guessed: false })
})

it('reckons with private data that a server holds and never told, where its tool changes things outside', () => {
  const join = joinOf([brought('news', 1)], asked('tracker', { publishes: true }), touches)
  expect(join?.privateData.map(({ callId }) => callId)).toEqual([id(99)])
})

const calls = fc.array(
  fc
    .record({ name: fc.constantFrom(...Object.keys(marks)), number: fc.integer({ min: 1, max: 90 }) })
    .map(({ name, number }) => brought(name, number)),
  { maxLength: 40 },
)
const anyAsked = fc
  .record({ name: fc.constantFrom(...Object.keys(marks)), publishes: fc.boolean() })
  .map(({ name, publishes }) => asked(name, { publishes }))

it('never loses a join because more came into the conversation, harmless or not', () => {
  fc.assert(
    fc.property(calls, calls, fc.nat(), anyAsked, (some, more, where, call) => {
      const at = where % (some.length + 1)
      const all = [...some.slice(0, at), ...more, ...some.slice(at)]
      if (joinOf(some, call, touches)) expect(joinOf(all, call, touches)).toBeDefined()
    }),
  )
})

it('says the same in whatever order things came, and names the same', () => {
  const names = (join: ReturnType<typeof joinOf>): unknown =>
    join && [join.privateData, join.outsideText].map((sources) => sources.map(({ serverId, number }) => `${serverId} ${number}`).toSorted())
  fc.assert(
    fc.property(
      calls.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      anyAsked,
      ([some, other], call) => {
        expect(names(joinOf(other, call, touches))).toEqual(names(joinOf(some, call, touches)))
      },
    ),
  )
})

it('joins more, never less, when a server has one mark more', () => {
  fc.assert(
    fc.property(
      calls,
      anyAsked,
      fc.constantFrom(...Object.keys(marks)),
      fc.constantFrom<Touch>('readsPrivate', 'bringsOutside', 'sendsOut'),
      (some, call, name, touch) => {
        const more = (serverId: ServerId): KnownTouches => {
          const known = touches(serverId)
          return serverId === name ? { ...known, [touch]: { ...known[touch], is: true } } : known
        }
        if (joinOf(some, call, touches)) expect(joinOf(some, call, more)).toBeDefined()
      },
    ),
  )
})
