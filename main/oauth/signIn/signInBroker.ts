import type { SignInTarget } from '../../../shared/domain/account'
import type { AccountId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { AnswerTo, Asker, Question, SignInDetails } from '../../../shared/domain/question'
import { AppError, type ErrorFact } from '../../../shared/errors/appError'
import { untilAborted } from '../../lib/untilAborted'
import type { AuthRefusal } from '../../transport/authRefusal'
import type { Clock } from '../../lib/clock'
import { log } from '../../lib/log'
import type { QuestionStore } from '../../questions/questionStore'
import type { AccountStore } from '../accountStore'
import type { Demand } from './prepareSignIn'
import { readScopes } from '../scopes'

/** How long "Not now" counts. Calls with the same demand fail during this time without a new question. */
const NOT_NOW_MS = 10 * 60 * 1000
/** How many step-ups a server may demand in that time (MCP 2026-07-28, step-up flow). */
const STEP_UPS = 3

type SignInAnswer = 'signedIn' | 'notNow'

/**
 * Asks a person to sign in after a server refused a request. A waiting call asks at once; without one, a single quiet question goes to the
 * Inbox. Only the host answers "signed in", once the tokens are there. Then every caller waiting for that account continues.
 */
export class SignInBroker implements Disposable {
  readonly #questions: QuestionStore
  readonly #accountStore: AccountStore
  readonly #clock: Clock
  /** The last refusal of each account. */
  readonly #refusals = new Map<string, AuthRefusal>()
  readonly #asking = new Map<string, { readonly answer: Promise<SignInAnswer>; readonly signal: AbortSignal }>()
  readonly #offers = new Map<string, AbortController>()
  /** The refusal that each question is about, by what the question shows. */
  readonly #asked = new WeakMap<SignInDetails, AuthRefusal>()
  readonly #notNow = new Map<string, number>()
  readonly #stepUps = new Map<string, readonly number[]>()
  readonly #unsubscribe: () => void
  /** The account whose tokens have arrived. Set only while the host answers for it. */
  #confirmed: string | undefined

  constructor(deps: { readonly questions: QuestionStore; readonly accountStore: AccountStore; readonly clock: Clock }) {
    this.#questions = deps.questions
    this.#accountStore = deps.accountStore
    this.#clock = deps.clock
    this.#unsubscribe = this.#accountStore.signedIn.subscribe(({ serverId, accountId }) => this.#confirm(serverId, accountId))
  }

  /**
   * Waits until the account is signed in or the person declines. @throws {AppError} RIGHTS_REQUIRED after too many step-ups, QUESTION_ENDED
   */
  async signIn(asker: Asker, refusal: AuthRefusal, signal: AbortSignal): Promise<SignInAnswer> {
    const accountId = refusal.accountId ?? this.#accountStore.defaultAccount(asker.serverId)
    const account = keyOf(asker.serverId, accountId)
    this.#refusals.set(account, refusal)
    // What the person declined, and how often a server demanded more, does not count after an edit of its address.
    const place = `${account} ${refusal.address ?? ''}`
    const wish = `${place} ${refusal.why} ${readScopes(refusal.scope).toSorted().join(' ')}`
    if (this.#saidNotNow(wish)) return 'notNow'
    // Calls of one conversation with the same demand share one question.
    const together = `${wish} ${asker.conversationId ?? ''}`
    for (;;) {
      const others = this.#asking.get(together)
      if (!others) {
        if (refusal.why === 'moreRights') this.#countStepUp(place, asker.serverId, refusal)
        return this.#askTogether(together, this.#ask(asker, accountId, refusal, wish, signal), signal)
      }
      try {
        return await untilAborted(others.answer, signal)
      } catch (thrown) {
        // If the call that asked for everyone was cancelled, another waiting call asks again. Any other end applies to all of them.
        if (signal.aborted || !others.signal.aborted) throw thrown
      }
    }
  }

  /** Adds one quiet question to the Inbox for a sign-in that no call waits for. */
  offer(serverId: ServerId, accountId: AccountId, refusal: AuthRefusal): void {
    const account = keyOf(serverId, accountId)
    this.#refusals.set(account, refusal)
    if (this.#offers.has(account) || !refusal.wantsPerson) return
    const life = new AbortController()
    this.#offers.set(account, life)
    this.#ask({ serverId, callIds: [] }, accountId, refusal, account, life.signal)
      .catch((thrown: unknown) => {
        if (!life.signal.aborted) log('info', 'A sign-in that was offered was not answered', { error: AppError.from(thrown) })
      })
      .finally(() => {
        if (this.#offers.get(account) === life) this.#offers.delete(account)
      })
  }

  /** Withdraws the quiet question. */
  withdraw(serverId: ServerId, accountId: AccountId): void {
    this.#withdraw(keyOf(serverId, accountId), { reason: 'oauth.noLongerWaits', params: { server: serverId } })
  }

  /** Pure: what the question demands, or else what the server said when it last refused this account. */
  demandOf(target: SignInTarget, questionId: QuestionId | undefined): Demand | undefined {
    if (target.kind === 'idp') return undefined
    const question = this.#open(target.serverId, target.accountId).find(({ id }) => id === questionId)
    const asked = question && this.#ifCurrent(target.serverId, this.#asked.get(question.details))
    const refusal = this.#ifCurrent(target.serverId, this.#refusals.get(keyOf(target.serverId, target.accountId)))
    const scopes = [...readScopes(refusal?.scope), ...readScopes(asked?.scope)]
    if (!refusal && !asked) return this.#demandOfOthers(target.serverId)
    const said = refusal ?? asked
    return { scope: scopes.join(' '), resourceMetadataUrl: said?.resourceMetadataUrl, dpop: said?.dpop ?? false }
  }

  [Symbol.dispose](): void {
    this.#unsubscribe()
    for (const account of this.#offers.keys()) this.#withdraw(account, { reason: 'oauth.quit' })
  }

  /** Uses a refusal of another account of the same server, but only for the metadata address. Its demands do not apply to this account. */
  #demandOfOthers(serverId: ServerId): Demand | undefined {
    const ofServer = [...this.#refusals].filter(([key]) => key.startsWith(`${JSON.stringify(serverId)} `))
    const refusal = ofServer.map(([, one]) => this.#ifCurrent(serverId, one)).find((one) => one !== undefined)
    return (
      refusal && {
        resourceMetadataUrl: refusal.resourceMetadataUrl,
        dpop: refusal.dpop,
        scope: refusal.why === 'moreRights' ? undefined : refusal.scope,
      }
    )
  }

  /** Only what the server's current address said. One from before an edit could name an authorization server that then gets a secret. */
  #ifCurrent(serverId: ServerId, refusal: AuthRefusal | undefined): AuthRefusal | undefined {
    return refusal?.unasked === false && refusal.address === this.#accountStore.resourceOf(serverId) ? refusal : undefined
  }

  async #askTogether(together: string, answer: Promise<SignInAnswer>, signal: AbortSignal): Promise<SignInAnswer> {
    this.#asking.set(together, { answer, signal })
    const forget = (): void => void this.#asking.delete(together)
    // Registered first, so that it runs before any waiting caller learns of the end.
    answer.then(forget, forget)
    return answer
  }

  async #ask(asker: Asker, accountId: AccountId, refusal: AuthRefusal, wish: string, signal: AbortSignal): Promise<SignInAnswer> {
    const { serverId } = asker
    const details: SignInDetails = {
      kind: 'signIn',
      accountId,
      label: this.#accountStore.find(serverId, accountId).label,
      why: refusal.why,
      scopes: readScopes(refusal.scope),
      ...(refusal.said !== undefined && { said: refusal.said }),
    }
    this.#asked.set(details, refusal)
    const check = (answer: AnswerTo<'signIn'>): void => this.#check(answer, keyOf(serverId, accountId))
    const outcome = await this.#questions.ask(asker, details, { signal, check })
    if (outcome.how === 'withdrawn')
      throw new AppError('QUESTION_ENDED', { reason: 'questions.withdrawn', params: { why: outcome.reason } })
    if (outcome.how === 'answered' && outcome.answer.action === 'signedIn') return 'signedIn'
    this.#notNow.set(wish, this.#clock.now())
    return 'notNow'
  }

  /** A page cannot know whether the tokens are there. Accepting its answer would let calls continue that cannot work. */
  #check({ action }: AnswerTo<'signIn'>, account: string): void {
    if (action === 'signedIn' && this.#confirmed !== account) {
      throw new AppError('INVALID_INPUT', { reason: 'oauth.notYours' })
    }
  }

  #confirm(serverId: ServerId, accountId: AccountId): void {
    const account = keyOf(serverId, accountId)
    this.#refusals.delete(account)
    for (const wish of this.#notNow.keys()) if (wish.startsWith(account)) this.#notNow.delete(wish)
    this.#confirmed = account
    try {
      for (const { id } of this.#open(serverId, accountId)) this.#questions.answer(id, { kind: 'signIn', action: 'signedIn' })
    } finally {
      this.#confirmed = undefined
    }
  }

  #open(serverId: ServerId, accountId: AccountId): readonly (Question & { readonly details: SignInDetails })[] {
    return this.#questions
      .questions()
      .open.filter(
        (question): question is Question & { readonly details: SignInDetails } =>
          question.asker.serverId === serverId && question.details.kind === 'signIn' && question.details.accountId === accountId,
      )
  }

  #withdraw(account: string, fact: ErrorFact): void {
    this.#offers.get(account)?.abort(new AppError('CANCELLED', fact))
    this.#offers.delete(account)
  }

  #saidNotNow(wish: string): boolean {
    const at = this.#notNow.get(wish)
    if (at === undefined) return false
    if (this.#clock.now() - at < NOT_NOW_MS) return true
    this.#notNow.delete(wish)
    return false
  }

  #countStepUp(place: string, serverId: ServerId, refusal: AuthRefusal): void {
    const now = this.#clock.now()
    const recent = (this.#stepUps.get(place) ?? []).filter((at) => now - at < NOT_NOW_MS)
    if (recent.length >= STEP_UPS) {
      throw new AppError(
        'RIGHTS_REQUIRED',
        { reason: 'oauth.tooManyStepUps', params: { server: serverId, count: String(STEP_UPS) } },
        { ...(refusal.said !== undefined && { said: refusal.said }) },
      )
    }
    this.#stepUps.set(place, [...recent, now])
  }
}

function keyOf(serverId: ServerId, accountId: AccountId): string {
  return `${JSON.stringify(serverId)} ${accountId}`
}
