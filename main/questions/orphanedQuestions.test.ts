import { expect, it } from 'vitest'
import { CallId, ConversationId, ModelRef, AccountId } from '../../shared/domain/ids'
import type { Message } from '../../shared/i18n/message'
import type { ApprovalDetails, Asker, FormDetails, QuestionDetails, SamplingDetails } from '../../shared/domain/question'
import { systemClock } from '../lib/clock'
import { asker as outsideOfAny, callId, serverId, testQuestions } from './testing/testQuestions'

const never = new AbortController().signal
const asker = { ...outsideOfAny, conversationId: ConversationId.parse(systemClock.newId()) }
const form: FormDetails = { kind: 'form', message: 'Who?', fields: [{ key: 'name', kind: 'string', required: true }], secretLooking: [] }
const accept = { kind: 'form', action: 'accept', content: { name: 'Ann', age: 7 } } as const
const goesOn = new Set([callId])

/** A book that asks, and the next one on what it left: a crash leaves what quitting leaves. */
function restarted(before: ReturnType<typeof testQuestions>, how: 'quit' | 'crash' = 'crash', goOn: ReadonlySet<CallId> = goesOn) {
  if (how === 'quit') before.book[Symbol.dispose]()
  const after = testQuestions({ database: before.database, clock: before.clock })
  after.book.endOrphaned(goOn)
  return after
}

it.each(['quit', 'crash'] as const)(
  'MR-12: asked again by its call after a %s, a question is the same one: as old, for as long, with its draft',
  async (how) => {
    const before = testQuestions()
    void before.book.ask(asker, form, { signal: never })
    const { id } = await before.open()
    before.book.saveDraft(id, { name: 'An' })
    const [asked] = before.book.questions().open
    await before.clock.pass(60_000)
    const after = restarted(before, how)
    expect(after.book.questions()).toEqual({ open: [], ended: [] })
    const outcome = after.book.ask(asker, form, { signal: never })
    expect(after.book.questions().open).toEqual([asked])
    expect(after.book.answer(id, accept)).toBe(true)
    expect(await outcome).toEqual({ how: 'answered', answer: accept })
    expect(restarted(after).book.questions()).toMatchObject({ open: [], ended: [{ id, how: 'answered' }] })
  },
)

it('ends as expired what has waited for too long, also over a restart', async () => {
  const before = testQuestions()
  void before.book.ask(asker, form, { signal: never })
  const { id, expires, created } = await before.open()
  await before.clock.pass(expires - created + 1)
  // The book of a Parley that was killed had no time to end it.
  before.database.run(`UPDATE question SET state = 'open', ended = NULL, json = ?`, JSON.stringify(form))
  const after = restarted(before)
  const outcome = after.book.ask(asker, form, { signal: never })
  await after.clock.pass(0)
  expect([await outcome, after.book.questions().ended[0]]).toMatchObject([{ how: 'expired' }, { id, how: 'expired' }])
})

it('is another question where a server asks something else, and the one before ends with its call', async () => {
  const before = testQuestions()
  void before.book.ask(asker, form, { signal: never })
  const { id } = await before.open()
  const after = restarted(before)
  void after.book.ask(asker, { ...form, message: 'Who else?' }, { signal: never })
  void after.book.ask({ ...asker, callIds: [CallId.parse(systemClock.newId())] }, form, { signal: never })
  expect(after.book.questions().open.map((question) => question.id === id)).toEqual([false, false])
  after.book.callEnded(callId)
  expect(after.book.questions().ended).toMatchObject([{ id, how: 'withdrawn', reason: { id: 'ends.callEnded' } }])
})

it('takes a request for the model for the same whatever models there are now', async () => {
  const details: SamplingDetails = {
    kind: 'sampling',
    messages: [{ role: 'user', content: [{ type: 'text', text: '?' }] }],
    maxTokens: 5,
    stopSequences: [],
    models: [ModelRef.parse('local/one')],
    hints: [],
  }
  const before = testQuestions()
  void before.book.ask(asker, details, { signal: never })
  const { id } = await before.open()
  const after = restarted(before)
  void after.book.ask(asker, { ...details, models: [] }, { signal: never })
  expect(after.book.questions().open).toMatchObject([{ id, details: { models: [] } }])
})

