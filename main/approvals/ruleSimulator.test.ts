import { describe, expect, it } from 'vitest'
import { CallId, ServerId } from '../../shared/domain/ids'
import type { LockedRule, RuleInput } from '../../shared/domain/rule'
import { describeLockedRule, describeRule } from '../../shared/rules/describeRule'
import { everything } from './testing/ruleSamples'
import { testSimulator } from './testing/testSimulator'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const allowCode: RuleInput = {
  subject: { serverId: everything, tool: 'echo', where: [{ path: ['path'], test: 'inFolder', value: '/code' }] },
  verdict: 'allow',
  lasts: 'always',
}
const denyAll: RuleInput = { subject: { serverId: everything }, verdict: 'deny', lasts: 'always' }

describe('RuleSimulator', () => {
  it('says what would become of one call, and how every rule stands to it, also with a rule that is not saved', async () => {
    const { simulator, editor, rules } = testSimulator()
    editor.save({ ...denyAll, subject: { serverId: ServerId.parse('other') } })
    const call = { serverId: everything, tool: 'echo', arguments: { path: '/code/a' } }
    expect(await simulator.tryCall(call)).toEqual({
      verdict: 'ask',
      reason: { id: 'approvals.asked.noRule', params: {} },
      stands: [
        {
          rule: describeRule({ subject: { serverId: ServerId.parse('other') }, lasts: 'always' }),
          ruleId: rules.all()[0]?.id,
          locked: false,
          stands: 'not',
          because: { id: 'approvals.because.otherServer' },
        },
      ],
    })
    expect(await simulator.tryCall(call, allowCode)).toMatchObject({
      verdict: 'allow',
      reason: { id: 'approvals.why.allowRule', params: { rule: describeRule(allowCode) } },
    })
    expect(rules.all()).toHaveLength(1)
  })

  it('tries the last calls that models asked for, and names those that a draft would decide otherwise', async () => {
    const { simulator, called, editor } = testSimulator()
    const ids = ['/code/a', '/etc/b', '/code/c'].map((path) => called('echo', { path }))
    called('echo', { path: '/code/mine' }, { startedBy: 'person' })
    editor.save({ ...allowCode, subject: { serverId: everything, tool: 'write' } })
    called('write', { text: 'x'.repeat(1_000) })
    expect(await simulator.tryLast({})).toEqual({ calls: 4, allowed: 1, asked: 3, denied: 0, changed: [] })
    const { changed, ...counts } = await simulator.tryLast({ draft: allowCode })
    expect(counts).toEqual({ calls: 4, allowed: 3, asked: 1, denied: 0 })
    expect(changed.map(({ callId, line, from, to }) => [callId, line, from, to])).toEqual([
      [ids[2], '{"path":"/code/c"}', 'ask', 'allow'],
      [ids[0], '{"path":"/code/a"}', 'ask', 'allow'],
    ])
  })

  it('says which of these calls the person denied, and not a rule or the end of the wait', async () => {
    const { simulator, called } = testSimulator()
    const denied = called('echo', { path: '/code/a' }, { state: 'denied', why: { by: 'person', reason: { id: 'approvals.why.denied' } } })
    called('echo', { path: '/code/b' })
    called('echo', { path: '/code/c' }, { state: 'stopped' })
    called('echo', { path: '/code/d' }, { state: 'denied', why: { by: 'rule', reason: { id: 'approvals.why.denyRule' } } })
    const { changed } = await simulator.tryLast({ draft: allowCode })
    expect(changed.map(({ callId, deniedByPerson }) => deniedByPerson === true && callId)).toEqual([false, false, false, denied])
  })

  it('tries the rule that "Always allow…" would make of a call', async () => {
    const { simulator, called } = testSimulator({ trusted: true })
    const [callId] = [called('echo', { text: 'a' }), called('write', {})]
    const withRule = (what: 'tool' | 'readOnly') => simulator.tryLast({ fromCall: { callId, rule: { what, lasts: 'conversation' } } })
    expect([(await withRule('tool')).allowed, (await withRule('readOnly')).allowed]).toEqual([1, 1])
    const unknown = CallId.parse('0190a5d0-0000-7000-8000-0000000000ff')
    await expect(simulator.tryLast({ fromCall: { callId: unknown, rule: { what: 'tool', lasts: 'always' } } })).rejects.toThrow(
      'approvals.callNotRecent',
    )
  })

  it('tries a changed rule in the place of the one that it changes', async () => {
    const { simulator, called, editor } = testSimulator()
    called('echo', { path: '/code/a' })
    const { id } = editor.save(allowCode)
    expect(await simulator.tryLast({ draft: { ...allowCode, id, verdict: 'deny' } })).toMatchObject({
      denied: 1,
      changed: [{ from: 'allow', to: 'deny' }],
    })
  })

  it('is ready before a person notices, with 200 calls among many and twenty rules, and lets others have their turn', async () => {
    const { simulator, called, editor, database } = testSimulator()
    database.transaction(() => {
      for (let index = 0; index < 500; index++) called(index % 2 ? 'echo' : 'write', { path: `/code/${index}`, text: 'x'.repeat(100) })
      for (let index = 0; index < 20; index++) {
        editor.save({
          ...allowCode,
          subject: { ...allowCode.subject, where: [{ path: ['path'], test: 'inFolder', value: `/code/${400 + index}` }] },
        })
      }
    })
    await simulator.tryLast({})
    const start = threadCpuMs()
    let turns = 0
    const others = setInterval(() => turns++, 0)
    expect((await simulator.tryLast({ draft: denyAll })).calls).toBe(200)
    clearInterval(others)
    expect(threadCpuMs() - start).toBeLessThan(500)
    expect(turns).toBeGreaterThan(0)
  })
})

