import { describe, expect, it } from 'vitest'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../shared/domain/ids'
import type { Asker } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { type RefusalCode } from '../../transport/authRefusal'
import { type RefusalFacts } from '../../transport/authRefusal'
import { AuthRefusal } from '../../transport/authRefusal'
import { signal } from '../testing/accountFixture'
import { FakeSignInServer } from '../testing/fakeSignInServer'
import { SignInFixture } from '../testing/signInFixture'

const MINUTES = 60 * 1000
type Facts = Partial<RefusalFacts> & { readonly said?: string }
const notNow = { kind: 'signIn', action: 'notNow' } as const
const signedIn = { kind: 'signIn', action: 'signedIn' } as const

async function everything() {
  const stack = new AsyncDisposableStack()
  const fake = stack.use(await FakeSignInServer.start())
  const fixture = stack.use(new SignInFixture(fake))
  const { questions, broker, target } = fixture
  const conversationId = ConversationId.parse(crypto.randomUUID())
  const asker = (): Asker => ({ serverId: target.serverId, callIds: [CallId.parse(crypto.randomUUID())], conversationId })
  const refusal = (facts: Facts = {}, code: RefusalCode = 'SIGN_IN_REQUIRED') =>
    new AuthRefusal(code, 'Files wants to know who you are', {
      why: 'first',
      accountId: target.accountId,
      address: fake.serverUrl,
      ...facts,
    })
  return {
    fake,
    fixture,
    questions,
    broker,
    target,
    asker,
    refusal,
    open: () => questions.questions().open,
    ask: (facts?: Facts, end: AbortSignal = signal, by: Asker = asker()) => broker.signIn(by, refusal(facts), end),
    answerAll: (answer: typeof notNow | typeof signedIn) => questions.questions().open.map(({ id }) => questions.answer(id, answer)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Nobody waits for it in this test; it ends with the fixture. */
const leave = (work: Promise<unknown>): void => void work.catch(() => undefined)

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    (thrown: unknown) => AppError.from(thrown).toData(),
  )
}

const failureOrAnswer = (work: Promise<string>): Promise<string> => work.catch((thrown: unknown) => AppError.from(thrown).code)

describe('SignInBroker', () => {
  it('lets every call of an account go on when it is signed in, however that came about', async () => {
    await using all = await everything()
    const other: Asker = { ...all.asker(), conversationId: ConversationId.parse(crypto.randomUUID()) }
    all.broker.offer(all.target.serverId, all.target.accountId, all.refusal())
    const waiting = [all.ask({ scope: 'read' }), all.ask({ scope: 'read' }), all.ask({}, signal, other)]
    // Calls of one conversation ask once; the offer stands quietly beside them.
    expect(all.open().map(({ asker, details }) => [asker.callIds.length, details.kind])).toEqual([
      [0, 'signIn'],
      [1, 'signIn'],
      [1, 'signIn'],
    ])
    await all.fixture.signIn()
    expect(await Promise.all(waiting)).toEqual(['signedIn', 'signedIn', 'signedIn'])
    expect(all.open()).toEqual([])
    expect(all.questions.questions().ended.map(({ how, reason }) => [how, reason])).toEqual(
      Array.from({ length: 3 }, () => ['answered', { id: 'ends.signedIn' }]),
    )
  })

  it('shows whose account it is, why, and what is wanted', async () => {
    await using all = await everything()
    leave(all.ask({ why: 'moreRights', scope: 'read write', said: 'Need write' }))
    expect(all.open().map(({ details }) => details)).toEqual([
      {
        kind: 'signIn',
        accountId: all.target.accountId,
        label: '',
        why: 'moreRights',
        scopes: ['read', 'write'],
        said: 'Need write',
      },
    ])
  })

  it('does not believe a page that says that somebody is signed in', async () => {
    await using all = await everything()
    const answer = all.ask()
    const [question] = all.open()
    expect(() => all.questions.answer(question?.id ?? QuestionId.parse(''), signedIn)).toThrow('oauth.notYours')
    expect(all.open()).toHaveLength(1)
    all.answerAll(notNow)
    expect(await answer).toBe('notNow')
  })

  it('AU-30: remembers a no for ten minutes, for that account and those scopes', async () => {
    await using all = await everything()
    const first = all.ask({ scope: 'write read' })
    all.answerAll(notNow)
    expect([await first, await all.ask({ scope: 'read write' })]).toEqual(['notNow', 'notNow'])
    expect(all.open()).toEqual([])
    const another = all.ask({ scope: 'admin' })
    expect(all.open()).toHaveLength(1)
    all.answerAll(notNow)
    await another
    await all.fixture.accounts.clock.pass(10 * MINUTES)
    leave(all.ask({ scope: 'read write' }))
    expect(all.open()).toHaveLength(1)
  })

  it('AU-30: forgets the no when the account is signed in after all', async () => {
    await using all = await everything()
    const first = all.ask({ scope: 'read' })
    all.answerAll(notNow)
    await first
    await all.fixture.signIn()
    leave(all.ask({ scope: 'read' }))
    expect(all.open()).toHaveLength(1)
  })

  it('E18: lets a server ask for more rights three times in ten minutes, then no more', async () => {
    await using all = await everything()
    for (const scope of ['a', 'b', 'c']) {
      const asked = all.broker.signIn(all.asker(), all.refusal({ why: 'moreRights', scope }, 'RIGHTS_REQUIRED'), signal)
      all.answerAll(notNow)
      expect(await asked).toBe('notNow')
    }
    const fourth = () => all.broker.signIn(all.asker(), all.refusal({ why: 'moreRights', scope: 'd' }, 'RIGHTS_REQUIRED'), signal)
    expect(await failure(fourth())).toMatchObject({ code: 'RIGHTS_REQUIRED', reason: 'oauth.tooManyStepUps' })
    expect(all.open()).toEqual([])
    await all.fixture.accounts.clock.pass(10 * MINUTES)
    leave(fourth())
    expect(all.open()).toHaveLength(1)
  })

  it('E18: asks for what was granted and for what is demanded, and says what is new', async () => {
    await using all = await everything()
    leave(all.ask({ scope: 'read' }))
    await all.fixture.signIn({ questionId: all.open()[0]?.id })
    leave(all.broker.signIn(all.asker(), all.refusal({ why: 'moreRights', scope: 'write' }, 'RIGHTS_REQUIRED'), signal))
    const plan = await all.fixture.prepare({ questionId: all.open()[0]?.id })
    expect([plan.scopes, plan.addedScopes]).toEqual([['read', 'write'], ['write']])
  })

  it('AU-27: a sign-in asks for what the challenge of the last refusal demands, also from the panel of the server', async () => {
    await using all = await everything()
    all.broker.offer(all.target.serverId, all.target.accountId, all.refusal({ scope: 'files:read' }))
    expect((await all.fixture.prepare()).scopes).toEqual(['files:read'])
  })

  it('AU-26: a refusal of the address from before an edit says neither where to sign in nor what to ask for', async () => {
    await using all = await everything()
    const { fixture, target } = all
    const other = fixture.accounts.accountStore.addAccount(target.serverId, 'work')
    all.broker.offer(target.serverId, target.accountId, all.refusal({ scope: 'a', resourceMetadataUrl: 'https://old.example/about' }))
    leave(all.ask({ scope: 'b', resourceMetadataUrl: 'https://old.example/about' }))
    const demands = () =>
      [undefined, ...all.open().map(({ id }) => id)].map((id) => [
        all.broker.demandOf(target, id),
        all.broker.demandOf({ ...target, accountId: other }, undefined),
      ])
    expect(demands().flat()).not.toContain(undefined)
    fixture.accounts.add('Files', 'https://new.example/mcp')
    expect(demands().flat()).toEqual(Array(6).fill(undefined))
  })

  it('AU-27: has the server asked what it demands where it was not asked at all, as after a renewal that was refused', async () => {
    await using all = await everything()
    const { serverId, accountId } = all.target
    all.broker.offer(serverId, accountId, all.refusal({ why: 'ended', unasked: true }))
    expect(all.open().map(({ id }) => all.broker.demandOf(all.target, id))).toEqual([undefined])
  })

  it('a no and more rights that the address from before an edit demanded do not count for the new one', async () => {
    await using all = await everything()
    const scopes = ['a', 'b', 'c']
    const askFor = (scope: string, address: string) =>
      all.broker.signIn(all.asker(), all.refusal({ why: 'moreRights', scope, address }, 'RIGHTS_REQUIRED'), signal)
    const before = scopes.map((scope) => askFor(scope, all.fake.serverUrl))
    all.answerAll(notNow)
    await Promise.all(before)
    all.fixture.accounts.add('Files', 'https://new.example/mcp')
    for (const scope of scopes) leave(askFor(scope, 'https://new.example/mcp'))
    expect(all.open()).toHaveLength(3)
  })

  it('offers a sign-in once, and takes it back when it is no longer wanted', async () => {
    await using all = await everything()
    const { serverId, accountId } = all.target
    all.broker.offer(serverId, accountId, all.refusal())
    all.broker.offer(serverId, accountId, all.refusal())
    expect(all.open()).toHaveLength(1)
    all.broker.withdraw(serverId, accountId)
    expect([all.open(), all.questions.questions().ended[0]?.how]).toEqual([[], 'withdrawn'])
    all.broker.offer(serverId, accountId, all.refusal())
    expect(all.open()).toHaveLength(1)
  })

  it('offers nothing where no sign-in of a person can help', async () => {
    await using all = await everything()
    all.broker.offer(all.target.serverId, all.target.accountId, all.refusal({}, 'CREDENTIALS_REFUSED'))
    expect(all.open()).toEqual([])
  })

  it('lets the other calls ask on when the one that asked for all is stopped', async () => {
    await using all = await everything()
    const stop = new AbortController()
    const first = failure(all.ask({}, stop.signal))
    const second = all.ask()
    stop.abort(new AppError('CANCELLED', 'You stopped the call.'))
    expect(await first).toMatchObject({ code: 'QUESTION_ENDED' })
    await Promise.resolve()
    expect(all.open()).toHaveLength(1)
    all.answerAll(notNow)
    expect(await second).toBe('notNow')
  })

  it('keeps all the other calls waiting when the one that asked for them is stopped, however many they are', async () => {
    await using all = await everything()
    const stop = new AbortController()
    const first = failure(all.ask({}, stop.signal))
    const others = [all.ask(), all.ask(), all.ask()].map(failureOrAnswer)
    stop.abort(new AppError('CANCELLED', 'You stopped the call.'))
    await first
    await Promise.resolve()
    expect(all.open()).toHaveLength(1)
    all.answerAll(notNow)
    expect(await Promise.all(others)).toEqual(['notNow', 'notNow', 'notNow'])
  })

  it('asks nobody again where the question itself was withdrawn', async () => {
    await using all = await everything()
    const asked = [all.ask(), all.ask()].map(failureOrAnswer)
    all.questions.withdrawServer(ServerId.parse(all.target.serverId))
    expect(await Promise.all(asked)).toEqual(['QUESTION_ENDED', 'QUESTION_ENDED'])
    expect(all.open()).toEqual([])
  })

  it('ends with the questions of a server that is stopped', async () => {
    await using all = await everything()
    const asked = failure(all.ask())
    all.questions.withdrawServer(ServerId.parse(all.target.serverId))
    expect(await asked).toMatchObject({ code: 'QUESTION_ENDED' })
  })
})
