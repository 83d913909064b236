import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeRule, describeSubject } from '../../shared/rules/describeRule'
import type { Tool } from '../../shared/domain/catalog'
import { ServerId, ConversationId, AccountId, ModelRef } from '../../shared/domain/ids'
import type { AnswerTo } from '../../shared/domain/question'
import type { ArgumentCondition, LockedRule } from '../../shared/domain/rule'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { callId, serverId, testQuestions } from '../questions/testing/testQuestions'
import { ApprovalBroker, type ApprovalBrokerDeps, type ApprovalRequest, type UserCall } from './approvalBroker'
import { RuleStore } from './ruleStore'

const conversationId = ConversationId.parse('0190a5d0-0000-7000-8000-000000000010')
const server = sampleServer(serverId)
const tool: Tool = { name: 'echo', title: 'Echo', inputSchema: { type: 'object' }, hash: 'h1', annotations: { readOnlyHint: true } }
const never = new AbortController().signal

const accountId = AccountId.parse('0190a5d0-0000-7000-8000-000000000011')
const names: Readonly<Record<string, string>> = { [accountId]: 'Work' }

function testApprovals(deps: Partial<ApprovalBrokerDeps> = {}) {
  const questions = testQuestions()
  questions.database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, conversationId)
  const rules = new RuleStore({ database: questions.database, clock: questions.clock, questions: questions.book })
  const broker = new ApprovalBroker({
    rules,
    questions: questions.book,
    clock: questions.clock,
    accountOf: (_server, accountId) => names[accountId ?? ''],
    ...deps,
  })
  const approve = (change: Partial<ApprovalRequest> = {}, signal = never) =>
    broker.approve({ callId, conversationId, server, tool, arguments: { message: 'hi' }, model: llama3, ...change }, signal)
  const approveOwn = (call: UserCall) => broker.approveOwn(call)
  const anyArguments = () => broker.allowsAnyArguments({ callId, conversationId, server, tool, model: llama3 })
  return { ...questions, rules, approve, approveOwn, anyArguments }
}

const echoAlways = describeRule({ subject: { serverId: ServerId.parse('everything'), tool: 'echo' }, lasts: 'always' })

const llama3 = ModelRef.parse('local/llama3')

