import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import type { ApprovalDetails, EndedQuestion, FormDetails } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { ManualClock } from '../testing/manualClock'
import { QuestionStore } from './questionStore'
import { asker, serverId, testQuestions } from './testing/testQuestions'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const form: FormDetails = { kind: 'form', message: 'Who?', fields: [{ key: 'name', kind: 'string', required: true }], secretLooking: [] }
const approval: ApprovalDetails = {
  kind: 'approval',
  tool: 'echo',
  inputSchema: {},
  arguments: {},
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
const never = new AbortController().signal
const declined = { kind: 'form', action: 'decline' } as const

describe('a wait in the QuestionStore', () => {
  it('H08: ends with the answer, once: a second answer finds it closed', async () => {
    const { book, answerNext } = testQuestions()
    const outcome = book.ask(asker, form, { signal: never })
    const { id } = await answerNext(declined)
    expect(book.answer(id, { kind: 'form', action: 'accept' })).toBe(false)
    expect(await outcome).toEqual({ how: 'answered', answer: declined })
  })

  it('lasts as long as the settings say, also for longer than a timer of Node can run', async () => {
    const { database } = testQuestions()
    const questionMs = 30 * 24 * 60 * 60 * 1000
    const clock = new ManualClock()
    using book = new QuestionStore({ database, clock, limits: () => ({ ...defaultLimits, questionMs }) })
    const outcome = book.ask(asker, form, { signal: never })
    await clock.pass(questionMs - 1)
    expect(book.questions().open).toHaveLength(1)
    await clock.pass(1)
    expect(await outcome).toEqual({ how: 'expired' })
    // Node ends a longer timer at once.
    expect(Math.max(...clock.naps)).toBeLessThan(2 ** 31)
  })

  it('F17: ends with all others of its server when a person stops that, and those of other servers stay', async () => {
    const { book } = testQuestions()
    const other = { ...asker, serverId: ServerId.parse('other') }
    const sixty = Array.from({ length: 60 }, () => book.ask(asker, approval, { signal: never }))
    void book.ask(other, approval, { signal: never })
    void book.ask(asker, { kind: 'start', launch: { kind: 'stdio', command: 'x', args: [], env: {} } }, { signal: never })
    book.withdrawServer(serverId)
    expect(new Set((await Promise.all(sixty)).map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ how: 'withdrawn', reason: { id: 'ends.serverStopped', params: { server: serverId } } })]),
    )
    expect(book.questions().open.map(({ details, asker: { serverId: id } }) => [id, details.kind])).toEqual([
      ['other', 'approval'],
      [serverId, 'start'],
    ])
  })

  it('ends when the asker stops waiting, with the reason', async () => {
    const { book, open } = testQuestions()
    const controller = new AbortController()
    const outcome = book.ask(asker, form, { signal: controller.signal })
    const { id } = await open()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    expect(await outcome).toEqual({ how: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'The call was stopped.' } } })
    expect([book.answer(id, declined), book.questions().open]).toEqual([false, []])
    expect(book.questions().ended).toMatchObject([
      { id, how: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'The call was stopped.' } } },
    ])
  })

  it('never begins when the asker has stopped before', async () => {
    const { book } = testQuestions()
    expect(await book.ask(asker, form, { signal: AbortSignal.abort(new AppError('CANCELLED', 'Too late.')) })).toEqual({
      how: 'withdrawn',
      reason: { id: 'legacy.text', params: { text: 'Too late.' } },
    })
    expect(book.questions()).toEqual({ open: [], ended: [] })
  })

  it('keeps its answer when the asker stops afterwards', async () => {
    const { book, answerNext } = testQuestions()
    const controller = new AbortController()
    const outcome = book.ask(asker, form, { signal: controller.signal })
    await answerNext(declined)
    controller.abort()
    expect(await outcome).toEqual({ how: 'answered', answer: declined })
    expect(book.questions().ended).toHaveLength(1)
  })

  it('expires after its time, not a moment before', async () => {
    const { book, clock } = testQuestions()
    const outcome = book.ask(asker, form, { signal: never })
    await clock.pass(defaultLimits.questionMs - 1)
    expect(book.questions().open).toHaveLength(1)
    await clock.pass(1)
    expect(await outcome).toEqual({ how: 'expired' })
    expect(book.questions().ended).toMatchObject([{ how: 'expired', reason: { id: 'ends.expired' } }])
  })

  it('leaves no timer behind', async () => {
    const { book, clock, answerNext } = testQuestions()
    const outcome = book.ask(asker, form, { signal: never })
    await answerNext(declined)
    await outcome
    expect(clock.sleeping).toBe(0)
  })

  it('H08: stays open when the answer is of another kind or does not fit', async () => {
    const { book, open } = testQuestions()
    const outcome = book.ask(asker, form, {
      signal: never,
      check: ({ action }) => {
        if (action === 'accept') throw new AppError('INVALID_INPUT', 'Fill this in')
      },
    })
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'page', action: 'open' })).toThrow('questions.otherKind')
    expect(() => book.answer(id, { kind: 'form', action: 'accept' })).toThrow('Fill this in')
    expect(book.answer(id, declined)).toBe(true)
    expect(await outcome).toMatchObject({ how: 'answered' })
  })

  it('stays open when an approval cannot be written down, and takes it when it can', async () => {
    const { book, database, open } = testQuestions()
    const outcome = book.ask(asker, approval, { signal: never })
    const { id } = await open()
    const allowed = { kind: 'approval', action: 'allowOnce' } as const
    database.run('PRAGMA query_only = ON')
    expect(() => book.answer(id, allowed)).toThrow('readonly')
    expect(book.questions().open.map((question) => question.id)).toEqual([id])
    database.run('PRAGMA query_only = OFF')
    expect([book.answer(id, allowed), await outcome]).toEqual([true, { how: 'answered', answer: allowed }])
  })

  it('stays open on disk as well when only a part of its end can be written', async () => {
    const { book, database, open } = testQuestions()
    void book.ask(asker, approval, { signal: never })
    const { id } = await open()
    database.run(`CREATE TRIGGER full BEFORE UPDATE OF json ON question BEGIN SELECT RAISE(ABORT, 'The disk is full'); END`)
    expect(() => book.answer(id, { kind: 'approval', action: 'allowOnce' })).toThrow('The disk is full')
    expect([book.questions().open.length, database.all('SELECT state, action FROM question')]).toEqual([
      1,
      [{ state: 'open', action: null }],
    ])
  })

  it('ends also when the disk cannot take it, and the screen is told', async () => {
    const { book, database, open } = testQuestions()
    const controller = new AbortController()
    const outcomes = [book.ask(asker, form, { signal: controller.signal }), book.ask(asker, approval, { signal: never })]
    await open()
    const told: number[] = []
    book.changes.subscribe((value) => told.push(value.open.length))
    database.close()
    controller.abort(new AppError('CANCELLED', 'The call was stopped.'))
    book[Symbol.dispose]()
    expect(await Promise.all(outcomes)).toEqual([
      { how: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'The call was stopped.' } } },
      { how: 'withdrawn', reason: { id: 'ends.quit' } },
    ])
    expect([told, book.questions().open]).toEqual([[1, 0], []])
  })

  it('ends for all when Parley quits, and opens no more', async () => {
    const { book } = testQuestions()
    const outcomes = [book.ask(asker, form, { signal: never }), book.ask(asker, approval, { signal: never })]
    book[Symbol.dispose]()
    const quit = { how: 'withdrawn', reason: { id: 'ends.quit' } }
    expect(await Promise.all([...outcomes, book.ask(asker, form, { signal: never })])).toEqual([quit, quit, quit])
  })
})

