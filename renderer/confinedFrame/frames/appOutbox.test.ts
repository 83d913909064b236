import { expect, it } from 'vitest'
import { APP_MESSAGE_CHARACTERS, APP_RATES, APP_WAITING } from '../../../shared/confinedFrames/frameMessages'
import { AppOutbox } from './appOutbox'

const size = (height: number) => ({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } })

it('AP-06, AH-08: passes on at the rate of the page, in order, and loses nothing of a burst', () => {
  let now = 0
  const outbox = new AppOutbox(() => now)
  const said = Array.from({ length: 350 }, (_, index) => index)
  for (const each of said) outbox.add(each)
  const heard: string[][] = []
  for (; !outbox.isEmpty; now += 1_000) heard.push([...outbox.take()])
  expect(heard.map((each) => each.length)).toEqual([APP_RATES.messages.burst, 100, 100, 50])
  expect(heard.flat().map(Number)).toEqual(said)
})

it('of sizes that wait, only the last is told, and no other message moves past it', () => {
  const outbox = new AppOutbox(() => 0)
  for (const each of [size(1), size(2), 'between', size(3), size(4)]) outbox.add(each)
  expect(outbox.take().map((json) => JSON.parse(json))).toEqual([size(2), 'between', size(4)])
})

it('B07: endless sizes never fill it, and endless messages do', () => {
  const outbox = new AppOutbox(() => 0)
  const outcomes = new Set(Array.from({ length: 50_000 }, (_, height) => outbox.add(size(height))))
  expect([...outcomes]).toEqual(['taken'])
  const said = Array.from({ length: APP_WAITING.messages + 1 }, () => outbox.add('x'))
  expect([said.indexOf('full') > APP_WAITING.messages - 3, said.at(-1)]).toEqual([true, 'full'])
})

it('B07: long messages fill it by their length, and one over the limit is not taken', () => {
  const outbox = new AppOutbox(() => 0)
  const long = 'x'.repeat(APP_MESSAGE_CHARACTERS - 2)
  expect([outbox.add(`${long}x`), outbox.add(long), outbox.isEmpty]).toEqual(['tooLong', 'taken', false])
  const said = Array.from({ length: 25 }, () => outbox.add(long))
  expect(said.indexOf('full')).toBe(APP_WAITING.characters / APP_MESSAGE_CHARACTERS - 1)
})

it('what has no JSON is dropped', () => {
  const outbox = new AppOutbox(() => 0)
  const round: unknown[] = []
  round.push(round)
  expect([undefined, 1n, round].map((each) => outbox.add(each))).toEqual(['taken', 'taken', 'taken'])
  expect(outbox.isEmpty).toBe(true)
})
