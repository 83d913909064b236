import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { readyState } from '../../shared/testing/readyState'
import { ManualClock } from '../testing/manualClock'
import type { Ending } from './connectionLifecycle'
import { SessionSupervisor, type EndableSession, type SessionStart, type Supervised } from './sessionSupervisor'
import { failureOf, serverId } from './testing/poolFixture'

/** A session that records how it was ended. A test decides how long its end takes. */
class FakeSession implements EndableSession {
  readonly ended = Promise.withResolvers<void>()
  reason: string | undefined

  end(reason: AppError): Promise<void> {
    this.reason = reason.message
    return this.ended.promise
  }
}

/** A server whose starts finish when a test says so. */
class FakeServer implements Supervised<FakeSession> {
  readonly serverId = serverId('fake')
  readonly clock = new ManualClock()
  readonly supervisor = new SessionSupervisor<FakeSession>(this, this.clock)
  readonly phases: string[] = []
  readonly starts: { readonly start: SessionStart<FakeSession>; readonly opening: PromiseWithResolvers<void> }[] = []
  refusal: AppError | undefined
  wanted = 0
  retryMs: number | undefined

  mayNotStart(): AppError | undefined {
    return this.refusal
  }

  onWanted(): void {
    this.wanted++
  }

  onStop(ending: Ending | undefined): AppError {
    return new AppError('INTERRUPTED', ending ?? 'stopped')
  }

  open(start: SessionStart<FakeSession>): Promise<void> {
    const opening = Promise.withResolvers<void>()
    start.signal.addEventListener('abort', () => opening.reject(new Error('aborted')), { once: true })
    this.starts.push({ start, opening })
    return opening.promise
  }

  explainFailure(thrown: unknown): ReturnType<Supervised<FakeSession>['explainFailure']> {
    const error = AppError.from(thrown)
    if (error.code === 'DENIED') return { error, setback: undefined }
    const failure = { error: error.toData(), at: this.clock.now() }
    const retry = this.retryMs === undefined ? {} : { retry: { at: failure.at + this.retryMs, timer: new AbortController() } }
    return { error, setback: { at: 'failed', failure, ...retry } }
  }

  onTransition(): void {
    this.phases.push(this.supervisor.lifecycle.at)
  }

  /** Lets the latest start open this session. */
  opened(session: FakeSession): void {
    this.starts.at(-1)?.start.opened(session, readyState())
    this.starts.at(-1)?.opening.resolve()
  }
}

async function live(): Promise<{ readonly server: FakeServer; readonly session: FakeSession }> {
  const server = new FakeServer()
  const session = new FakeSession()
  const started = server.supervisor.start(false)
  server.opened(session)
  await started
  return { server, session }
}

it('opens one session for all who want it, and remembers that one of them is a person', async () => {
  const server = new FakeServer()
  const first = server.supervisor.start(false)
  const urgentBefore = server.starts[0]?.start.isUrgent()
  const second = server.supervisor.start(true)
  const urgentAfter = server.starts[0]?.start.isUrgent()
  server.opened(new FakeSession())
  await Promise.all([first, second, server.supervisor.start(true)])
  expect([server.starts.length, urgentBefore, urgentAfter, server.wanted]).toEqual([1, false, true, 1])
})

it('starts anew for a person when the automatic start that they joined fails, once', async () => {
  const server = new FakeServer()
  server.retryMs = 60_000
  const automatic = server.supervisor.start(false)
  const byPerson = server.supervisor.start(true)
  server.starts[0]?.opening.reject(new AppError('SERVER_UNREACHABLE', 'away'))
  expect((await failureOf(automatic)).message).toBe('away')
  await expect.poll(() => server.starts.length).toBe(2)
  expect(server.starts[1]?.start.isUrgent()).toBe(true)
  server.starts[1]?.opening.reject(new AppError('SERVER_UNREACHABLE', 'still away'))
  expect((await failureOf(byPerson)).message).toBe('still away')
  expect([server.starts.length, server.supervisor.lifecycle.at]).toEqual([2, 'failed'])
})

