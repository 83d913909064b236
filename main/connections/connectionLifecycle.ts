import type { ConnectionState, Installing, ReadyState, ShownFailure } from '../../shared/domain/connectionState'
import type { AppErrorData } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'

/** One try to open a session. */
export interface StartAttempt {
  /** Resolves when the server is ready. Rejects with the reason when it does not become ready. */
  readonly done: Promise<void>
  readonly abort: AbortController
}

export type StartStep = Extract<ConnectionState, { phase: 'starting' }>['step'] | 'waitsForStart'

/** A connection that is down, and why. */
export type Setback =
  | { readonly at: 'needsSignIn'; readonly error: AppErrorData }
  /** `retry`: when the server restarts by itself, and the controller that cancels the restart. */
  | { readonly at: 'failed'; readonly failure: ShownFailure; readonly retry?: { readonly at: number; readonly timer: AbortController } }
  | { readonly at: 'crashLoop'; readonly failure: ShownFailure; readonly crashes: number }

/** Why a connection is over for good. */
export type Ending = 'removed' | 'parleyQuits'

/** The state of a connection. A field exists only in the states where it is true. */
export type ConnectionLifecycle<Session> =
  | { readonly at: 'stopped'; readonly why: 'notStarted' | 'byUser' }
  /** `byPerson`: a person waits for it. */
  | {
      readonly at: 'starting'
      readonly attempt: StartAttempt
      readonly since: number
      readonly step: StartStep
      readonly installing?: Installing
      readonly byPerson: boolean
      /** The failure after which Parley tries again by itself. */
      readonly lastFailure?: ShownFailure
    }
  | { readonly at: 'ready'; readonly session: Session; readonly shown: ReadyState }
  | Setback
  /** The connection is closing. Until it has closed it is shown as it was. */
  | { readonly at: 'stopping'; readonly done: Promise<void>; readonly shown: ConnectionState; readonly ending: Ending | undefined }
  | { readonly at: 'ended'; readonly why: Ending }

export type LifecycleEvent<Session> =
  | { readonly type: 'begin'; readonly attempt: StartAttempt; readonly since: number; readonly byPerson: boolean }
  /** A person wants the start that is under way. */
  | { readonly type: 'wanted' }
  | { readonly type: 'step'; readonly attempt: StartAttempt; readonly step: StartStep; readonly installing?: Installing | undefined }
  | { readonly type: 'opened'; readonly attempt: StartAttempt; readonly session: Session; readonly shown: ReadyState }
  /** A person did not allow the start. */
  | { readonly type: 'declined'; readonly attempt: StartAttempt }
  | { readonly type: 'failed'; readonly attempt: StartAttempt; readonly setback: Setback }
  | { readonly type: 'changed'; readonly session: Session; readonly shown: ReadyState }
  | { readonly type: 'lost'; readonly session: Session; readonly setback: Setback }
  | { readonly type: 'stop'; readonly done: Promise<void>; readonly ending?: Ending | undefined }
  | { readonly type: 'stopped' }
  /** The person signed out the connection's account. */
  | { readonly type: 'signedOut'; readonly error: AppErrorData }
  /** The definition is enabled again. */
  | { readonly type: 'enabled' }

/**
 * Pure: returns the next state. Returns the same object when the event is impossible in this state, or when it comes too late because its
 * attempt or session is no longer the current one.
 */
export function nextLifecycle<Session>(state: ConnectionLifecycle<Session>, event: LifecycleEvent<Session>): ConnectionLifecycle<Session> {
  switch (event.type) {
    case 'begin':
      return canBegin(state) ? starting(state, event) : state
    case 'wanted':
      return state.at === 'starting' && !state.byPerson ? { ...state, byPerson: true } : state
    case 'step':
      return isPresent(state, event) ? stepped(state, event) : state
    case 'opened':
      return isPresent(state, event) ? { at: 'ready', session: event.session, shown: event.shown } : state
    case 'declined':
      return isPresent(state, event) ? { at: 'stopped', why: 'byUser' } : state
    case 'failed':
      return isPresent(state, event) ? event.setback : state
    case 'changed':
      return isLive(state, event) ? { ...state, shown: event.shown } : state
    case 'lost':
      return isLive(state, event) ? event.setback : state
    case 'stop':
      return stopping(state, event)
    case 'stopped':
      return state.at === 'stopping' ? afterStop(state.ending) : state
    case 'signedOut':
      return state.at === 'stopped' ? { at: 'needsSignIn', error: event.error } : state
    case 'enabled':
      return state.at === 'stopped' ? { at: 'stopped', why: 'notStarted' } : state
    default:
      return assertNever(event)
  }
}