it('takes an approval for the same whatever was decided meanwhile, and not one about other arguments', async () => {
  const details: ApprovalDetails = {
    kind: 'approval',
    tool: 'echo',
    inputSchema: {},
    arguments: { b: 1, a: 2 },
    why: { id: 'approvals.asked.noRule' },
    history: { allowed: 0, denied: 0 },
    readOnlyRuleOffered: false,
  }
  const before = testQuestions()
  void before.book.ask(asker, details, { signal: never })
  const { id } = await before.open()
  const after = restarted(before)
  void after.book.ask(asker, { ...details, arguments: { b: 1, a: 3 } }, { signal: never })
  void after.book.ask(asker, { ...details, arguments: { a: 2, b: 1 }, history: { allowed: 1, denied: 0 } }, { signal: never })
  expect(after.book.questions().open.map((question) => question.id === id)).toEqual([false, true])
})

const ends: readonly (readonly [string, Asker, QuestionDetails, Message])[] = [
  ['of a server that cannot resume', asker, form, { id: 'ends.quitNoResume', params: { server: 'everything' } }],
  ['that belongs to no call', { serverId, callIds: [] }, { kind: 'folders', current: [] }, { id: 'ends.quit' }],
  ['of a prompt or a resource', outsideOfAny, form, { id: 'ends.quitUnwatched' }],
  [
    'about a call that was cut off',
    asker,
    { kind: 'signIn', accountId: AccountId.parse(systemClock.newId()), label: 'Work', why: 'first', scopes: [] },
    { id: 'ends.quitCutOff' },
  ],
]

it.each(ends)('ends a question %s once, with a reason that says so', async (_what, who, details, reason) => {
  const before = testQuestions()
  void before.book.ask(who, details, { signal: never })
  const after = restarted(before, 'crash', new Set())
  expect(after.book.questions()).toMatchObject({ open: [], ended: [{ kind: details.kind, how: 'withdrawn', reason }] })
  expect(restarted(after, 'crash', new Set()).book.questions().ended).toHaveLength(1)
})

it('keeps what was answered in a round until it is sent, and nothing of it afterwards', async () => {
  const before = testQuestions({ goesOn: () => true })
  void before.book.ask(asker, form, { signal: never })
  void before.book.ask(asker, { ...form, message: 'Your key?', secretLooking: ['name'] }, { signal: never })
  const [plain, secret] = before.book.questions().open
  before.book.answer(plain?.id ?? (await before.open()).id, accept)
  before.book.answer(secret?.id ?? (await before.open()).id, { ...accept, content: { name: 'hunter2' } })
  const rows = (): string => JSON.stringify(before.database.all('SELECT json, draft FROM question'))
  expect(rows()).not.toContain('hunter2')
  const after = restarted(before)
  void after.book.ask(asker, form, { signal: never })
  expect(after.book.questions().open).toMatchObject([{ draft: { name: 'Ann', age: 7 } }])
  void after.book.ask(asker, { ...form, message: 'Your key?', secretLooking: ['name'] }, { signal: never })
  expect(after.book.questions().open[1]?.draft).toBeUndefined()
})

it('keeps what was answered in one call for that call: another one that asks the same does not find it', async () => {
  const before = testQuestions({ goesOn: () => true })
  const other = { ...asker, callIds: [CallId.parse(systemClock.newId())] }
  void before.book.ask(asker, form, { signal: never })
  before.book.answer((await before.open()).id, accept)
  void before.book.ask(other, form, { signal: never })
  expect(before.book.questions().open[0]?.draft).toBeUndefined()
  const after = restarted(before, 'crash', new Set([...goesOn, ...other.callIds]))
  void after.book.ask(asker, form, { signal: never })
  expect(after.book.questions().open[0]?.draft).toEqual({ name: 'Ann', age: 7 })
})

it('takes an answer also where the disk cannot keep it', async () => {
  const { book, database, open } = testQuestions({ goesOn: () => true })
  const outcome = book.ask(asker, form, { signal: never })
  const { id } = await open()
  database.run('PRAGMA query_only = ON')
  expect([book.answer(id, accept), await outcome, book.questions().open]).toEqual([true, { how: 'answered', answer: accept }, []])
})

it('forgets the answers of a call that are about to be sent, also those that a run before kept', async () => {
  const before = testQuestions({ goesOn: () => true })
  const rows = (): string => JSON.stringify(before.database.all('SELECT json, draft FROM question'))
  void before.book.ask(asker, form, { signal: never })
  before.book.answer((await before.open()).id, accept)
  expect(rows()).toContain('Ann')
  restarted(before).book.forgetAnswers(callId)
  expect(rows()).toBe(JSON.stringify([{ json: null, draft: null }]))
})
