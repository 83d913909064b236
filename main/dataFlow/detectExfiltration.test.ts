import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KnownExposure, ExposureKind } from '../../shared/domain/dataFlow'
import { CallId, ServerId } from '../../shared/domain/ids'
import { detectExfiltration, type CallToCheck } from './detectExfiltration'
import { type TaintSource } from './taintSources'

const id = (number: number): CallId => CallId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
const server = (name: string): ServerId => ServerId.parse(name)

function marked(...touches: ExposureKind[]): KnownExposure {
  const mark = (touch: ExposureKind) => ({
    is: touches.includes(touch),
    by: 'guess' as const,
    because: { id: 'dataFlow.because.said' as const },
  })
  return { readsPrivate: mark('readsPrivate'), bringsOutside: mark('bringsOutside'), sendsOut: mark('sendsOut') }
}

const marks: Readonly<Record<string, KnownExposure>> = {
  postgres: marked('readsPrivate'),
  news: marked('bringsOutside'),
  browser: marked('sendsOut'),
  tracker: marked('readsPrivate', 'bringsOutside', 'sendsOut'),
  clock: marked(),
}
const exposure = (serverId: ServerId): KnownExposure => marks[serverId] ?? marked()

function brought(name: string, number: number): TaintSource {
  return { serverId: server(name), callId: id(number), number, tool: 'read', at: number }
}

function asked(name: string, change: Partial<CallToCheck> = {}): CallToCheck {
  return { serverId: server(name), callId: id(99), number: 99, tool: 'send', at: 99, publishes: false, ...change }
}

it('joins private data and text from outside where a call can send data out, and names what brought them', () => {
  expect(detectExfiltration([brought('postgres', 1), brought('clock', 2), brought('news', 3)], asked('browser'), exposure)).toEqual({
    privateData: [{ ...brought('postgres', 1), guessed: true, because: { id: 'dataFlow.because.said' } }],
    outsideText: [{ ...brought('news', 3), guessed: true, because: { id: 'dataFlow.because.said' } }],
    wayOut: { serverId: 'browser', guessed: true, because: { id: 'dataFlow.because.said' } },
  })
})

it('AP-30: what a tool of an app said is text from outside, whatever its server is, and a person’s attachment of that name is not', () => {
  const said = { ...brought('clock', 2), tool: 'in-app:read' }
  expect(detectExfiltration([brought('postgres', 1), said], asked('browser'), exposure)).toMatchObject({
    outsideText: [{ ...said, guessed: true, because: { id: 'dataFlow.because.appTool' } }],
  })
  expect(detectExfiltration([brought('postgres', 1), { ...said, attached: 'resource' }], asked('browser'), exposure)).toBeUndefined()
})

// Catches: what was said of a server, or guessed, lets its app send out what it is given.
it('L09: an app that may reach hosts is a way out whatever its server is, and no guess', () => {
  const app = { resourceUri: 'ui://clock/face', reaches: ['https://time.example'] }
  const join = (name: string) => detectExfiltration([brought('postgres', 1), brought('news', 2)], asked(name, { app }), exposure)
  expect(join('clock')?.wayOut).toEqual({ serverId: 'clock', guessed: false, because: { id: 'dataFlow.because.appReaches' }, app })
  expect(join('browser')?.wayOut).toEqual({ serverId: 'browser', guessed: true, because: { id: 'dataFlow.because.said' }, app })
  // A server gets back its own data without a question, and the host is one that it named itself.
  expect(detectExfiltration([brought('tracker', 1)], asked('tracker', { app }), exposure)).toBeUndefined()
})

it.each([
  ['there is no private data', ['news'], 'browser'],
  ['there is no text from outside', ['postgres'], 'browser'],
  ['the call can send nothing out', ['postgres', 'news'], 'clock'],
  ['a server is told what came from itself alone', ['tracker', 'tracker'], 'tracker'],
])('joins nothing where %s', (_why, soFar, name) => {
  expect(detectExfiltration(soFar.map(brought), asked(name), exposure)).toBeUndefined()
})

it('joins what came from a server with a tool of it that is said to change things outside: others may read it there', () => {
  const join = detectExfiltration([brought('tracker', 1)], asked('tracker', { publishes: true }), exposure)
  expect(join?.privateData.map(({ callId }) => callId)).toEqual([id(1)])
})

it('takes the word of a person that a server can send data out for all of its tools, also with its own data', () => {
  const said = (serverId: ServerId): KnownExposure => {
    const known = exposure(serverId)
    return { ...known, sendsOut: { ...known.sendsOut, by: 'you' } }
  }
  const join = detectExfiltration([brought('tracker', 1)], asked('tracker'), said)
  expect(join?.wayOut).toMatchObject({ serverId: 'tracker', guessed: false })
})

it('reckons with private data that a server holds and never told, where its tool changes things outside', () => {
  const join = detectExfiltration([brought('news', 1)], asked('tracker', { publishes: true }), exposure)
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
      if (detectExfiltration(some, call, exposure)) expect(detectExfiltration(all, call, exposure)).toBeDefined()
    }),
  )
})

it('says the same in whatever order things came, and names the same', () => {
  const names = (join: ReturnType<typeof detectExfiltration>): unknown =>
    join && [join.privateData, join.outsideText].map((sources) => sources.map(({ serverId, number }) => `${serverId} ${number}`).toSorted())
  fc.assert(
    fc.property(
      calls.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      anyAsked,
      ([some, other], call) => {
        expect(names(detectExfiltration(other, call, exposure))).toEqual(names(detectExfiltration(some, call, exposure)))
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
      fc.constantFrom<ExposureKind>('readsPrivate', 'bringsOutside', 'sendsOut'),
      (some, call, name, touch) => {
        const more = (serverId: ServerId): KnownExposure => {
          const known = exposure(serverId)
          return serverId === name ? { ...known, [touch]: { ...known[touch], is: true } } : known
        }
        if (detectExfiltration(some, call, exposure)) expect(detectExfiltration(some, call, more)).toBeDefined()
      },
    ),
  )
})
