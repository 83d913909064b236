import type { Installing, ReadyState } from '../../shared/domain/connectionState'
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
import { abortReason } from '../lib/abortReason'

/** The part of a session that its supervisor needs. */
export interface EndableSession {
  /** Resolves when its process has ended. */
  end(reason: AppError): Promise<void>
}

/** One try to open a session, as passed to `open`. */
export interface SessionStart<Session> {
  readonly signal: AbortSignal
  /** When it began, in milliseconds since 1970. */
  readonly since: number
  /** Whether a person waits for it. Ask again each time, because a person may want it later. */
  isUrgent(): boolean
  /** `installing`: what a program that may install the server does meanwhile. */
  onStep(step: StartStep, installing?: Installing): void
  /** Makes this session the live one. */
  opened(session: Session, shown: ReadyState): void
}

/** The part of a connection that its supervisor needs. */
export interface Supervised<Session> {
  readonly serverId: ServerId
  /** Why it cannot start now, or undefined if it can. */
  mayNotStart(): AppError | undefined
  /** Runs when a person wants it to start. */
  onWanted(): void
  /** Runs before a stop. Returns the reason for everyone who uses the session. */
  onStop(ending: Ending | undefined): AppError
  /** Opens a session and reports its steps. @throws when no session was opened. */
  open(start: SessionStart<Session>): Promise<void>
  /** Decides what follows when no session could be opened. Returns no setback if a person refused the start. */
  explainFailure(thrown: unknown): { readonly error: AppError; readonly setback: Setback | undefined }
  /** Runs after the state changed. */
  onTransition(): void
}

/**
 * Owner of the lifecycle of one connection. At most one session is opening or live. Each session closes once. A failed one may start again.
 */
export class SessionSupervisor<Session extends EndableSession> {
  readonly #supervised: Supervised<Session>
  readonly #clock: Clock
  /** Sessions that were given up and whose processes are still ending. */
  readonly #closing = new Set<Promise<void>>()
  #lifecycle: ConnectionLifecycle<Session> = { at: 'stopped', why: 'notStarted' }

  constructor(supervised: Supervised<Session>, clock: Clock) {
    this.#supervised = supervised
    this.#clock = clock
  }

  get lifecycle(): ConnectionLifecycle<Session> {
    return this.#lifecycle
  }

  /** The live session, if there is one. */
  get live(): Session | undefined {
    return this.#lifecycle.at === 'ready' ? this.#lifecycle.session : undefined
  }

  /** Whether a session is live or starting. */
  get isUp(): boolean {
    return this.#lifecycle.at === 'ready' || this.#lifecycle.at === 'starting'
  }

  /** Why it cannot start now, or undefined if it can. */
  get refusal(): AppError | undefined {
    return this.#supervised.mayNotStart()
  }

  /** Applies an event. An event that comes too late changes nothing. */
  on(event: LifecycleEvent<Session>): void {
    const before = this.#lifecycle
    this.#lifecycle = nextLifecycle(before, event)
    if (this.#lifecycle === before) return
    if (before.at === 'failed') before.retry?.timer.abort()
    if (this.#lifecycle.at === 'failed' && this.#lifecycle.retry) this.#startAt(this.#lifecycle.retry)
    this.#supervised.onTransition()
  }

  /** Starts, or joins the start under way. A person's start is tried anew if an automatic one that it joined fails. @throws {AppError} when it does not become ready. */
  async start(byPerson: boolean): Promise<void> {
    while (this.#lifecycle.at === 'stopping') await this.#lifecycle.done
    if (this.live) return
    const { refusal } = this
    if (refusal) throw refusal
    if (byPerson) this.#supervised.onWanted()
    const state = this.#lifecycle
    if (state.at !== 'starting') return this.#begin(byPerson)
    if (!byPerson) return state.attempt.done
    this.on({ type: 'wanted' })
    try {
      return await state.attempt.done
    } catch (thrown) {
      // An automatic start may have failed by what was true before the person asked, such as a server that was still away.
      if (state.byPerson || !this.#hasFailed) throw thrown
      return this.start(true)
    }
  }

  /** Replaces this session with a new one if it is still live. @throws {AppError} when it does not become ready. */
  async reopen(session: Session | undefined, reason: AppError): Promise<void> {
    if (!session || this.live !== session || this.refusal) return this.start(true)
    this.#supervised.onWanted()
    const started = this.#begin(true)
    this.#close(session, reason)
    return started
  }

  /** Gives up a live session: tells everyone who waits on it why, and ends its process in the background. */
  lose(session: Session, reason: AppError, setback: Setback): void {
    if (this.live !== session) return
    this.on({ type: 'lost', session, setback })
    this.#close(session, reason)
  }

  /** Ends the session or start, or joins the stop under way. With an `ending` the stop is final. */
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

  get #hasFailed(): boolean {
    return this.#lifecycle.at === 'failed'
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
        onStep: (step, installing) => this.on({ type: 'step', attempt, step, installing }),
        opened: (session, shown) => this.on({ type: 'opened', attempt, session, shown }),
      })
    } catch (thrown) {
      if (signal.aborted) throw abortReason(signal)
      const { error, setback } = this.#supervised.explainFailure(thrown)
      this.on(setback ? { type: 'failed', attempt, setback } : { type: 'declined', attempt })
      throw error
    }
  }

  async #settled(before: ConnectionLifecycle<Session>): Promise<void> {
    // A start under way ends its own process. Its callers already know how it failed.
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
