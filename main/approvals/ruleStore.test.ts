import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { ConversationId, ServerId } from '../../shared/domain/ids'
import type { Rule } from '../../shared/domain/rule'
import { testQuestions } from '../questions/testing/testQuestions'
import { Database } from '../storage/database'
import { migrations } from '../storage/migrations'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { RuleStore } from './ruleStore'
import { evaluateRules } from './evaluateRules'
import { sampleCase } from './testing/ruleSamples'

const day = 24 * 60 * 60 * 1000
const conversationId = ConversationId.parse('0190a5d0-0000-7000-8000-000000000010')

/** What a rule says, short: the verdict, of which server which tools, where, and how long. */
function short({ verdict, subject: { serverId, tool, kind, where = [] }, lasts }: Rule): string {
  const conditions = where.map(({ path, test, value }) => `${path.join('.')} ${test} ${value}`)
  return [verdict, serverId ?? 'every server', tool ?? 'every tool', ...(kind === undefined ? [] : [kind]), ...conditions, lasts].join(', ')
}

function testRules() {
  const { book, clock, database } = testQuestions()
  database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, conversationId)
  const temporary = new Set<ConversationId>()
  const open = () => new RuleStore({ database, clock, questions: book, isTemporary: (id) => temporary.has(id) })
  const rules = open()
  const add = (server: string, tool: string, parts: Partial<Rule> = {}) =>
    rules.add({ subject: { serverId: ServerId.parse(server), tool }, definitionHash: 'h', verdict: 'allow', lasts: 'always', ...parts })
  const said = (of = rules) => of.all().map(short)
  const told: number[] = []
  rules.changes.subscribe((all) => told.push(all.length))
  return { rules, add, said, told, open, clock, database, temporary }
}