describe('ApprovalBroker', () => {
  it('TL-01, TL-04, TL-05: shows the whole call and why it asks', async () => {
    const { approve, answerNext } = testApprovals()
    void approve()
    const { details, asker } = await answerNext({ kind: 'approval', action: 'allowOnce' })
    expect([asker, details]).toEqual([
      { serverId, callIds: [callId], conversationId },
      {
        kind: 'approval',
        tool: 'echo',
        model: llama3,
        title: 'Echo',
        annotations: { readOnlyHint: true },
        definitionHash: 'h1',
        inputSchema: { type: 'object' },
        arguments: { message: 'hi' },
        why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } },
        history: { allowed: 0, denied: 0 },
        readOnlyRuleOffered: false,
        place: { place: 'card' },
      },
    ])
  })

  it('says with which account of the server a call would be made', async () => {
    const { approve, answerNext } = testApprovals()
    void approve({ accountId })
    expect((await answerNext({ kind: 'approval', action: 'deny' })).details).toMatchObject({ account: 'Work' })
  })

  it('TL-12: names the tool as its annotations do where it has no title of its own', async () => {
    const { approve, answerNext } = testApprovals()
    void approve({ tool: { name: 'echo', inputSchema: {}, hash: 'h1', annotations: { title: 'Say it again' } } })
    expect((await answerNext({ kind: 'approval', action: 'deny' })).details).toMatchObject({ tool: 'echo', title: 'Say it again' })
  })

  it('shows nobody the question before the one who waits has written it down, so that a crash finds both or none', async () => {
    const { approve, book, answerNext } = testApprovals()
    const written = Promise.withResolvers<void>()
    const approval = approve({ beforeAsking: () => written.promise })
    expect(book.questions().open).toEqual([])
    written.resolve()
    await written.promise
    await Promise.resolve()
    await answerNext({ kind: 'approval', action: 'allowOnce' })
    expect((await approval).verdict).toBe('allow')
  })

  it('allows once, and asks again the next time', async () => {
    const { approve, answerNext } = testApprovals()
    for (let time = 0; time < 2; time++) {
      const approval = approve()
      await answerNext({ kind: 'approval', action: 'allowOnce' })
      expect(await approval).toEqual({
        verdict: 'allow',
        arguments: { message: 'hi' },
        edited: false,
        why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' }, verdict: 'allow' },
      })
    }
  })

  it('asks again after it was refused, and remembers no refusal as a yes', async () => {
    const { approve, answerNext, rules } = testApprovals()
    const first = approve()
    await answerNext({ kind: 'approval', action: 'deny', word: ' Use add instead. ' })
    expect(await first).toEqual({
      verdict: 'deny',
      why: { by: 'person', reason: { id: 'approvals.why.denied' }, verdict: 'deny' },
      word: 'Use add instead.',
    })
    const second = approve()
    const { details } = await answerNext({ kind: 'approval', action: 'deny' })
    expect(details).toMatchObject({ history: { allowed: 0, denied: 1, last: { verdict: 'denied' } } })
    expect([await second, rules.all()]).toMatchObject([{ verdict: 'deny' }, []])
  })

  it('runs exactly the arguments that a person left there', async () => {
    const { approve, answerNext } = testApprovals()
    const approval = approve()
    await answerNext({ kind: 'approval', action: 'allowOnce', arguments: { message: 'bye' } })
    expect(await approval).toMatchObject({
      arguments: { message: 'bye' },
      edited: true,
      why: { reason: { id: 'approvals.why.editedOnce' } },
    })
  })

  it('TL-23: remembers "always" for exactly this tool as it is now', async () => {
    const { approve, answerNext, open } = testApprovals()
    const first = approve()
    await answerNext({ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } })
    expect(await first).toMatchObject({
      why: {
        by: 'person',
        reason: { id: 'approvals.why.allowedAlways', params: { rule: echoAlways } },
      },
    })
    expect(await approve()).toMatchObject({ verdict: 'allow', why: { by: 'rule' } })
    void approve({ tool: { ...tool, hash: 'h2' } })
    expect((await open()).details).toMatchObject({ why: { params: { because: { id: 'approvals.because.changed' } } } })
  })

  it('forgets a rule for a conversation together with the conversation', async () => {
    const { approve, answerNext, rules, database } = testApprovals()
    void approve()
    await answerNext({ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'conversation' } })
    await expect.poll(() => rules.all()).toMatchObject([{ lasts: 'conversation', conversationId }])
    database.run('DELETE FROM conversation WHERE id = ?', conversationId)
    rules.conversationsChanged()
    expect(rules.all()).toEqual([])
  })

  it('offers and takes a rule for all read-only tools only from a server that the user believes', async () => {
    const { approve, open, book } = testApprovals()
    const answer = { kind: 'approval', action: 'alwaysAllow', rule: { what: 'readOnly', lasts: 'always' } } as const
    const controller = new AbortController()
    void approve({}, controller.signal)
    const asked = await open()
    expect(() => book.answer(asked.id, answer)).toThrow('approvals.readOnlyNotOffered')
    expect(() => book.answer(asked.id, { kind: 'approval', action: 'alwaysAllow' })).toThrow('approvals.ruleMissing')
    controller.abort()
    const trusted = { ...server, trusted: true }
    const approval = approve({ server: trusted })
    book.answer((await open()).id, answer)
    await approval
    expect(await approve({ server: trusted, tool: { ...tool, name: 'read', hash: 'h9' } })).toMatchObject({
      verdict: 'allow',
      why: { by: 'rule' },
    })
  })

  it('answers calls that wait already by a rule that is made meanwhile', async () => {
    const { approve, answerNext, book } = testApprovals()
    const both = [approve(), approve()]
    await answerNext({ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } })
    expect((await Promise.all(both)).map((approval) => 'why' in approval && approval.why.by)).toEqual(['person', 'rule'])
    expect(book.questions()).toMatchObject({
      open: [],
      ended: [{ reason: { id: 'errors.questions.allowedByRule', params: { why: { id: 'approvals.why.allowRule' } } } }, {}],
    })
  })

  it('is withdrawn with its call', async () => {
    const { approve, open } = testApprovals()
    const controller = new AbortController()
    const approval = approve({}, controller.signal)
    await open()
    controller.abort(new AppError('CANCELLED', 'The turn was stopped.'))
    expect(await approval).toEqual({ verdict: 'withdrawn', reason: { id: 'legacy.text', params: { text: 'The turn was stopped.' } } })
  })

  it('is withdrawn when nobody answers', async () => {
    const { approve, open, clock } = testApprovals()
    const approval = approve()
    const { expires } = await open()
    await clock.pass(expires - clock.now())
    expect(await approval).toEqual({ verdict: 'withdrawn', reason: { id: 'approvals.why.expired' } })
  })

  it('looks again where a rule went, or ended, while links were followed', async () => {
    const { approve, rules, open, book, clock } = testApprovals()
    const subject = { serverId, tool: 'echo', where: [{ path: ['path'], test: 'inFolder' as const, value: '/tmp' }] }
    const rule = { subject, definitionHash: 'h1', verdict: 'allow' as const, lasts: 'always' as const }
    const { id } = rules.add(rule)
    const inFolder = { arguments: { path: '/tmp/x' } }
    expect((await approve(inFolder)).verdict).toBe('allow')
    void approve(inFolder)
    rules.forget(id)
    const asked = await open()
    expect(asked.details).toMatchObject({ why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } } })
    book.answer(asked.id, { kind: 'approval', action: 'deny' })
    rules.add({ ...rule, lasts: 'until', until: clock.now() + 1_000 })
    void approve(inFolder)
    await clock.pass(1_000)
    expect((await open()).details).toMatchObject({ why: { params: { because: { id: 'approvals.because.ended' } } } })
  })

  it('follows a deny rule without asking', async () => {
    const { approve, rules } = testApprovals()
    rules.add({ subject: { serverId, tool: 'echo' }, verdict: 'deny', lasts: 'always' })
    expect(await approve()).toMatchObject({
      verdict: 'deny',
      why: { by: 'rule', reason: { id: 'approvals.why.denyRule', params: { rule: echoAlways } } },
    })
  })

  it('asks again once a rule is forgotten', async () => {
    const { approve, rules, open } = testApprovals()
    const rule = rules.add({ subject: { serverId, tool: 'echo' }, definitionHash: 'h1', verdict: 'allow', lasts: 'always' })
    rules.forget(rule.id)
    void approve()
    expect((await open()).details).toMatchObject({ why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } } })
  })

  it('remembers what counts of the arguments and how long, and only what covers the call', async () => {
    const { approve, answerNext, open, book, clock, rules } = testApprovals()
    const answer = (where: ArgumentCondition[], until = clock.now() + 60_000): AnswerTo<'approval'> => ({
      kind: 'approval',
      action: 'alwaysAllow',
      rule: { what: 'arguments', where, lasts: 'until', until },
    })
    const approval = approve()
    const { id } = await open()
    const isHi: ArgumentCondition = { path: ['message'], test: 'is', value: 'hi' }
    expect(() => book.answer(id, answer([]))).toThrow('approvals.noArgumentsChosen')
    expect(() => book.answer(id, answer([{ ...isHi, value: 'bye' }]))).toThrow('approvals.ruleMissesCall')
    expect(() => book.answer(id, answer([isHi], clock.now()))).toThrow('approvals.endPassed')
    expect(() => book.answer(id, { ...answer([isHi]), arguments: { message: 'edited' } })).toThrow('approvals.ruleMissesCall')
    const withMore = { message: 'hi', path: '/etc' }
    expect(() => book.answer(id, { ...answer([isHi]), arguments: withMore })).toThrow('approvals.ruleLeavesOut')
    await answerNext(answer([isHi]))
    await approval
    expect(rules.all()).toMatchObject([
      { subject: { tool: 'echo', where: [isHi], open: [] }, definitionHash: 'h1', lasts: 'until', madeFrom: callId },
    ])
    expect(await approve()).toMatchObject({ verdict: 'allow', why: { by: 'rule', ruleId: rules.all()[0]?.id } })
    await clock.pass(60_000)
    const late = approve()
    await answerNext({ kind: 'approval', action: 'deny' })
    expect(await late).toMatchObject({ verdict: 'deny', why: { by: 'person' } })
  })

  it('TL-23: takes a tool that came later for accepted once a person, not a rule, allowed a call of it', async () => {
    const accepted: string[] = []
    const { approve, answerNext, rules } = testApprovals({
      standing: () => 'added',
      onAllowed: (_server, { hash }) => void accepted.push(hash),
    })
    const denied = approve()
    expect((await answerNext({ kind: 'approval', action: 'deny' })).details).toMatchObject({ added: true })
    await denied
    expect(accepted).toEqual([])
    const allowed = approve()
    await answerNext({ kind: 'approval', action: 'allowOnce' })
    await allowed
    rules.add({ subject: { serverId, tool: 'echo' }, definitionHash: 'h1', verdict: 'allow', lasts: 'always' })
    await approve()
    expect(accepted).toEqual(['h1'])
  })

  it('lets the policy forbid what rules allow, and what a person makes of the arguments', async () => {
    const locked: LockedRule = {
      subject: { serverId, tool: 'echo', where: [{ path: ['path'], test: 'inFolder', value: '/etc' }] },
      verdict: 'deny',
      by: 'Atlas IT',
    }
    const { approve, answerNext, open, book, rules } = testApprovals({ locked: () => [locked] })
    const rule = rules.add({ subject: { serverId, tool: 'echo' }, definitionHash: 'h1', verdict: 'allow', lasts: 'always' })
    expect(await approve({ arguments: { path: '/etc/passwd' } })).toMatchObject({ verdict: 'deny', why: { by: 'policy' } })
    rules.forget(rule.id)
    const approval = approve({ arguments: { path: '/tmp/x' } })
    const { id } = await open()
    const edited = { kind: 'approval', action: 'allowOnce', arguments: { path: '/tmp/../etc/passwd' } } as const
    expect(() => book.answer(id, edited)).toThrow('approvals.argumentsForbidden')
    await answerNext({ kind: 'approval', action: 'allowOnce', arguments: { path: '/tmp/y' } })
    expect(await approval).toMatchObject({ verdict: 'allow', edited: true })
  })

  // It named the policy of when it was asked, until somebody answered.
  it('says while it is open what the policy says by then, keeps what was typed, and no longer offers a rule that would change nothing', async () => {
    const asks = (by: string): LockedRule => ({ subject: { tool: 'echo', serverId }, verdict: 'ask', by })
    let locked: readonly LockedRule[] = []
    const { approve, open, book, rules, database } = testApprovals({ locked: () => locked })
    const change = (now: readonly LockedRule[]): void => {
      locked = now
      rules.lookAgain()
    }
    const approval = approve()
    const { id } = await open()
    book.saveDraft(id, { note: 'not yet' })
    const shown = () => book.questions().open.map(({ id: shownId, draft, details }) => ({ id: shownId, draft, details }))
    for (const by of ['Atlas IT', 'The school']) {
      change([asks(by)])
      await expect.poll(shown).toMatchObject([
        {
          id,
          draft: { note: 'not yet' },
          details: { why: { id: 'approvals.wanted.policyAsks', params: { by } }, noRule: { params: { by } }, stands: [{ locked: true }] },
        },
      ])
      expect(String(database.get('SELECT json FROM question WHERE id = ?', id)?.['json'])).toContain(by)
    }
    const always = { kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } } as const
    expect(() => book.answer(id, always)).toThrow('approvals.ruleChangesNothing')
    change([])
    await expect.poll(() => book.questions().open[0]?.details).toMatchObject({ why: { id: 'approvals.wanted.noRule' } })
    expect(book.questions().open[0]?.details).not.toHaveProperty('noRule')
    book.answer(id, always)
    expect(await approval).toMatchObject({ verdict: 'allow', why: { by: 'person' } })
  })

  it('is withdrawn where the policy comes to forbid the call, and says who forbids it and whom to ask', async () => {
    let locked: readonly LockedRule[] = []
    const { approve, open, book, rules } = testApprovals({ locked: () => locked })
    const approval = approve()
    await open()
    locked = [{ subject: { serverId, tool: 'echo' }, verdict: 'deny', by: 'Atlas IT', contact: 'it@atlas.example' }]
    rules.lookAgain()
    const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } }
    expect(await approval).toMatchObject({ verdict: 'deny', why: { by: 'policy', ask } })
    const why = { id: 'approvals.why.forbidden', params: { by: 'Atlas IT' } }
    expect(book.questions()).toMatchObject({
      open: [],
      ended: [{ how: 'withdrawn', reason: { id: 'errors.questions.endedByPolicy', params: { why, ask } } }],
    })
  })

  it('C17, F18: follows the links of a path that a person writes there before the policy’s folders are compared', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-approval-')))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'kept'))
    symlinkSync(join(folder, 'kept'), join(folder, 'link'))
    const locked: LockedRule = {
      subject: { serverId, tool: 'echo', where: [{ path: ['path'], test: 'inFolder', value: join(folder, 'kept') }] },
      verdict: 'deny',
      by: 'Atlas IT',
    }
    const { approve, answerNext } = testApprovals({ locked: () => [locked] })
    const approval = approve({ arguments: { path: join(folder, 'free') } })
    await answerNext({ kind: 'approval', action: 'allowOnce', arguments: { path: join(folder, 'link') } })
    expect(await approval).toMatchObject({ verdict: 'deny', why: { by: 'policy' } })
  })

  it('asks nobody about what a person starts, and lets nobody start what the policy forbids', async () => {
    const locked: LockedRule = { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT' }
    const asks: LockedRule = { subject: {}, verdict: 'ask', by: 'Atlas IT' }
    const own = { server, tool: { ...tool, annotations: {} }, arguments: { message: 'hi' } }
    const { approveOwn } = testApprovals({ locked: () => [asks] })
    expect(await approveOwn(own)).toEqual({
      verdict: 'allow',
      arguments: { message: 'hi' },
      edited: false,
      why: { by: 'startedByPerson', reason: { id: 'approvals.why.startedByPerson' } },
    })
    expect(await testApprovals({ locked: () => [asks, locked] }).approveOwn(own)).toEqual({
      verdict: 'deny',
      why: {
        by: 'policy',
        reason: {
          id: 'approvals.why.forbidden',
          params: {
            by: 'Atlas IT',
            rule: describeSubject({ kind: 'destructive' }),
          },
        },
        ask: { id: 'policy.ask', params: { name: 'Atlas IT' } },
        verdict: 'deny',
      },
    })
  })

  it('F08: asks whatever rules say where data could flow out, and says that no rule changes that', async () => {
    const source = { serverId, callId, tool: 'read', at: 1, guessed: false, because: { id: 'dataFlow.because.said' } } as const
    const flow = { privateData: [source], outsideText: [source], wayOut: { serverId, guessed: false, because: source.because } }
    const { approve, answerNext, rules, open, book } = testApprovals({
      flowOf: () => flow,
      tracesOf: () => [{ path: ['message'], start: 0, end: 2, source }],
    })
    rules.add({ subject: { serverId, tool: 'echo' }, definitionHash: 'h1', verdict: 'allow', lasts: 'always' })
    const approval = approve()
    const always = { kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'always' } } as const
    const { id } = await open()
    expect(() => book.answer(id, always)).toThrow('approvals.ruleChangesNothing')
    expect(rules.all()).toHaveLength(1)
    const { details } = await answerNext({ kind: 'approval', action: 'allowOnce' })
    expect(details).toMatchObject({
      dataFlow: flow,
      traces: [{ start: 0 }],
      noRule: { id: 'approvals.noRule.dataFlow' },
      stands: [{ stands: 'givesWay' }],
    })
    expect(await approval).toMatchObject({ verdict: 'allow', why: { by: 'person' } })
  })

  it('F19: shows, decides about and gives on one frozen copy of the arguments', async () => {
    const { approve, answerNext } = testApprovals()
    const given = { path: '/a', more: { list: [1] } }
    const approval = approve({ arguments: given })
    given.path = '/etc/passwd'
    given.more.list.push(2)
    const { details } = await answerNext({ kind: 'approval', action: 'allowOnce' })
    const approved = await approval
    expect([details, approved]).toMatchObject([
      { arguments: { path: '/a', more: { list: [1] } } },
      { arguments: { path: '/a', more: { list: [1] } } },
    ])
    if (approved.verdict !== 'allow') throw new Error('It was allowed')
    expect(() => Object.assign(approved.arguments, { path: '/b' })).toThrow(TypeError)
    expect(approved.edited).toBe(false)
  })

  it('F19: gives on one frozen copy of what a person wrote there, too', async () => {
    const { approve, answerNext } = testApprovals()
    const approval = approve()
    const edited = { path: '/a', more: { list: [1] } }
    await answerNext({ kind: 'approval', action: 'allowOnce', arguments: edited })
    const approved = await approval
    edited.path = '/etc/passwd'
    edited.more.list.push(2)
    if (approved.verdict !== 'allow') throw new Error('It was allowed')
    expect(approved.arguments).toEqual({ path: '/a', more: { list: [1] } })
    expect(() => Object.assign(approved.arguments, { path: '/b' })).toThrow(TypeError)
  })

  it('F19: neither asks about nor runs what could not be sent as it is shown', async () => {
    const { approve, open, book } = testApprovals()
    await expect(approve({ arguments: JSON.parse('{"n":1e400}') })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    void approve()
    const { id } = await open()
    expect(() => book.answer(id, { kind: 'approval', action: 'allowOnce', arguments: { n: Infinity } })).toThrow('approvals.numberTooLarge')
  })
})

