import { describe, expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ConversationId, ProfileId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { callId, serverId, testQuestions } from '../questions/testing/testQuestions'
import { ApprovalBroker, type ApprovalRequest } from './approvalBroker'
import { ApprovalRules } from './approvalRules'

const conversationId = ConversationId.parse('0190a5d0-0000-7000-8000-000000000010')
const server = sampleServer(serverId)
const tool: Tool = { name: 'echo', title: 'Echo', inputSchema: { type: 'object' }, hash: 'h1', annotations: { readOnlyHint: true } }
const never = new AbortController().signal

const profile = ProfileId.parse('0190a5d0-0000-7000-8000-000000000011')
const names: Readonly<Record<string, string>> = { [profile]: 'Work' }

function testApprovals() {
  const questions = testQuestions()
  questions.database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, conversationId)
  const rules = new ApprovalRules({ database: questions.database, clock: questions.clock, questions: questions.book })
  const broker = new ApprovalBroker({ rules, questions: questions.book, accountOf: (_server, profile) => names[profile ?? ''] })
  const approve = (change: Partial<ApprovalRequest> = {}, signal = never) =>
    broker.approve({ callId, conversationId, server, tool, arguments: { message: 'hi' }, model: 'llama3', ...change }, signal)
  return { ...questions, rules, approve }
}

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
        title: 'Echo',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object' },
        arguments: { message: 'hi' },
        why: 'llama3 wants to run it, and no rule covers it.',
        history: { allowed: 0, denied: 0 },
        readOnlyRuleOffered: false,
      },
    ])
  })

  it('says with which account of the server a call would be made', async () => {
    const { approve, answerNext } = testApprovals()
    void approve({ profile })
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
        why: { by: 'person', sentence: 'You allowed it once.' },
      })
    }
  })

  it('asks again after it was refused, and remembers no refusal as a yes', async () => {
    const { approve, answerNext, rules } = testApprovals()
    const first = approve()
    await answerNext({ kind: 'approval', action: 'deny', word: ' Use add instead. ' })
    expect(await first).toEqual({ verdict: 'deny', why: { by: 'person', sentence: 'You denied it.' }, word: 'Use add instead.' })
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
      why: { sentence: 'You changed its arguments and allowed it once.' },
    })
  })

  it('TL-23: remembers "always" for exactly this tool as it is now', async () => {
    const { approve, answerNext, book } = testApprovals()
    const first = approve()
    await answerNext({ kind: 'approval', action: 'alwaysAllow', what: 'tool', howLong: 'always' })
    expect(await first).toMatchObject({
      why: { by: 'person', sentence: 'You allowed it, and made the rule “echo of everything, always”.' },
    })
    expect(await approve()).toMatchObject({ verdict: 'allow', why: { by: 'rule' } })
    void approve({ tool: { ...tool, hash: 'h2' } })
    expect(book.questions().open).toHaveLength(1)
  })

  it('forgets a rule for a conversation together with the conversation', async () => {
    const { approve, answerNext, rules, database } = testApprovals()
    void approve()
    await answerNext({ kind: 'approval', action: 'alwaysAllow', what: 'tool', howLong: 'conversation' })
    await expect.poll(() => rules.all()).toMatchObject([{ lasts: 'conversation', conversationId }])
    database.run('DELETE FROM conversation WHERE id = ?', conversationId)
    expect(rules.all()).toEqual([])
  })

  it('offers and takes a rule for all read-only tools only from a server that the user believes', async () => {
    const { approve, open, book } = testApprovals()
    const answer = { kind: 'approval', action: 'alwaysAllow', what: 'readOnly', howLong: 'always' } as const
    const controller = new AbortController()
    void approve({}, controller.signal)
    const asked = await open()
    expect(() => book.answer(asked.id, answer)).toThrow('A rule for all read-only tools is not offered here')
    expect(() => book.answer(asked.id, { kind: 'approval', action: 'alwaysAllow' })).toThrow('Say what to allow, and for how long')
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
    await answerNext({ kind: 'approval', action: 'alwaysAllow', what: 'tool', howLong: 'always' })
    expect((await Promise.all(both)).map((approval) => 'why' in approval && approval.why.by)).toEqual(['person', 'rule'])
    expect(book.questions()).toMatchObject({ open: [], ended: [{ reason: 'Allowed by your rule “echo of everything, always”.' }, {}] })
  })

  it('is withdrawn with its call', async () => {
    const { approve, open } = testApprovals()
    const controller = new AbortController()
    const approval = approve({}, controller.signal)
    await open()
    controller.abort(new AppError('CANCELLED', 'The turn was stopped.'))
    expect(await approval).toEqual({ verdict: 'withdrawn', reason: 'The turn was stopped.' })
  })

  it('is withdrawn when nobody answers', async () => {
    const { approve, open, clock } = testApprovals()
    const approval = approve()
    const { expires } = await open()
    await clock.pass(expires - clock.now())
    expect(await approval).toEqual({ verdict: 'withdrawn', reason: 'Nobody answered in time.' })
  })

  it('follows a deny rule without asking', async () => {
    const { approve, rules } = testApprovals()
    rules.add({ serverId, reach: 'tool', tool: 'echo', definitionHash: 'h1', verdict: 'deny', lasts: 'always' })
    expect(await approve()).toEqual({ verdict: 'deny', why: { by: 'rule', sentence: 'Denied by your rule “echo of everything, always”.' } })
  })

  it('asks again once a rule is forgotten', async () => {
    const { approve, rules, book } = testApprovals()
    const rule = rules.add({ serverId, reach: 'tool', tool: 'echo', definitionHash: 'h1', verdict: 'allow', lasts: 'always' })
    rules.forget(rule.id)
    void approve()
    expect(book.questions().open).toHaveLength(1)
  })
})