it('does not start anew for a person who refused or stopped the start that they joined', async () => {
  const refused = new FakeServer()
  const all = [refused.supervisor.start(false), refused.supervisor.start(true)]
  refused.starts[0]?.opening.reject(new AppError('DENIED', 'refused'))
  expect((await Promise.all(all.map(failureOf))).map(({ message }) => message)).toEqual(['refused', 'refused'])
  const stopped = new FakeServer()
  const both = [stopped.supervisor.start(false), stopped.supervisor.start(true)]
  await Promise.all([stopped.supervisor.stop(), ...both.map(failureOf)])
  expect([refused.starts.length, stopped.starts.length]).toEqual([1, 1])
})

it('closes a session once that is stopped twice, and starts again only when it has ended', async () => {
  const { server, session } = await live()
  const stops = Promise.all([server.supervisor.stop(), server.supervisor.stop()])
  const again = server.supervisor.start(true)
  await Promise.resolve()
  const during = { at: server.supervisor.lifecycle.at, starts: server.starts.length }
  session.ended.resolve()
  await stops
  await new Promise(setImmediate)
  server.opened(new FakeSession())
  await again
  expect([during, session.reason, server.starts.length, server.supervisor.lifecycle.at]).toEqual([
    { at: 'stopping', starts: 1 },
    'stopped',
    2,
    'ready',
  ])
})

it('tells whoever waits for a start that it was stopped, and takes no session of it any more', async () => {
  const server = new FakeServer()
  const failed = failureOf(server.supervisor.start(true))
  await server.supervisor.stop()
  server.opened(new FakeSession())
  expect([(await failed).message, server.supervisor.live, server.supervisor.lifecycle]).toEqual([
    'stopped',
    undefined,
    { at: 'stopped', why: 'byUser' },
  ])
})

it('stays over where it is ended for good while a stop is under way', async () => {
  const { server, session } = await live()
  const stopped = server.supervisor.stop()
  const ended = server.supervisor.stop('removed')
  session.ended.resolve()
  await Promise.all([stopped, ended, server.supervisor.stop()])
  server.refusal = new AppError('NOT_FOUND', 'It was removed')
  expect([server.supervisor.lifecycle, (await failureOf(server.supervisor.start(true))).message]).toEqual([
    { at: 'ended', why: 'removed' },
    'It was removed',
  ])
})

it('puts a new session in the place of one that its server forgot, without being down meanwhile', async () => {
  const { server, session } = await live()
  const reopened = server.supervisor.reopen(session, new AppError('INTERRUPTED', 'forgotten'))
  // Another request of the same session also finds that the session is lost.
  const joined = server.supervisor.reopen(session, new AppError('INTERRUPTED', 'forgotten again'))
  const next = new FakeSession()
  server.opened(next)
  await Promise.all([reopened, joined])
  expect([session.reason, server.supervisor.live === next, server.starts.length]).toEqual(['forgotten', true, 2])
  expect([...new Set(server.phases)]).toEqual(['starting', 'ready'])
})

it('starts again by itself when it said it would, unless somebody stopped it', async () => {
  const server = new FakeServer()
  server.retryMs = 500
  for (const [starts, stops] of [
    [2, false],
    [1, true],
  ] as const) {
    server.starts.length = 0
    const failed = failureOf(server.supervisor.start(false))
    server.starts[0]?.opening.reject(new AppError('SERVER_EXITED', 'It stopped'))
    await failed
    if (stops) await server.supervisor.stop()
    await server.clock.pass(1_000)
    expect(server.starts).toHaveLength(starts)
    await server.supervisor.stop()
  }
})

it('is stopped, not failed, where a person does not allow the start', async () => {
  const server = new FakeServer()
  const failed = failureOf(server.supervisor.start(true))
  server.starts[0]?.opening.reject(new AppError('DENIED', 'No'))
  expect([(await failed).code, server.supervisor.lifecycle]).toEqual(['DENIED', { at: 'stopped', why: 'byUser' }])
})

it('ends a lost session once, and leaves the one that came after it alone', async () => {
  const { server, session } = await live()
  const lose = (lost: FakeSession, reason: string): void => {
    const error = new AppError('INTERRUPTED', reason)
    server.supervisor.lose(lost, error, { at: 'failed', failure: { error: error.toData(), at: 1 } })
  }
  lose(session, 'gone')
  lose(session, 'gone twice')
  const next = new FakeSession()
  const started = server.supervisor.start(true)
  server.opened(next)
  await started
  lose(session, 'late')
  expect([session.reason, next.reason, server.supervisor.live === next]).toEqual(['gone', undefined, true])
})