describe('AP-17: whether a call is allowed whatever its arguments are', () => {
  const always = { definitionHash: 'h1', verdict: 'allow', lasts: 'always' } as const
  const subject = { serverId, tool: 'echo' }
  const where: ArgumentCondition[] = [{ path: ['message'], test: 'is', value: 'hi' }]

  it('it is by a rule about the tool, and not without one', () => {
    const { rules, anyArguments } = testApprovals()
    expect(anyArguments()).toBe(false)
    rules.add({ ...always, subject })
    expect(anyArguments()).toBe(true)
    rules.add({ subject: { serverId }, verdict: 'ask', lasts: 'always' })
    expect(anyArguments()).toBe(true)
    rules.add({ subject, verdict: 'ask', lasts: 'always' })
    expect(anyArguments()).toBe(false)
  })

  it('it is not where a rule of the person or of the policy looks at arguments of the tool, whatever that says', () => {
    const allowed = testApprovals()
    allowed.rules.add({ ...always, subject: { ...subject, where } })
    expect(allowed.anyArguments()).toBe(false)
    const both = testApprovals()
    both.rules.add({ ...always, subject })
    both.rules.add({ subject: { ...subject, where }, verdict: 'deny', lasts: 'always' })
    expect(both.anyArguments()).toBe(false)
    const locked = testApprovals({ locked: () => [{ subject: { ...subject, where }, verdict: 'ask', by: 'Atlas IT' }] })
    locked.rules.add({ ...always, subject })
    expect(locked.anyArguments()).toBe(false)
  })

  it('it is not where private data and a way out would meet', () => {
    const finding = {
      privateData: [],
      outsideText: [],
      wayOut: { serverId, guessed: false, because: { id: 'dataFlow.because.said' } },
    } as const
    const { rules, anyArguments } = testApprovals({ flowOf: () => finding })
    rules.add({ ...always, subject })
    expect(anyArguments()).toBe(false)
  })
})
