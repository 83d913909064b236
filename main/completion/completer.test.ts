import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { Emitter } from '../lib/emitter'
import { Completer, type CompletionSource } from './completer'

const [a, b] = [ServerId.parse('a'), ServerId.parse('b')]
const signal = new AbortController().signal
const ask = (value: string, more: Partial<CompletionAsk> = {}): CompletionAsk => ({
  target: { kind: 'prompt', name: 'p' },
  argument: 'word',
  value,
  chosen: {},
  ...more,
})

/** A server that answers when a test says so. */
class HeldSource implements CompletionSource {
  readonly catalogChanges = new Emitter<ServerId>()
  readonly asked: CompletionAsk[] = []
  readonly open: { readonly signal: AbortSignal; answer(): void }[] = []
  holds = false

  complete(_server: ServerId, question: CompletionAsk, own: AbortSignal): Promise<Completion> {
    this.asked.push(question)
    const held = Promise.withResolvers<Completion>()
    const answer = (): void => held.resolve({ values: [`${question.value}!`], hasMore: false })
    own.addEventListener('abort', () => held.reject(own.reason))
    this.open.push({ signal: own, answer })
    if (!this.holds) answer()
    return held.promise
  }
}

function bench() {
  const source = new HeldSource()
  let now = 0
  const pauses: number[] = []
  const clock = {
    ...systemClock,
    now: () => now,
    sleep: (ms: number, own: AbortSignal) => {
      own.throwIfAborted()
      pauses.push(ms)
      now += ms
      return Promise.resolve()
    },
  }
  const pass = (ms: number): void => {
    now += ms
  }
  return { source, pauses, pass, completer: new Completer({ source, clock }) }
}

it('CP-02: does not ask twice for the same within a minute, and asks again for anything else', async () => {
  const { source, pass, completer } = bench()
  const same = ask('a', { chosen: { x: '1', y: '2' } })
  await completer.propose(a, same, signal)
  pass(59_000)
  await completer.propose(a, { ...same, chosen: { y: '2', x: '1' } }, signal)
  await completer.propose(a, { ...same, chosen: { x: '2' } }, signal)
  await completer.propose(b, same, signal)
  pass(60_000)
  await completer.propose(a, same, signal)
  source.catalogChanges.emit(a)
  await completer.propose(a, same, signal)
  expect(source.asked.map(({ chosen }) => JSON.stringify(chosen))).toEqual([
    '{"x":"1","y":"2"}',
    '{"x":"2"}',
    '{"x":"1","y":"2"}',
    '{"x":"1","y":"2"}',
    '{"x":"1","y":"2"}',
  ])
})

it('CP-01, CP-05: has one question to a server under way, and calls the older one off', async () => {
  const { source, completer } = bench()
  source.holds = true
  const first = completer.propose(a, ask('a'), signal).catch((thrown: unknown) => AppError.from(thrown).code)
  const elsewhere = completer.propose(b, ask('a'), signal)
  source.holds = false
  const second = await completer.propose(a, ask('ab'), signal)
  source.open[1]?.answer()
  expect([await first, source.open[0]?.signal.aborted, second.values, (await elsewhere).values]).toEqual([
    'CANCELLED',
    true,
    ['ab!'],
    ['a!'],
  ])
})

it('CP-05: asks no faster than a person types', async () => {
  const { pauses, pass, completer } = bench()
  await completer.propose(a, ask('a'), signal)
  await completer.propose(a, ask('ab'), signal)
  pass(1_000)
  await completer.propose(a, ask('abc'), signal)
  expect(pauses).toEqual([100])
})

it('CP-05: sends nothing that looks like a secret, neither while it is typed nor beside another argument', async () => {
  const { source, completer } = bench()
  const none = await completer.propose(a, ask('hunter2', { argument: 'password' }), signal)
  const pin = await completer.propose(a, ask('4711', { argument: 'Geheimzahl' }), signal)
  const token = await completer.propose(a, ask('ghp_abcdefghijklmnop'), signal)
  await completer.propose(a, ask('x', { chosen: { api_key: 'abc', city: 'Oslo', empty: '' } }), signal)
  expect({ none, pin, token, sent: source.asked.map(({ chosen }) => chosen) }).toEqual({
    none: { values: [], hasMore: false },
    pin: { values: [], hasMore: false },
    token: { values: [], hasMore: false },
    sent: [{ city: 'Oslo' }],
  })
})
