import { beforeEach, expect, it } from 'vitest'
import { AppId } from '../../../../shared/domain/apps/app'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ServerId } from '../../../../shared/domain/ids'
import { setHost } from '../../../rpc/currentHostClient'
import type { AppSimulation } from '../../../state/appFacts'
import { FakeHost } from '../../../testing/fakeHost'
import { settle } from '../../../testing/settle'
import { CallReporter } from './callReporter'

const call: Call = {
  id: CallId.parse('00000000-0000-4000-8000-000000000004'),
  serverId: ServerId.parse('Budget'),
  tool: 'show-budget',
  definitionHash: 'h',
  startedBy: 'model',
  asked: { note: 'abcdefghij' },
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'running',
  startedAt: 1_000,
}

let told: unknown[] = []
let waiting: (() => void)[] = []
beforeEach(() => {
  told = []
  waiting = []
  setHost(new FakeHost().answer('apps.result', () => ({ content: [] })))
})

function reporterOf(pretended?: AppSimulation['call'], of: Call = call): CallReporter {
  return new CallReporter({
    bridge: {
      input: (args) => void told.push(['input', args]),
      result: () => void told.push('result'),
      cancelled: (why) => void told.push(['cancelled', why]),
      event: (event) => void told.push(event.type === 'partialInput' ? event.arguments['note'] : event.type),
    },
    appId: AppId.parse('00000000-0000-4000-8000-000000000003'),
    call: of,
    ...(pretended && { pretended }),
    after: (_ms, run) => {
      waiting.push(run)
      return () => void waiting.splice(waiting.indexOf(run), 1)
    },
  })
}

async function pass(): Promise<void> {
  for (let run = waiting.shift(); run; run = waiting.shift()) run()
  await settle()
}

// Catches: an app of a call that goes on gets its result twice, or never.
it('tells the arguments at once, and the result when the call has ended, once', async () => {
  const reporter = reporterOf()
  await settle()
  expect(told).toEqual([['input', call.asked]])
  const ended: Call = { ...call, state: 'done' }
  for (const one of [ended, ended]) reporter.callChanged(one)
  await settle()
  reporter.callChanged(ended)
  expect(told.filter((one) => one === 'result')).toEqual(['result'])
})

// Catches: the pretended arguments end while the app still loads, so that its author sees nothing of them.
it('pretends slow arguments once the app hears, then tells all of them and the result', async () => {
  const reporter = reporterOf('slow', { ...call, state: 'done' })
  await pass()
  expect(told).toEqual([])
  for (const _ready of [1, 2]) reporter.ready()
  await pass()
  expect(told).toEqual(['a', 'ab', 'abcd', 'abcde', 'abcdefg', 'abcdefgh', 'abcdefghij', ['input', call.asked], 'result'])
})

it('pretends that the model breaks off: no whole arguments, and no result', async () => {
  const reporter = reporterOf('cutOff', { ...call, state: 'done' })
  reporter.ready()
  await pass()
  reporter.callChanged({ ...call, state: 'done' })
  await pass()
  expect(told).toEqual(['a', 'ab', 'abcd', ['cancelled', 'cutOff']])
})

it('an app that is gone is told nothing more', async () => {
  const reporter = reporterOf('slow')
  reporter.ready()
  reporter.stop()
  await pass()
  expect(told).toEqual(['a'])
})

// Catches: an app of a call that still runs waits for its result for ever, once its arguments came slowly.
it('after slow arguments a call goes on as it does, and one that never ran ends at once', async () => {
  const reporter = reporterOf('slow')
  reporter.ready()
  await pass()
  expect(told.slice(-1)).toEqual([['input', call.asked]])
  reporter.callChanged({ ...call, state: 'done' })
  await settle()
  expect(told.slice(-1)).toEqual(['result'])

  told = []
  setHost(new FakeHost().answer('apps.result', () => null))
  reporterOf('slow', { ...call, state: 'denied' })
  await settle()
  expect(told).toEqual([['cancelled', 'denied']])
})
