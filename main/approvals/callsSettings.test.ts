import { expect, it } from 'vitest'
import type { Tool } from '../../shared/domain/catalog'
import { ConversationId } from '../../shared/domain/ids'
import type { LockedRule } from '../../shared/domain/rule'
import type { NewRule } from '../../shared/rules/callsChoice'
import { sampleServer } from '../../shared/testing/sampleServer'
import { callId, serverId, testQuestions } from '../questions/testing/testQuestions'
import { ApprovalBroker } from './approvalBroker'
import { CallsSettings } from './callsSettings'
import { RuleStore } from './ruleStore'

const conversationId = ConversationId.parse('0190a5d0-0000-7000-8000-000000000010')
const silent: Tool = { name: 'list', inputSchema: { type: 'object' }, hash: 'h1' }
const reading: Tool = { ...silent, annotations: { readOnlyHint: true } }

const seen = { name: 'list', definitionHash: 'h1' }

interface Given {
  readonly locked?: readonly LockedRule[]
  readonly trusted?: boolean
  readonly standing?: 'accepted' | 'changed'
}

function stage(tool: Tool = silent, { locked = [], trusted = false, standing = 'accepted' }: Given = {}) {
  const questions = testQuestions()
  questions.database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, conversationId)
  const rules = new RuleStore({ database: questions.database, clock: questions.clock, questions: questions.book })
  const server = { ...sampleServer(serverId), trusted }
  const settings = new CallsSettings({
    rules,
    clock: questions.clock,
    locked: () => locked,
    serverOf: () => server,
    toolOf: () => tool,
    standing: () => standing,
  })
  const accepted = new Map<string, number>()
  const acceptedAt = (_: unknown, { name }: Tool) => accepted.get(name)
  const broker = new ApprovalBroker({ rules, questions: questions.book, clock: questions.clock, locked: () => locked, acceptedAt })
  const ask = (asked: Partial<Tool> = {}, args = {}) =>
    broker.approve({ callId, conversationId, server, tool: { ...tool, ...asked }, arguments: args }, new AbortController().signal)
  const accept = (name: string) => accepted.set(name, questions.clock.now())
  return { ...questions, rules, settings, ask, accept }
}

it('a tool that declares nothing asks in the conversation once the person has said so, also about the call that waits', async () => {
  const { ask, open, settings, book, answerNext } = stage()
  const approval = ask()
  expect((await open()).details).toMatchObject({ place: { place: 'dialog', because: 'declaresNothing', signs: ['declaresNothing'] } })
  settings.setInConversation(serverId, seen, true)
  await expect.poll(() => book.questions().open[0]?.details).toMatchObject({ place: { place: 'card' } })
  await answerNext({ kind: 'approval', action: 'allowOnce', onCard: true })
  expect((await approval).verdict).toBe('allow')
})

it.each<[string, Partial<Tool>, object]>([
  ['is defined otherwise since', { hash: 'h2' }, {}],
  ['says now that it changes something', { annotations: { readOnlyHint: false } }, {}],
  ['has a path among its arguments', {}, { path: '/etc' }],
  ['has a value like an address', {}, { item: 'https://hooks.example' }],
])('a tool that asks in the conversation still asks in the dialog where it %s', async (_, changed, args) => {
  const { ask, open, settings, book } = stage()
  settings.setInConversation(serverId, seen, true)
  const approval = ask(changed, args)
  expect((await open()).details).toMatchObject({ place: { place: 'dialog' } })
  book[Symbol.dispose]()
  await approval
})

it('refuses to bind what a person saw to a tool that is another one meanwhile', () => {
  const { settings, rules } = stage()
  expect(() => settings.setInConversation(serverId, { ...seen, definitionHash: 'h0' }, true)).toThrow(
    expect.objectContaining({ code: 'CONFLICT' }),
  )
  for (const choice of ['all', 'reading'] as const) {
    const read = stage(reading, { trusted: true })
    expect(() => read.settings.set(serverId, { ...seen, definitionHash: 'h0' }, choice)).toThrow(
      expect.objectContaining({ code: 'CONFLICT' }),
    )
    const off = stage(reading, { trusted: true, standing: 'changed' })
    expect(() => off.settings.set(serverId, seen, choice)).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect([...rules.all(), ...read.rules.all(), ...off.rules.all()]).toEqual([])
    off.settings.set(serverId, seen, 'ask')
    read.settings.set(serverId, seen, choice)
    expect(read.rules.all()).toMatchObject([{ subject: { tool: 'list' }, definitionHash: 'h1', verdict: 'allow' }])
  }
})

