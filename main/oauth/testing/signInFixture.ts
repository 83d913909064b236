import { createTranslator } from '../../../shared/i18n/translator'
import type { SignInPlan, SignInTarget } from '../../../shared/domain/account'
import type { ServerId } from '../../../shared/domain/ids'
import type { PersonAuth } from '../../../shared/domain/serverAuth'
import type { z } from 'zod'
import { defaultLimits } from '../../../shared/domain/defaultLimits'
import { LinkOpener } from '../../links/linkOpener'
import { signInFetch } from '../../net/signInFetch'
import { QuestionStore } from '../../questions/questionStore'
import { SignInAttempts, type PrepareInput } from '../signIn/signInAttempts'
import { SignInBroker } from '../signIn/signInBroker'
import { AccountFixture, signal } from './accountFixture'
import { browse, type FakeSignInServer } from './fakeSignInServer'

export interface SignInFixtureOptions {
  /** Configuration of the server "Files". */
  readonly auth?: Partial<z.infer<typeof PersonAuth>>
  /** The redirect address of a shell that listens itself. */
  readonly redirect?: string
}

/** Sign-ins with everything behind them: accounts, questions, and a browser that only records addresses. */
export class SignInFixture implements AsyncDisposable {
  readonly accounts = new AccountFixture()
  readonly questions: QuestionStore
  readonly broker: SignInBroker
  readonly attempts: SignInAttempts
  readonly target: Extract<SignInTarget, { kind: 'server' }>
  /** Addresses that the system's browser was asked to open. */
  readonly opened: string[] = []
  toFront = 0
  /** Whether somebody agreed to what the server's entry sends. */
  maySend = true

  constructor(
    readonly fake: FakeSignInServer,
    { auth = {}, redirect }: SignInFixtureOptions = {},
  ) {
    const { accountStore, vault, clock, database, servers } = this.accounts
    this.target = this.accounts.add('Files', fake.serverUrl, { kind: 'person', ...auth })
    this.questions = new QuestionStore({ database, clock, limits: () => defaultLimits })
    this.broker = new SignInBroker({ questions: this.questions, accountStore, clock })
    this.attempts = new SignInAttempts({
      translator: () => createTranslator('en'),
      accountStore,
      registry: {
        get: (serverId) => this.accounts.server({ serverId }),
        setAuth: (serverId, changed) => servers.set(serverId, { ...this.accounts.server({ serverId }), auth: changed }),
      },
      settings: { settings: () => this.accounts.settings },
      maySend: () => this.maySend,
      vault,
      links: new LinkOpener({ openUrl: async (url) => void this.opened.push(url) }),
      clock,
      fetchFor: signInFetch,
      demandOf: (target, questionId) => this.broker.demandOf(target, questionId),
      redirect,
      bringToFront: () => this.toFront++,
    })
  }

  get serverId(): ServerId {
    return this.target.serverId
  }

  prepare(input: Partial<PrepareInput> = {}): Promise<SignInPlan> {
    return this.attempts.prepare({ target: this.target, ...input }, signal)
  }

  /** Prepares and begins a sign-in, up to the opened address. */
  async begin(
    input: Partial<PrepareInput> = {},
  ): Promise<{ readonly plan: SignInPlan; readonly query: URLSearchParams; readonly redirect: string }> {
    const plan = await this.prepare(input)
    await this.attempts.begin(plan.attempt)
    const query = new URL(plan.url).searchParams
    return { plan, query, redirect: query.get('redirect_uri') ?? '' }
  }

  /** A complete sign-in, as a person does it. */
  async signIn(input: Partial<PrepareInput> = {}): Promise<SignInPlan> {
    const { plan } = await this.begin(input)
    await browse(plan.url)
    return plan
  }

  grant() {
    return this.accounts.accountStore.grantOf(this.target, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.attempts[Symbol.dispose]()
    this.broker[Symbol.dispose]()
    this.questions[Symbol.dispose]()
    await this.accounts[Symbol.asyncDispose]()
  }
}
