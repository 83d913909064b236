import type { ReadyState } from '../../shared/domain/connection'
import type { ServerId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import {
  nextLifecycle,
  type ConnectionLifecycle,
  type Ending,
  type LifecycleEvent,
  type Setback,
  type StartAttempt,
  type StartStep,
} from './connectionLifecycle'
import { stopReason } from '../lib/stopReason'

/** A session, as its supervisor needs it. */
export interface EndableSession {
  /** Resolves when its process has ended. */
  end(reason: AppError): Promise<void>
}

/** One try to open a session, for whoever opens it. */
export interface SessionStart<Session> {
  readonly signal: AbortSignal
  /** When it was begun, in milliseconds since 1970. */
  readonly since: number
  /** A person waits for it. Asked again and again, since a person may come to want it. */
  isUrgent(): boolean
  onStep(step: StartStep): void
  /** This is the live session from now on. */
  opened(session: Session, shown: ReadyState): void
}

/** What is supervised. */
export interface Supervised<Session> {
  readonly serverId: ServerId
  /** Why it cannot be started now, if it cannot. */
  mayNotStart(): AppError | undefined
  /** A person wants it to start. */
  onWanted(): void
  /** It is about to be stopped: says why, for whoever uses it. */
  onStop(ending: Ending | undefined): AppError
  /** Opens a session, and reports on the way. @throws where none was opened. */
  open(start: SessionStart<Session>): Promise<void>
  /** What becomes of it when no session could be opened; without a setback where a person did not want one. */
  explainFailure(thrown: unknown): { readonly error: AppError; readonly setback: Setback | undefined }
  /** It is in another state. */
  onTransition(): void
}

/** Owner of where one connection is in its life: at most one session is opened or live, each is closed once, and one that failed may be started again. */
export class SessionSupervisor<Session extends EndableSession> {
  readonly #supervised: Supervised<Session>
  readonly #clock: Clock
  /** Sessions that were given up and still have a process to end. */
  readonly #closing = new Set<Promise<void>>()
  #lifecycle: ConnectionLifecycle<Session> = { at: 'stopped', why: 'notStarted' }

  constructor(supervised: Supervised<Session>, clock: Clock) {
    this.#supervised = supervised
    this.#clock = clock
  }

  get lifecycle(): ConnectionLifecycle<Session> {
    return this.#lifecycle
  }

  /** The live session. */
  get live(): Session | undefined {
    return this.#lifecycle.at === 'ready' ? this.#lifecycle.session : undefined
  }

  /** There is a session, or soon will be. */
  get isUp(): boolean {
    return this.#lifecycle.at === 'ready' || this.#lifecycle.at === 'starting'
  }

  /** Why it cannot be started now, if it cannot. */
  get refusal(): AppError | undefined {
    return this.#supervised.mayNotStart()
  }

  /** Takes in what has happened. What comes too late changes nothing. */
  on(event: LifecycleEvent<Session>): void {
    const before = this.#lifecycle
    this.#lifecycle = nextLifecycle(before, event)
    if (this.#lifecycle === before) return
    if (before.at === 'failed') before.retry?.timer.abort()
    if (this.#lifecycle.at === 'failed' && this.#lifecycle.retry) this.#startAt(this.#lifecycle.retry)
    this.#supervised.onTransition()
  }

  /** Begins a start, or joins the one that is under way. @throws {AppError} when it does not become ready. */
  async start(byPerson: boolean): Promise<void> {
    while (this.#lifecycle.at === 'stopping') await this.#lifecycle.done
    if (this.live) return
    const { refusal } = this
    if (refusal) throw refusal
    if (byPerson) this.#supervised.onWanted()
    if (this.#lifecycle.at !== 'starting') return this.#begin(byPerson)
    if (byPerson) this.on({ type: 'wanted' })
    return this.#lifecycle.attempt.done
  }

  /** Opens another session in place of this one, where it is still live. @throws {AppError} when it does not become ready. */
  async reopen(session: Session | undefined, reason: AppError): Promise<void> {
    if (!session || this.live !== session || this.refusal) return this.start(true)
    this.#supervised.onWanted()
    const started = this.#begin(true)
    this.#close(session, reason)
    return started
  }

  /** A live session is of no use any more: who waits on it is told why, and its process ends in the background. */
  lose(session: Session, reason: AppError, setback: Setback): void {
    if (this.live !== session) return
    this.on({ type: 'lost', session, setback })
    this.#close(session, reason)
  }

  /** Ends whatever is up, or joins the stop that is under way. For good where an ending is named. */
  stop(ending?: Ending): Promise<void> {
    const state = this.#lifecycle
    if (state.at === 'stopping') {
      this.on({ type: 'stop', done: state.done, ending })
      return state.done
    }
    const reason = this.#supervised.onStop(ending)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.on({ type: 'stop', done, ending })
    if (state.at === 'starting') state.attempt.abort.abort(reason)
    if (state.at === 'ready') this.#close(state.session, reason)
    void this.#settled(state).then(() => {
      this.on({ type: 'stopped' })
      resolve()
    })
    return done
  }

  #begin(byPerson: boolean): Promise<void> {
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const attempt = { done, abort: new AbortController() }
    const since = this.#clock.now()
    this.on({ type: 'begin', attempt, since, byPerson })
    this.#open(attempt, since).then(resolve, reject)
    return done
  }

  async #open(attempt: StartAttempt, since: number): Promise<void> {
    const { signal } = attempt.abort
    try {
      await this.#supervised.open({
        signal,
        since,
        isUrgent: () => this.#lifecycle.at === 'starting' && this.#lifecycle.byPerson,
        onStep: (step) => this.on({ type: 'step', attempt, step }),
        opened: (session, shown) => this.on({ type: 'opened', attempt, session, shown }),
      })
    } catch (thrown) {
      if (signal.aborted) throw stopReason(signal)
      const { error, setback } = this.#supervised.explainFailure(thrown)
      this.on(setback ? { type: 'failed', attempt, setback } : { type: 'declined', attempt })
      throw error
    }
  }

  async #settled(before: ConnectionLifecycle<Session>): Promise<void> {
    // The start that was under way ends its own process; how it failed was told to whoever waits for it.
    if (before.at === 'starting') await before.attempt.done.catch(ignore)
    await Promise.all(this.#closing)
  }

  #close(session: Session, reason: AppError): void {
    const closing = session
      .end(reason)
      .catch((thrown: unknown) => log('warn', 'A connection did not close', { server: this.#supervised.serverId, error: thrown }))
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  #startAt({ at, timer }: { readonly at: number; readonly timer: AbortController }): void {
    const start = (): Promise<void> => this.start(false).catch(ignore)
    this.#clock.sleep(at - this.#clock.now(), timer.signal).then(start, ignore)
  }
}

function ignore(): void {
  // How a start failed is in the state. One that was called off is no failure.
}