it.each<[string, NewRule['subject']]>([
  ['the tool', { serverId, tool: 'list' }],
  ['its server', { serverId }],
  ['what may destroy', { serverId, kind: 'destructive' }],
])('says no place to ask where a rule denies %s: what is denied stays so', async (_, subject) => {
  const { settings, rules, ask } = stage(silent, { trusted: true })
  const denial = rules.add({ subject, verdict: 'deny', lasts: 'always' })
  expect(() => settings.setInConversation(serverId, seen, true)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  expect(rules.all()).toEqual([denial])
  expect((await ask()).verdict).toBe('deny')
})

it('Undo brings back the rule that gave way to asking in the conversation', () => {
  const { settings, rules } = stage()
  const asks = rules.add({ subject: { serverId, tool: 'list' }, verdict: 'ask', lasts: 'always' })
  const replaced = settings.setInConversation(serverId, seen, true)
  expect([replaced, rules.all().map(({ inConversation }) => inConversation)]).toEqual([[asks.id], [true]])
  settings.setInConversation(serverId, seen, false)
  for (const id of replaced) rules.restore(id)
  expect(rules.all()).toEqual([asks])
})

it('asks in the dialog again when a rule to ask in the conversation has ended', async () => {
  const { settings, rules, clock, ask, open, book } = stage()
  settings.setInConversation(serverId, seen, true)
  for (const { id, subject, definitionHash } of rules.all()) {
    if (definitionHash !== undefined)
      rules.change(id, { subject, definitionHash, verdict: 'ask', inConversation: true, lasts: 'until', until: clock.now() + 1000 })
  }
  await clock.pass(2000)
  const approval = ask()
  expect((await open()).details).toMatchObject({ place: { place: 'dialog', because: 'declaresNothing' } })
  book[Symbol.dispose]()
  await approval
})

it.each(['asks', 'asks in the conversation'])(
  '"Always allow…" until a day holds until then for a tool that %s, and it asks after',
  async (how) => {
    const { settings, rules, clock, ask, open, book, answerNext } = stage()
    if (how === 'asks') rules.add({ subject: { serverId, tool: 'list' }, verdict: 'ask', lasts: 'always' })
    else settings.setInConversation(serverId, seen, true)
    await clock.pass(1000)
    const first = ask()
    await answerNext({ kind: 'approval', action: 'alwaysAllow', rule: { what: 'tool', lasts: 'until', until: clock.now() + 5000 } })
    expect((await first).verdict).toBe('allow')
    expect((await ask()).verdict).toBe('allow')
    await clock.pass(6000)
    const later = ask()
    expect((await open()).details).toMatchObject({ tool: 'list' })
    book[Symbol.dispose]()
    await later
  },
)

it('a denial, and a rule to ask made later, hold beside a rule that allows until a day', async () => {
  const { rules, clock, ask, open, book } = stage()
  const subject = { serverId, tool: 'list' }
  const denial = rules.add({ subject, verdict: 'deny', lasts: 'always' })
  await clock.pass(1000)
  rules.add({ subject, definitionHash: 'h1', verdict: 'allow', lasts: 'until', until: clock.now() + 5000 })
  expect((await ask()).verdict).toBe('deny')
  rules.forget(denial.id)
  await clock.pass(1000)
  rules.add({ subject, verdict: 'ask', lasts: 'always' })
  const asked = ask()
  expect((await open()).details).toMatchObject({ tool: 'list' })
  book[Symbol.dispose]()
  await asked
})

it.each(['all', 'reading'] as const)('"%s" for a server covers no tool that came later, until it is chosen anew', async (choice) => {
  const { ask, open, settings, answerNext, clock, accept } = stage(reading, { trusted: true })
  settings.set(serverId, undefined, choice)
  expect((await ask()).verdict).toBe('allow')
  await clock.pass(1000)
  const later = { name: 'later' }
  accept('later')
  const asked = ask(later)
  expect((await open()).details).toMatchObject({ tool: 'later' })
  await answerNext({ kind: 'approval', action: 'allowOnce' })
  expect((await asked).verdict).toBe('allow')
  await clock.pass(1000)
  settings.set(serverId, undefined, choice)
  expect((await ask(later)).verdict).toBe('allow')
})

it('keeps each choice as rules, and nothing else', () => {
  const { settings, rules } = stage(silent, { trusted: true })
  settings.set(serverId, undefined, 'reading')
  expect(rules.all()).toMatchObject([{ subject: { serverId, kind: 'readOnly' }, verdict: 'allow', lasts: 'always' }])
  settings.set(serverId, undefined, 'all')
  expect(rules.all()).toMatchObject([{ subject: { serverId }, verdict: 'allow', lasts: 'always' }])
  settings.set(serverId, undefined, 'ask')
  expect(rules.all()).toEqual([])
})

it('offers "Reading runs" only where the person believes the server, and no more than the policy leaves', () => {
  const { settings } = stage()
  expect(() => settings.set(serverId, undefined, 'reading')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  const capped = stage(silent, { trusted: true, locked: [{ subject: { serverId }, verdict: 'ask', by: 'Atlas IT' }] })
  expect(() => capped.settings.set(serverId, undefined, 'all')).toThrow(expect.objectContaining({ code: 'POLICY' }))
  expect(capped.rules.all()).toEqual([])
})
