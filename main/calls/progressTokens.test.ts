import { expect, it } from 'vitest'
import type { CallProgress } from '../../shared/domain/chat'
import { newCallId } from '../connections/testing/poolFixture'
import { ProgressReporter } from './progressReporter'
import { ProgressTokens } from '../transport/progressTokens'

it('PR-03: hears progress under tokens that somebody follows, and nothing else', () => {
  const tokens = new ProgressTokens()
  const heard: CallProgress[] = []
  const [mine, other] = [newCallId(), newCallId()]
  const stop = tokens.follow(mine, (progress) => heard.push(progress))
  tokens.take({ progressToken: mine, progress: 1, total: 4, message: 'First' })
  for (const odd of [undefined, {}, { progressToken: 7, progress: 2 }, { progressToken: other, progress: 2 }, { progressToken: mine }]) {
    tokens.take(odd)
  }
  stop()
  tokens.take({ progressToken: mine, progress: 3 })
  expect(heard).toEqual([{ progress: 1, total: 4, message: 'First' }])
})

it('PR-02: takes progress without a total, in parts of a number, and cuts a long message', () => {
  const tokens = new ProgressTokens()
  const heard: CallProgress[] = []
  const mine = newCallId()
  tokens.follow(mine, (progress) => heard.push(progress))
  tokens.take({ progressToken: mine, progress: 0.25, total: 'many', message: 'x'.repeat(5_000) })
  expect(heard).toEqual([{ progress: 0.25, message: 'x'.repeat(1_000) }])
})

it('PR-03: hands on only what grows, the latest at the end, and a flood of it as a few', () => {
  const heard: number[] = []
  const feed = new ProgressReporter(({ progress }) => heard.push(progress))
  for (let step = 1; step <= 10_000; step++) {
    feed.push({ progress: step })
    feed.push({ progress: step - 5 })
  }
  feed.stop()
  expect({ few: heard.length <= 5, grows: heard.toSorted((a, b) => a - b), last: heard.at(-1) }).toEqual({
    few: true,
    grows: heard,
    last: 10_000,
  })
})

it('a listener that took over a token is not stopped by the one before', () => {
  const tokens = new ProgressTokens()
  const mine = newCallId()
  const stopFirst = tokens.follow(mine, () => undefined)
  tokens.follow(mine, () => undefined)
  stopFirst()
  expect(tokens.callOf({ progressToken: mine })).toBe(mine)
})
