import type { FetchLike } from '@modelcontextprotocol/client'
import type { SignInAttempt, SignInPlan, SignInTarget } from '../../../shared/domain/account'
import { AttemptId, type QuestionId, type ServerId } from '../../../shared/domain/ids'
import type { ServerConfig, ServerList } from '../../../shared/domain/server'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import type { Settings } from '../../../shared/domain/settings'
import { AppError } from '../../../shared/errors/appError'
import { assertNever } from '../../../shared/lib/assertNever'
import type { Clock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { log } from '../../lib/log'
import type { LinkOpener } from '../../links/linkOpener'
import type { FetchRules } from '../../net/checkFetchTarget'
import type { AccountStore } from '../accountStore'
import { fetchChallenge } from '../discovery/fetchChallenge'
import type { CallbackOutcome } from './callbackPage'
import type { ConfigValueResolver } from '../clientAuthentication'
import { exchangeAuthorizationCode } from './exchangeAuthorizationCode'
import type { Translator } from '../../../shared/i18n/translator'
import { writtenAuth } from '../../../shared/domain/launch/sentIdentity'
import { LoopbackReceiver } from './loopbackReceiver'
import { prepareSignIn, type Demand, type PreparedSignIn } from './prepareSignIn'
import { parseCallback, sameState, type Callback } from './parseCallback'
import { subjectOf } from './signInSubject'

export interface SignInAttemptsDeps {
  readonly accountStore: AccountStore
  readonly registry: { get(id: ServerId): ServerConfig; setAuth(id: ServerId, auth: ServerAuth): void }
  readonly settings: { settings(): Settings }
  /** Whether what a server's entry sends to sign in may be sent. */
  readonly maySend: (server: ServerConfig) => boolean
  /** @throws {AppError} POLICY if an administrator's policy forbids it */
  readonly mayRegister?: (issuer: string) => void
  readonly vault: ConfigValueResolver
  readonly links: LinkOpener
  readonly clock: Clock
  /** `signInFetch`; tests pass their own. */
  readonly fetchFor: (rules: FetchRules) => FetchLike
  /** What the server's last refusal, or the question being answered, demands. */
  readonly demandOf: (target: SignInTarget, questionId: QuestionId | undefined) => Demand | undefined
  /** The redirect address, if the shell itself listens there. */
  readonly redirect?: string | undefined
  readonly bringToFront?: (() => void) | undefined
  /** For the page that the returning browser shows. */
  readonly translator: () => Promise<Translator>
}

export interface PrepareInput {
  readonly target: SignInTarget
  readonly questionId?: QuestionId | undefined
  readonly issuer?: string | undefined
  readonly withoutPkce?: boolean | undefined
}

const LASTS_MS = 10 * 60 * 1000
const ENDED_KEPT = 20
const OPEN_MOST = 20

interface Live {
  view: SignInAttempt
  readonly prepared: PreparedSignIn
  readonly fetchFn: FetchLike
  readonly clientSecret: string | undefined
  /** Whether the person agreed to continue without PKCE, which the authorization server does not offer. */
  readonly exception: boolean
  readonly life: AbortController
  readonly receiver: LoopbackReceiver | undefined
  readonly forgetTimer: () => void
}

/**
 * Owner of sign-ins in progress. An attempt is prepared, opened in the browser by the person's click, and answered once within ten minutes.
 * State, verifier and keys are only in memory, so attempts end when Parley quits.
 */
export class SignInAttempts implements Disposable {
  readonly changes = new Emitter<void>()
  readonly #deps: SignInAttemptsDeps
  readonly #live = new Map<AttemptId, Live>()
  #ended: readonly SignInAttempt[] = []

  constructor(deps: SignInAttemptsDeps) {
    this.#deps = deps
  }

  attempts(): readonly SignInAttempt[] {
    return [...[...this.#live.values()].map(({ view }) => view), ...this.#ended]
  }

  /**
   * Finds out where and how to sign in, and builds the address. Ends an earlier attempt for the same account. @throws {AppError}
   * SIGN_IN_FAILED and others
   */
  async prepare({ target, questionId, issuer, withoutPkce = false }: PrepareInput, signal: AbortSignal): Promise<SignInPlan> {
    const id = AttemptId.parse(this.#deps.clock.newId())
    const { subject, clientSecret, rules } = await subjectOf(target, this.#deps, signal)
    const fetchFn = this.#deps.fetchFor(rules)
    const known = this.#deps.demandOf(target, questionId)
    const demand = known ?? (target.kind === 'server' ? await fetchChallenge(subject.url, fetchFn, signal) : undefined)
    const receiver = this.#deps.redirect === undefined ? await this.#receiver(id) : undefined
    try {
      const prepared = await prepareSignIn(
        { ...subject, demand, withoutPkce: withoutPkce || subject.withoutPkce },
        {
          redirectUri: this.#deps.redirect ?? receiver?.redirectUri ?? '',
          chosenIssuer: issuer,
          clientMetadataUrl: this.#deps.settings.settings().signIn.clientMetadataUrl,
          ...(this.#deps.mayRegister && { mayRegister: this.#deps.mayRegister }),
          clientOf: (at) => this.#deps.accountStore.clientOf(at, signal),
          saveClient: (at, client) => this.#deps.accountStore.saveClient(at, client, signal),
          fetchFn,
          now: this.#deps.clock.now(),
        },
        signal,
      )
      signal.throwIfAborted()
      const exception = withoutPkce && prepared.plan.warnings.includes('noPkce')
      return this.#add(id, { prepared, fetchFn, clientSecret, exception, receiver })
    } catch (thrown) {
      receiver?.[Symbol.dispose]()
      throw thrown
    }
  }

  /**
   * Opens the browser after the person agreed to the plan. May be called again while the attempt waits, in case the page was lost.
   * @throws {AppError} NOT_FOUND, LINK_REFUSED
   */
  async begin(id: AttemptId): Promise<'opened' | { inPage: string }> {
    const live = this.#find(id)
    if (live.view.step !== 'prepared' && live.view.step !== 'waiting') throw ended()
    this.#rememberException(live)
    this.#move(live, { step: 'waiting' })
    return this.#deps.links.open(live.prepared.url, 'signIn')
  }

  /**
   * Takes the redirect address that the person pasted. @throws {AppError} INVALID_INPUT, and the attempt keeps waiting; or why the sign-in
   * failed
   */
  async finish(id: AttemptId, address: string): Promise<void> {
    const live = this.#find(id)
    const callback = parseCallback(address)
    if (!callback || !this.#isWaiting(live) || !sameState(callback.state, live.prepared.state)) {
      throw new AppError('INVALID_INPUT', { reason: 'oauth.otherCallback' })
    }
    await this.#complete(live, callback)
  }

  cancel(id: AttemptId): void {
    const live = this.#live.get(id)
    if (live) this.#end(live, undefined)
  }

  /** Takes the query of a returning browser. Without the state of a waiting attempt, a caller learns nothing and ends nothing. */
  async takeCallback(query: string): Promise<CallbackOutcome> {
    const callback = parseCallback(query)
    if (!callback) return 'unknown'
    const waiting = [...this.#live.values()].filter((live) => this.#isWaiting(live))
    // Every attempt is compared, so that timing reveals nothing.
    const [live] = waiting.filter(({ prepared }) => sameState(callback.state, prepared.state))
    if (!live) return 'unknown'
    try {
      await this.#complete(live, callback)
      return 'done'
    } catch (thrown) {
      log('warn', 'A sign-in failed', { error: AppError.from(thrown) })
      return 'failed'
    } finally {
      this.#deps.bringToFront?.()
    }
  }

  /** Ends the attempts for servers that were removed or have another address now. */
  keepOnly({ servers }: Pick<ServerList, 'servers'>): void {
    for (const live of this.#live.values()) {
      const { target } = live.view
      if (target.kind === 'idp') continue
      const launch = servers.find(({ id }) => id === target.serverId)?.launch
      if (launch?.kind !== 'http' || launch.url !== live.prepared.serverUrl) this.#end(live, undefined)
    }
  }

  [Symbol.dispose](): void {
    for (const live of this.#live.values()) this.#end(live, undefined)
  }

  #receiver(id: AttemptId): Promise<LoopbackReceiver> {
    const take = async (query: string): Promise<CallbackOutcome> => {
      const callback = parseCallback(query)
      const own = this.#live.get(id)
      // The port was given to only this attempt.
      return callback && own && sameState(callback.state, own.prepared.state) ? this.takeCallback(query) : 'unknown'
    }
    return LoopbackReceiver.open({ take, translator: this.#deps.translator })
  }

  #add(id: AttemptId, parts: Pick<Live, 'prepared' | 'fetchFn' | 'clientSecret' | 'exception' | 'receiver'>): SignInPlan {
    const { clock } = this.#deps
    const { target, plan } = parts.prepared
    for (const other of this.#live.values()) if (isSame(other.view.target, target)) this.#end(other, undefined)
    const [oldest] = this.#live.values()
    if (oldest && this.#live.size >= OPEN_MOST) this.#end(oldest, undefined)
    const started = clock.now()
    const expires = started + LASTS_MS
    const live: Live = {
      ...parts,
      view: { id, target, step: 'prepared', started, expires },
      life: new AbortController(),
      forgetTimer: clock.after(LASTS_MS, () => this.#end(live, tooLate())),
    }
    this.#live.set(id, live)
    this.changes.emit()
    return { attempt: id, target, ...plan, expires }
  }

  async #complete(live: Live, callback: Callback): Promise<void> {
    const { prepared, fetchFn, clientSecret, life } = live
    // From here on, the state counts as used.
    this.#move(live, { step: 'finishing' })
    try {
      const { clock, accountStore } = this.#deps
      const tools = { fetchFn, clientSecret, now: () => clock.now() }
      const grant = await exchangeAuthorizationCode(prepared, callback, tools, life.signal)
      await accountStore.saveTokens(prepared.target, grant, life.signal)
      this.#end(live, 'done')
    } catch (thrown) {
      const error = AppError.from(thrown)
      this.#end(live, error)
      throw error
    }
  }

  /** Remembers the exception for a server. For an identity provider it applies only once. */
  #rememberException({ exception, prepared }: Live): void {
    const { target, discovered } = prepared
    if (!exception) return
    const server = target.kind === 'server' ? target.serverId : undefined
    log('warn', 'A person agreed to sign in without PKCE', { server, issuer: discovered.issuer })
    if (server === undefined) return
    const auth = writtenAuth(this.#deps.registry.get(server))
    if (auth.kind === 'person' && auth.withoutPkce !== true) this.#deps.registry.setAuth(server, { ...auth, withoutPkce: true })
  }

  /** Also checks the clock, because timers stop while the computer sleeps. */
  #isWaiting({ view }: Live): boolean {
    return view.step === 'waiting' && this.#deps.clock.now() < view.expires
  }

  #find(id: AttemptId): Live {
    const live = this.#live.get(id)
    if (live) return live
    throw ended()
  }

  #move(live: Live, change: Pick<SignInAttempt, 'step'>): void {
    live.view = { ...live.view, ...change }
    this.changes.emit()
  }

  /** Ends an attempt once: done, failed, or silently cancelled. */
  #end(live: Live, how: 'done' | AppError | undefined): void {
    if (!this.#live.delete(live.view.id)) return
    live.forgetTimer()
    live.receiver?.[Symbol.dispose]()
    live.life.abort(new AppError('CANCELLED', { reason: 'oauth.givenUp' }))
    if (how !== undefined) this.#ended = [endedView(live.view, how), ...this.#ended].slice(0, ENDED_KEPT)
    this.changes.emit()
  }
}

function endedView(view: SignInAttempt, how: 'done' | AppError): SignInAttempt {
  return how === 'done' ? { ...view, step: 'done' } : { ...view, step: 'failed', error: how.toData() }
}

function isSame(one: SignInTarget, other: SignInTarget): boolean {
  switch (one.kind) {
    case 'idp':
      return other.kind === 'idp'
    case 'server':
      return other.kind === 'server' && one.serverId === other.serverId && one.accountId === other.accountId
    default:
      return assertNever(one)
  }
}

function ended(): AppError {
  return new AppError('NOT_FOUND', { reason: 'oauth.attemptOver' })
}

function tooLate(): AppError {
  return new AppError('TIMED_OUT', { reason: 'oauth.nobodyCameBack' })
}