/** Pure: the state that the rest of Parley sees. A stopped connection whose definition is disabled is shown as disabled. */
export function connectionState(state: ConnectionLifecycle<unknown>, { enabled }: { readonly enabled: boolean }): ConnectionState {
  const shown = shownAs(state)
  return shown.phase === 'stopped' && !enabled ? { phase: 'disabled' } : shown
}

/** Pure: why the connection is over, or will be once it has stopped. */
export function endingOf(state: ConnectionLifecycle<unknown>): Ending | undefined {
  if (state.at === 'ended') return state.why
  return state.at === 'stopping' ? state.ending : undefined
}

type At<Session, Name extends ConnectionLifecycle<Session>['at']> = Extract<ConnectionLifecycle<Session>, { at: Name }>

function stepped<Session>(
  state: At<Session, 'starting'>,
  { step, installing }: Extract<LifecycleEvent<Session>, { type: 'step' }>,
): At<Session, 'starting'> {
  if (state.step === step && state.installing === installing) return state
  const { installing: _before, ...rest } = state
  return { ...rest, step, ...(installing && { installing }) }
}

/** A live session gives way to a new start when the server has forgotten it. */
function canBegin({ at }: ConnectionLifecycle<unknown>): boolean {
  return at !== 'starting' && at !== 'stopping' && at !== 'ended'
}

function starting<Session>(
  before: ConnectionLifecycle<Session>,
  { attempt, since, byPerson }: Extract<LifecycleEvent<Session>, { type: 'begin' }>,
): At<Session, 'starting'> {
  const triesAgain = before.at === 'failed' && !byPerson
  return { at: 'starting', attempt, since, byPerson, step: 'queued', ...(triesAgain && { lastFailure: before.failure }) }
}

function isPresent<Session>(
  state: ConnectionLifecycle<Session>,
  { attempt }: { readonly attempt: StartAttempt },
): state is At<Session, 'starting'> {
  return state.at === 'starting' && state.attempt === attempt
}

function isLive<Session>(state: ConnectionLifecycle<Session>, { session }: { readonly session: Session }): state is At<Session, 'ready'> {
  return state.at === 'ready' && state.session === session
}

/** A second stop joins the first one and may make it final. */
function stopping<Session>(
  state: ConnectionLifecycle<Session>,
  { done, ending }: Extract<LifecycleEvent<Session>, { type: 'stop' }>,
): ConnectionLifecycle<Session> {
  if (state.at === 'ended') return state
  if (state.at !== 'stopping') return { at: 'stopping', done, shown: shownAs(state), ending }
  return ending === undefined || ending === state.ending ? state : { ...state, ending }
}

function afterStop<Session>(ending: Ending | undefined): ConnectionLifecycle<Session> {
  return ending === undefined ? { at: 'stopped', why: 'byUser' } : { at: 'ended', why: ending }
}

function shownAs(state: ConnectionLifecycle<unknown>): ConnectionState {
  switch (state.at) {
    case 'stopped':
      return { phase: 'stopped', why: state.why }
    case 'ended':
      return { phase: 'stopped', why: 'byUser' }
    case 'starting':
      return state.step === 'waitsForStart'
        ? { phase: 'stopped', why: 'waitsForStart' }
        : {
            phase: 'starting',
            since: state.since,
            step: state.step,
            ...(state.installing && { installing: state.installing }),
            ...(state.lastFailure && { lastFailure: state.lastFailure }),
          }
    case 'ready':
    case 'stopping':
      return state.shown
    case 'needsSignIn':
      return { phase: 'needsSignIn', error: state.error }
    case 'failed':
      return { phase: 'failed', ...state.failure, ...(state.retry && { retryAt: state.retry.at }) }
    case 'crashLoop':
      return { phase: 'crashLoop', ...state.failure, crashes: state.crashes }
    default:
      return assertNever(state)
  }
}
