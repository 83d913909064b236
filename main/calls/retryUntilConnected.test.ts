import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import type { ProtocolSession } from '../session/protocolSession'
import { retryUntilConnected, type RetryUntilConnectedDeps } from './retryUntilConnected'

const away = new AppError('SERVER_NOT_READY', 'asks is not running')
const never = new AbortController().signal
// No code under test reads it.
const session = {} as ProtocolSession

function server(clock: ManualClock, fate: { error?: AppError | undefined; over?: AppError | undefined }): RetryUntilConnectedDeps {
  return { clock, onSession: (run) => (fate.error ? Promise.reject(fate.error) : run(session)), isOver: () => fate.over }
}

it('runs at once where the server is there, and as soon as it is back where it is not', async () => {
  const clock = new ManualClock()
  expect(await retryUntilConnected(server(clock, {}), async () => 'now', never)).toBe('now')
  const fate: { error?: AppError | undefined } = { error: away }
  const running = retryUntilConnected(server(clock, fate), async () => 'later', never)
  await clock.pass(10_000)
  fate.error = undefined
  await clock.pass(4_000)
  expect(await running).toBe('later')
})

it('begins nothing twice: what fails after it was begun has failed', async () => {
  let begun = 0
  const run = (): Promise<never> => {
    begun++
    return Promise.reject(new AppError('SERVER_EXITED', 'asks ended'))
  }
  await expect(retryUntilConnected(server(new ManualClock(), {}), run, never)).rejects.toMatchObject({ code: 'SERVER_EXITED' })
  expect(begun).toBe(1)
})

it('begins again where the server that it was begun with was not there', async () => {
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' }) })
  const clock = new ManualClock()
  let begun = 0
  const run = (): Promise<string> =>
    ++begun === 1
      ? Promise.reject(new AppError('SERVER_UNREACHABLE', 'asks cannot be reached', { cause: refused }))
      : Promise.resolve('sent')
  const running = retryUntilConnected(server(clock, {}), run, never)
  await new Promise(setImmediate)
  await clock.pass(250)
  expect([await running, begun]).toEqual(['sent', 2])
})

it('begins nothing that nobody wants any more, also where the server is there', async () => {
  const stopped = new AppError('INTERRUPTED', 'asks was stopped')
  const running = retryUntilConnected(server(new ManualClock(), {}), async () => 'sent', AbortSignal.abort(stopped))
  await expect(running).rejects.toBe(stopped)
})

it('waits no longer than its signal allows, and says then why the server was away', async () => {
  const clock = new ManualClock()
  const deadline = new AbortController()
  const running = retryUntilConnected(server(clock, { error: away }), async () => 'never', deadline.signal)
  await clock.pass(1_000)
  deadline.abort(new AppError('TIMED_OUT', 'The server has given no sign for 10 minutes'))
  await expect(running).rejects.toBe(away)
  const stop = new AbortController()
  const stopped = retryUntilConnected(server(clock, { error: away }), async () => 'never', stop.signal)
  await clock.pass(1_000)
  stop.abort(new AppError('CANCELLED', 'You stopped this call'))
  await expect(stopped).rejects.toMatchObject({ message: 'You stopped this call' })
})

it.each([
  ['its server is gone for good', { error: away, over: new AppError('NOT_FOUND', 'asks was removed') }, 'asks was removed'],
  ['a policy forbids its server', { error: new AppError('POLICY', 'Atlas IT does not allow asks') }, 'Atlas IT does not allow asks'],
])('waits for nothing where %s', async (_why, fate, message) => {
  await expect(retryUntilConnected(server(new ManualClock(), fate), async () => 'never', never)).rejects.toMatchObject({ message })
})