describe('RuleEditor', () => {
  it('binds a rule that allows a tool to what the tool is, and leaves a changed one bound as it was', () => {
    const { editor, rules } = testSimulator()
    const saved = editor.save(allowCode)
    expect(saved.definitionHash).toBe('h1')
    const old = rules.change(saved.id, { ...saved, definitionHash: 'h0' })
    expect(editor.save({ ...allowCode, id: old.id }).definitionHash).toBe('h0')
    expect(editor.save({ ...allowCode, id: old.id, subject: { serverId: everything, tool: 'write' } }).definitionHash).toBe('h2')
    expect(editor.save({ ...denyAll, id: old.id })).not.toHaveProperty('definitionHash')
  })

  it('refuses a rule that could never count', () => {
    const { editor, clock } = testSimulator()
    const unknown = { serverId: everything, tool: 'gone' }
    expect(() => editor.save({ ...allowCode, subject: unknown })).toThrow('approvals.toolUnknown')
    expect(editor.save({ ...denyAll, subject: unknown }).verdict).toBe('deny')
    expect(() => editor.save({ ...denyAll, lasts: 'until' })).toThrow('approvals.endMissing')
    expect(() => editor.save({ ...denyAll, lasts: 'until', until: clock.now() })).toThrow('approvals.endPassed')
    const { id } = editor.save(denyAll)
    expect(() => testSimulator().editor.save({ ...denyAll, id })).toThrow('approvals.ruleGone')
  })
})

const destructive: LockedRule = { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT' }

describe('RuleList', () => {
  it('shows every rule, with how many of the last calls it decided', async () => {
    const { entries, editor, called, clock } = testSimulator({
      locked: [destructive],
    })
    const { id } = editor.save(allowCode)
    editor.save({ ...denyAll, lasts: 'until', until: clock.now() + 1_000 })
    called('echo', {}, { ruleId: id })
    called('echo', {}, { why: { by: 'person', stands: [{ rule: 'echo', ruleId: id, locked: false, stands: 'decides' }] } })
    called('echo', {}, { why: { by: 'person', stands: [{ rule: 'echo', ruleId: id, locked: false, stands: 'givesWay' }] } })
    called(
      'write',
      {},
      {
        why: {
          by: 'policy',
          stands: [{ rule: describeLockedRule(destructive), locked: true, stands: 'decides' }],
        },
      },
    )
    const told = new Promise((resolve) => entries.changes.subscribe(resolve))
    const [policys, ...own] = entries.entries()
    expect(policys).toEqual({ kind: 'locked', rule: destructive, decided: 1 })
    const shown = own.map((entry) => ({ ...entry, rule: entry.rule.subject }))
    expect(new Set(shown)).toEqual(
      new Set([
        { kind: 'own', rule: denyAll.subject, decided: 0, ended: false },
        { kind: 'own', rule: allowCode.subject, decided: 2, ended: false },
      ]),
    )
    await clock.pass(1_000)
    expect(await told).toContainEqual(
      expect.objectContaining({ rule: expect.objectContaining({ subject: { serverId: everything } }), ended: true }),
    )
  })

  it('counts without reading what was asked, however long that is', () => {
    const { entries, called } = testSimulator()
    for (let index = 0; index < 200; index++) called('echo', { text: 'x'.repeat(100_000) })
    entries.entries()
    const start = threadCpuMs()
    entries.entries()
    expect(threadCpuMs() - start).toBeLessThan(100)
  })

  it('counts calls again a little after they were decided, many at once', async () => {
    const { entries, clock } = testSimulator()
    let told = 0
    entries.changes.subscribe(() => told++)
    for (let index = 0; index < 5; index++) entries.callsChanged()
    expect(told).toBe(0)
    await clock.pass(5_000)
    expect(told).toBe(1)
    entries.callsChanged()
    await clock.pass(5_000)
    expect(told).toBe(1)
    entries.callsChanged()
    entries[Symbol.dispose]()
    await clock.pass(5_000)
    expect(told).toBe(1)
  })
})