describe('RuleStore', () => {
  it('gives the rules of a renamed server its new name, and none that an earlier server of that name had', () => {
    const { rules, add, said } = testRules()
    add('old', 'read')
    add('new', 'erase')
    rules.renameServer(ServerId.parse('old'), ServerId.parse('new'))
    expect(said()).toEqual(['allow, new, read, always'])
  })

  it('a rule that says something else now counts as made now, also beside one that was made before', async () => {
    const { rules, add, clock } = testRules()
    const never = add('everything', 'echo', { verdict: 'deny' })
    await clock.pass(1_000)
    add('everything', 'echo', { lasts: 'until', until: clock.now() + day })
    await clock.pass(1_000)
    const { created: _created, id: _id, ...said } = never
    rules.change(never.id, { ...said, verdict: 'ask' })
    const asked = { ...sampleCase, tool: { ...sampleCase.tool, hash: 'h' }, now: clock.now() }
    expect(evaluateRules(rules.all(), [], asked).verdict).toBe('ask')
    expect(rules.get(never.id).created).toBe(clock.now())
  })

  it('F18: forgets the rules of a server that is another program now, and tells only where there were any', () => {
    const { rules, add, said, told } = testRules()
    const gone = add('a', 'read')
    add('b', 'read')
    rules.forget(gone.id)
    rules.restore(gone.id)
    told.length = 0
    rules.forgetServer(ServerId.parse('a'))
    rules.forgetServer(ServerId.parse('a'))
    expect([said(), told]).toEqual([['allow, b, read, always'], [1]])
    expect(() => rules.restore(gone.id)).toThrow('approvals.cannotRestore')
  })

  // A chat that leaves no trace went on allowing another program what its person had allowed the one before.
  it('F18: forgets also what a temporary chat allows of a server that is another program now', () => {
    const { rules, add, said, told, temporary } = testRules()
    temporary.add(conversationId)
    const here = { lasts: 'conversation', conversationId } as const
    add('a', 'read', here)
    add('a', 'erase', { ...here, verdict: 'deny' })
    add('b', 'read', here)
    told.length = 0
    rules.forgetServer(ServerId.parse('a'))
    rules.forgetServer(ServerId.parse('a'))
    expect([said(), told]).toEqual([['deny, a, erase, conversation', 'allow, b, read, conversation'], [2]])
  })

  it('gives also the rules of a temporary chat the new name of their server, and none that an earlier server of that name had', () => {
    const { rules, add, said, temporary } = testRules()
    temporary.add(conversationId)
    const here = { lasts: 'conversation', conversationId } as const
    add('old', 'read', here)
    add('new', 'erase', here)
    rules.renameServer(ServerId.parse('old'), ServerId.parse('new'))
    expect(said()).toEqual(['allow, new, read, conversation'])
  })

  // What a person had allowed in a chat was asked about again as soon as they kept it.
  it('writes the rules of a temporary chat that is kept to disk, and those of no other', () => {
    const { rules, add, said, open, temporary, database } = testRules()
    const kept = ConversationId.parse('0190a5d0-0000-7000-8000-000000000011')
    for (const id of [kept, conversationId]) temporary.add(id)
    add('a', 'read', { lasts: 'conversation', conversationId: kept })
    add('a', 'write', { lasts: 'conversation', conversationId })
    const before = rules.all()
    temporary.delete(kept)
    database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Kept', 1, 1, 'none')`, kept)
    rules.conversationKept(kept)
    expect([rules.all(), said(open())]).toEqual([before, ['allow, a, read, conversation']])
  })

  it('keeps what is asked or denied of a server that is another program now', () => {
    const { rules, add, said } = testRules()
    add('a', 'read')
    const gone = add('a', 'erase', { verdict: 'deny' })
    add('a', 'write', { verdict: 'ask' })
    rules.forget(gone.id)
    rules.forgetServer(ServerId.parse('a'))
    rules.restore(gone.id)
    expect(said().toSorted()).toEqual(['ask, a, write, always', 'deny, a, erase, always'])
  })

  it('is on disk, whole', () => {
    const { rules, add, open, clock } = testRules()
    add('a', 'read', { subject: { serverId: ServerId.parse('a'), tool: 'read', where: [{ path: ['a', 'b'], test: 'atMost', value: 2 }] } })
    const named = { where: [{ path: ['a'], test: 'exactly' as const, value: '[1]' }], open: [['b', 'c'], ['d']] }
    add('a', 'read', { subject: { serverId: ServerId.parse('a'), tool: 'read', ...named } })
    add('a', 'read', { subject: { kind: 'destructive' }, verdict: 'deny' })
    add('a', 'read', { verdict: 'ask', lasts: 'until', until: clock.now() + day })
    add('a', 'read', { lasts: 'conversation', conversationId })
    expect(open().all()).toEqual(rules.all())
    expect(rules.all()).toHaveLength(5)
  })

  it('keeps one rule for the same: the later one, whatever the order of its conditions', () => {
    const { add, said } = testRules()
    const [a, b] = [
      { path: ['a'], test: 'is' as const, value: 1 },
      { path: ['b'], test: 'is' as const, value: 2 },
    ]
    add('s', 't', { subject: { serverId: ServerId.parse('s'), tool: 't', where: [a, b] } })
    add('s', 't', { subject: { serverId: ServerId.parse('s'), tool: 't', where: [b, a] }, verdict: 'deny' })
    add('s', 't', { lasts: 'conversation', conversationId })
    expect(said().toSorted()).toEqual(['allow, s, t, conversation', 'deny, s, t, a is 1, b is 2, always'])
  })

  it('lets go of a rule with its conversation, and brings it back with it', () => {
    const { rules, add, said, told, database } = testRules()
    add('s', 't', { lasts: 'conversation', conversationId })
    told.length = 0
    const look = (removed: number | null) => {
      database.run('UPDATE conversation SET removed = ? WHERE id = ?', removed, conversationId)
      rules.conversationsChanged()
      rules.conversationsChanged()
      return said().length
    }
    expect([look(1), look(null), told]).toEqual([0, 1, [0, 1]])
  })

  it('brings back what was deleted, unless its conversation is gone', () => {
    const { rules, add, said, database } = testRules()
    const [always, here] = [add('s', 't'), add('s', 'u', { lasts: 'conversation', conversationId })]
    for (const { id } of [always, here]) rules.forget(id)
    expect(said()).toEqual([])
    rules.restore(always.id)
    database.run('DELETE FROM conversation WHERE id = ?', conversationId)
    expect(said()).toEqual(['allow, s, t, always'])
    expect(() => rules.restore(here.id)).toThrow('approvals.cannotRestore')
  })

  it('tells when a rule ends by itself, shows it for a month, and then has forgotten it', async () => {
    const { add, said, told, open, clock } = testRules()
    add('s', 't', { lasts: 'until', until: clock.now() + day })
    add('s', 'u', { lasts: 'until', until: clock.now() + 60 * day })
    told.length = 0
    await clock.pass(day - 1)
    expect(told).toEqual([])
    await clock.pass(1)
    expect([told, said().length]).toEqual([[2], 2])
    await clock.pass(31 * day)
    expect(said(open())).toHaveLength(1)
  })

  it('lets a row that cannot be read allow nothing, and asks where it did not say "allow"', () => {
    const { add, database, open, said } = testRules()
    const damage = (tool: string, parts: Partial<Rule>, set: string) => {
      const { id } = add('everything', tool, parts)
      database.run(`UPDATE rule SET ${set} WHERE id = ?`, id)
    }
    damage('a', {}, `conditions = 'not json'`)
    damage('b', {}, `lasts = 'until', until = NULL`)
    damage('c', {}, `kind = 'harmless'`)
    damage('echo', { verdict: 'deny' }, `conditions = '[{"path":["x"],"test":"matches","value":1}]'`)
    damage('d', {}, `verdict = 'perhaps', server = NULL`)
    const rules = open()
    expect(said(rules).toSorted()).toEqual(['ask, every server, every tool, always', 'ask, everything, echo, always'])
    expect(evaluateRules(rules.all(), [], sampleCase).verdict).toBe('ask')
  })

  it('keeps the rules of an older Parley, and what they were about', () => {
    using folder = temporaryFolder()
    const file = folder.file('parley.db')
    const before = new DatabaseSync(file)
    const steps = migrations.slice(
      0,
      migrations.findIndex((step) => step.includes('rule_next')),
    )
    for (const step of steps) before.exec(step)
    before.exec(`PRAGMA user_version = ${steps.length};
      INSERT INTO rule (id, server, reach, tool, definition_hash, verdict, lasts, created) VALUES
        ('0190a5d0-0000-7000-8000-000000000001', 'files', 'tool', 'read', 'h', 'allow', 'always', 1),
        ('0190a5d0-0000-7000-8000-000000000002', 'files', 'readOnly', NULL, NULL, 'deny', 'always', 2)`)
    before.close()
    const database = new Database(file)
    using _closed = { [Symbol.dispose]: () => database.close() }
    const { clock, book } = testQuestions()
    expect(new RuleStore({ database, clock, questions: book }).all()).toMatchObject([
      { subject: { serverId: 'files', tool: 'read' }, definitionHash: 'h', verdict: 'allow', lasts: 'always' },
      { subject: { serverId: 'files', kind: 'readOnly' }, verdict: 'deny', lasts: 'always' },
    ])
  })
})