describe('QuestionStore', () => {
  it('publishes open questions oldest first, and the last twenty that ended newest first', async () => {
    const { book, clock, answerNext } = testQuestions()
    const seen: number[] = []
    book.changes.subscribe(({ open }) => seen.push(open.length))
    for (let index = 0; index < 21; index++) {
      const outcome = book.ask(asker, { ...form, message: `${index}` }, { signal: never })
      await answerNext(declined)
      await outcome
      await clock.pass(1)
    }
    void book.ask(asker, form, { signal: never })
    void book.ask(asker, approval, { signal: never })
    const { open, ended } = book.questions()
    expect(open.map(({ details }) => details.kind)).toEqual(['form', 'approval'])
    expect(ended).toHaveLength(20)
    expect(ended[0]).toEqual({
      id: expect.any(String),
      asker,
      kind: 'form',
      how: 'answered',
      reason: { id: 'ends.decline' },
      at: clock.now() - 1,
    })
    expect(seen.slice(0, 4)).toEqual([1, 0, 1, 0])
  })

  it('an open approval tells what has been decided about its tool by now, and no other', async () => {
    const { book, clock, answerNext } = testQuestions()
    for (const tool of ['echo', 'echo', 'other']) void book.ask(asker, { ...approval, tool }, { signal: never })
    await answerNext({ kind: 'approval', action: 'deny' })
    const histories = book.questions().open.map(({ details }) => details.kind === 'approval' && details.history)
    expect(histories).toEqual([
      { allowed: 0, denied: 1, last: { verdict: 'denied', at: clock.now() } },
      { allowed: 0, denied: 0 },
    ])
  })

  it('P10: lists what each ended question was about in short, without secrets, and which rule was made, also after a restart', async () => {
    const { book, database, clock, answerNext } = testQuestions()
    void book.ask(asker, { ...approval, arguments: { path: '/srv/a', password: 'hunter2' } }, { signal: never })
    await answerNext({ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } })
    void book.ask(asker, form, { signal: never })
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'Dana' } })
    const ended = [
      { about: { name: 'Dana' } },
      {
        about: { path: '/srv/a', password: '•••' },
        reason: { id: 'ends.alwaysAllowRule', params: { rule: { id: 'rules.always', params: { subject: { params: { tool: 'echo' } } } } } },
      },
    ]
    const after = testQuestions({ database, clock }).book
    const byName = (list: readonly EndedQuestion[]) => list.toSorted((a, b) => b.kind.localeCompare(a.kind))
    expect([book.questions().ended, byName(after.questions().ended), byName(after.lastEnded(9))]).toMatchObject([ended, ended, ended])
  })

  it('AP: an ended approval says that an app wanted the call, also after a restart, and one that was left open', async () => {
    const { book, database, clock, answerNext } = testQuestions()
    void book.ask(asker, { ...approval, byApp: true }, { signal: never })
    await answerNext({ kind: 'approval', action: 'deny' })
    void book.ask(asker, { ...approval, byApp: true }, { signal: never })
    const after = testQuestions({ database, clock }).book
    after.endOrphaned(new Set())
    const said = { kind: 'approval', tool: 'echo', byApp: true }
    expect(book.questions().ended).toMatchObject([said])
    expect(after.questions().ended).toMatchObject([said, said])
  })

  it('keeps what a question asked that was open when Parley ended', () => {
    const before = testQuestions()
    void before.book.ask(asker, form, { signal: never })
    const { book } = testQuestions({ database: before.database, clock: before.clock })
    book.endOrphaned(new Set())
    const [end] = book.questions().ended
    expect(end && book.recordOf(end.id).parts).toEqual([{ what: 'message', value: 'Who?' }])
  })

  it('ends what an earlier run left open, with the reason, and says so', () => {
    const before = testQuestions()
    void before.book.ask(asker, form, { signal: never })
    const { book } = testQuestions({ database: before.database, clock: before.clock })
    book.endOrphaned(new Set())
    expect(book.questions()).toMatchObject({
      open: [],
      ended: [{ asker, kind: 'form', how: 'withdrawn', reason: { id: 'ends.quitUnwatched' } }],
    })
  })

  it('opens again after a crash whatever a model wrote into an open question: arguments nested deeper than SQLite reads JSON', async () => {
    const before = testQuestions()
    const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)
    void before.book.ask(asker, { ...approval, arguments: { deep } }, { signal: never })
    expect(before.book.questions().open).toHaveLength(1)
    const { book } = testQuestions({ database: before.database, clock: before.clock })
    book.endOrphaned(new Set())
    expect(book.questions()).toMatchObject({ open: [], ended: [{ kind: 'approval', how: 'withdrawn' }] })
  })

  it('finds what was typed again when the same question is asked after a crash, and hands it out once', async () => {
    const before = testQuestions()
    void before.book.ask(asker, form, { signal: never })
    before.book.saveDraft((await before.open()).id, { name: 'Ann' })
    const after = testQuestions({ database: before.database, clock: before.clock })
    after.book.endOrphaned(new Set())
    void after.book.ask(asker, { ...form, message: 'Who else?' }, { signal: never })
    void after.book.ask(asker, form, { signal: never })
    void after.book.ask(asker, form, { signal: never })
    expect(after.book.questions().open.map(({ draft }) => draft)).toEqual([undefined, { name: 'Ann' }, undefined])
  })

  it('keeps no draft of a form once it was answered, and none of a secret while it is typed', async () => {
    const { book, database, open, answerNext } = testQuestions()
    const rows = () => JSON.stringify(database.all('SELECT json, draft FROM question'))
    void book.ask(asker, { ...form, secretLooking: ['name'] }, { signal: never })
    book.saveDraft((await open()).id, { name: 'hunter2' })
    expect([rows().includes('hunter2'), book.questions().open[0]?.draft]).toEqual([false, { name: 'hunter2' }])
    await answerNext({ kind: 'form', action: 'accept', content: { name: 'hunter2' } })
    expect([rows().includes('hunter2'), rows().includes('Who?')]).toEqual([false, false])
  })

  it('gives a cancelled form back what was typed into it when its server asks the same again, and a declined one nothing', async () => {
    const { book, open } = testQuestions()
    for (const action of ['cancel', 'decline'] as const) {
      void book.ask(asker, form, { signal: never })
      const { id } = await open()
      book.saveDraft(id, { name: 'Ann' })
      book.answer(id, { kind: 'form', action })
      void book.ask(asker, form, { signal: never })
      const again = await open()
      expect(again.draft).toEqual(action === 'cancel' ? { name: 'Ann' } : undefined)
      book.answer(again.id, { kind: 'form', action: 'decline' })
    }
  })

  it('drops a draft that comes after the answer', async () => {
    const { book, answerNext } = testQuestions()
    void book.ask(asker, form, { signal: never })
    const { id } = await answerNext(declined)
    expect(() => book.saveDraft(id, { name: 'late' })).not.toThrow()
  })

  it('counts what a person decided about one tool', async () => {
    const { book, clock, answerNext } = testQuestions()
    for (const action of ['allowOnce', 'deny', 'alwaysAllow'] as const) {
      void book.ask(asker, approval, { signal: never })
      await answerNext({ kind: 'approval', action })
      await clock.pass(1000)
    }
    expect(book.approvalHistory(serverId, 'echo')).toEqual({ allowed: 2, denied: 1, last: { verdict: 'allowed', at: clock.now() - 1000 } })
    expect(book.approvalHistory(serverId, 'add')).toEqual({ allowed: 0, denied: 0 })
  })

  it('lets a server that asks without end ask fifty times at once, and other servers go on', async () => {
    const { book } = testQuestions()
    for (let index = 0; index < 50; index++) void book.ask(asker, form, { signal: never })
    await expect(book.ask(asker, form, { signal: never })).rejects.toMatchObject({ code: 'CONFLICT' })
    void book.ask({ serverId: ServerId.parse('other'), callIds: [] }, form, { signal: never })
    expect(book.questions().open).toHaveLength(51)
  })

  it('lets the open questions of one server hold 8 MB together, whatever a model wants of it, and other servers go on', async () => {
    const { book, answerNext } = testQuestions()
    const large = (megabytes: number): FormDetails => ({ ...form, message: 'x'.repeat(megabytes * 1024 * 1024) })
    void book.ask(asker, large(5), { signal: never })
    await expect(book.ask(asker, large(4), { signal: never })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'questions.tooMuch',
      params: { server: 'everything', all: '9.0 MB', most: '8.0 MB' },
    })
    await expect(book.ask({ ...asker, serverId: ServerId.parse('other') }, large(9), { signal: never })).rejects.toMatchObject({
      reason: 'questions.tooLarge',
    })
    void book.ask({ ...asker, serverId: ServerId.parse('other') }, large(4), { signal: never })
    void book.ask(asker, { ...approval, arguments: { text: 'x'.repeat(4 * 1024 * 1024) } }, { signal: never })
    expect(book.questions().open.map(({ details }) => details.kind)).toEqual(['form', 'form', 'approval'])
    await answerNext(declined)
    void book.ask(asker, large(3), { signal: never })
    expect(book.questions().open).toHaveLength(3)
  })

  it('follows a server to its new name, and ends what it asked under the old one: nobody there waits any more', async () => {
    const { book, answerNext } = testQuestions()
    const to = ServerId.parse('renamed')
    void book.ask(asker, approval, { signal: never })
    await answerNext({ kind: 'approval', action: 'allowOnce' })
    const waiting = book.ask(asker, form, { signal: never })
    void book.ask({ ...asker, serverId: ServerId.parse('other') }, form, { signal: never })
    book.renameServer(serverId, to)
    expect(await waiting).toEqual({ how: 'withdrawn', reason: { id: 'ends.renamed', params: { from: 'everything', to: 'renamed' } } })
    expect(book.questions()).toMatchObject({
      open: [{ asker: { serverId: 'other' } }],
      ended: [
        { asker: { serverId: to }, kind: 'form', how: 'withdrawn' },
        { asker: { serverId: to }, kind: 'approval', how: 'answered' },
      ],
    })
    expect(book.approvalHistory(to, 'echo').allowed).toBe(1)
  })

  it('says what was decided about a tool in a moment, also after years of decisions', { tags: ['slow'] }, () => {
    const { book, database } = testQuestions()
    const many = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO question (id, server, calls, kind, tool, action, state, created, expires, ended, reason)
      SELECT 'q' || i, 'everything', '[]', 'approval', 'tool ' || (i % 100), 'allowOnce', 'answered', i, i, i, '{"id":"ends.allowOnce"}' FROM n`
    database.run(many)
    const started = threadCpuMs()
    const histories = Array.from({ length: 100 }, (_, tool) => book.approvalHistory(serverId, `tool ${tool}`))
    expect(threadCpuMs() - started).toBeLessThan(2_000)
    expect(histories[7]).toEqual({ allowed: 1000, denied: 0, last: { verdict: 'allowed', at: 99_907 } })
  })
})
