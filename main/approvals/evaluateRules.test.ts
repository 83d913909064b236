import { describe, expect, it } from 'vitest'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import { CallId, ServerId } from '../../shared/domain/ids'
import type { ArgumentCondition, LockedRule, Rule } from '../../shared/domain/rule'
import type { MessageParams } from '../../shared/i18n/message'
import type { JsonObject } from '../../shared/lib/json'
import { describeRule, describeSubject } from '../../shared/rules/describeRule'
import { evaluateRules } from './evaluateRules'
import type { RuleContext } from './ruleContext'
import { explainRules } from './explainRules'
import { elsewhere, everything, here, now, sampleCase, sampleRule, trustedCase } from './testing/ruleSamples'

const readOnly = (parts: Partial<Rule> = {}): Rule => {
  const { definitionHash: _hash, ...rest } = sampleRule({ subject: { serverId: everything, kind: 'readOnly' }, ...parts }, 2)
  return rest
}
const where = (...conditions: ArgumentCondition[]) => ({ serverId: everything, tool: 'echo', where: conditions })
const inFolder = (value: string): ArgumentCondition => ({ path: ['path'], test: 'inFolder', value })
const withPath = (path: string, parts: Partial<RuleContext> = {}): RuleContext => ({ ...sampleCase, arguments: { path }, ...parts })
const verdict = (rules: readonly Rule[], about = sampleCase) => evaluateRules(rules, [], about).verdict
const says = (rules: readonly Rule[], about = sampleCase, locked: readonly LockedRule[] = []) => {
  const decision = evaluateRules(rules, locked, about)
  return { verdict: decision.verdict, ...decision.why.reason }
}
const asks = (why: string, params: MessageParams = {}) => ({
  verdict: 'ask',
  id: `approvals.wanted.${why}`,
  params: { model: 'llama3', ...params },
})
const byRule = (decided: 'allow' | 'deny', rule: Rule) => ({
  verdict: decided,
  id: `approvals.why.${decided}Rule`,
  params: { rule: describeRule(rule) },
})
const of = { server: 'everything' }
const noDestroying: LockedRule = { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT', contact: 'Tel. 4711' }
const source = {
  serverId: everything,
  callId: CallId.parse('0190a5d0-0000-7000-8000-000000000009'),
  tool: 'read',
  at: 1,
  guessed: false,
  because: { id: 'dataFlow.because.said' },
} as const
const dataFlow: DataFlowFinding = {
  privateData: [source],
  outsideText: [source],
  wayOut: { serverId: everything, guessed: true, because: { id: 'dataFlow.because.said' } },
}

describe('decide', () => {
  it('TL-01: asks when no rule covers the tool', () => {
    const others = [
      sampleRule({ subject: { serverId: everything, tool: 'add' } }),
      sampleRule({ subject: { serverId: ServerId.parse('other'), tool: 'echo' } }),
    ]
    expect([says([]), says(others)]).toEqual([asks('noRule'), asks('noRule')])
  })

  it('follows a rule for the tool, and says which', () => {
    const always = sampleRule()
    const inOne = sampleRule({ lasts: 'conversation', conversationId: here })
    expect([says([always]), says([inOne])]).toEqual([byRule('allow', always), byRule('allow', inOne)])
    expect(says([sampleRule({ verdict: 'deny' })])).toEqual(byRule('deny', always))
    expect(says([sampleRule({ verdict: 'ask' })])).toEqual(asks('ruleAsks', { rule: describeRule(always) }))
  })

  it('TL-23: asks again when the definition of the tool has changed, even where a wider rule would allow it', () => {
    const because = { id: 'approvals.because.changed', params: of } as const
    const fact = asks('doesNotApply', { rule: describeRule(sampleRule()), because })
    const changed = sampleRule({ definitionHash: 'h0' })
    const { definitionHash: _none, ...unbound } = sampleRule()
    expect([says([changed]), says([changed, readOnly()], trustedCase), says([unbound])]).toEqual([fact, fact, fact])
    expect(verdict([{ ...changed, verdict: 'deny' }], trustedCase)).toBe('deny')
  })

  it('TL-23: lets no rule allow a tool that is another one than was accepted, and no wide rule one that came later', () => {
    const wide = sampleRule({ subject: { serverId: everything } })
    expect(verdict([sampleRule(), wide], { ...trustedCase, standing: 'changed' })).toBe('ask')
    expect(verdict([sampleRule({ verdict: 'deny' })], { ...trustedCase, standing: 'changed' })).toBe('deny')
    expect([verdict([wide], trustedCase), verdict([wide], { ...trustedCase, standing: 'added' })]).toEqual(['allow', 'ask'])
    expect(verdict([sampleRule()], { ...trustedCase, standing: 'added' })).toBe('allow')
  })

  it('asks in another conversation than the one that a rule is for', () => {
    const inOne = sampleRule({ lasts: 'conversation', conversationId: elsewhere })
    expect(says([inOne])).toEqual(
      asks('doesNotApply', { rule: describeRule(inOne), because: { id: 'approvals.because.otherConversation' } }),
    )
  })

  it('allows no argument that a rule from a call does not name, and lets that loosen nothing that denies', () => {
    const message: ArgumentCondition = { path: ['message'], test: 'is', value: 'hi' }
    const rule = sampleRule({ subject: { ...where(message), open: [['deep', 'note']] } })
    const ofArguments = (args: JsonObject) => verdict([rule], { ...sampleCase, arguments: { message: 'hi', ...args } })
    expect([ofArguments({}), ofArguments({ deep: { note: [1] } }), ofArguments({ deep: {} })]).toEqual(['allow', 'allow', 'allow'])
    expect([ofArguments({ command: 'rm' }), ofArguments({ deep: { other: 1 } }), ofArguments({ deep: 'rm' })]).toEqual([
      'ask',
      'ask',
      'ask',
    ])
    const because = { id: 'approvals.because.unnamed', params: { argument: 'deep.other' } } as const
    expect(says([rule], { ...sampleCase, arguments: { message: 'hi', deep: { other: 1 } } })).toEqual(
      asks('doesNotApply', { rule: describeRule(rule), because }),
    )
    expect(verdict([{ ...rule, verdict: 'deny' }], { ...sampleCase, arguments: { message: 'hi', command: 'rm' } })).toBe('deny')
  })

  it('gives way to a rule that names the same or fewer arguments, and not to one that names more', () => {
    const message: ArgumentCondition = { path: ['message'], test: 'is', value: 'hi' }
    const closed = sampleRule({ subject: { ...where(message), open: [] } }, 2)
    const denied = sampleRule({ subject: where(message), verdict: 'deny' }, 3)
    expect(says([closed, denied])).toEqual(byRule('allow', closed))
    const open = sampleRule({ subject: { ...where(message), open: [['note']] }, verdict: 'deny' }, 4)
    expect([
      says([closed, open]),
      says([
        { ...open, verdict: 'allow' },
        { ...closed, verdict: 'deny' },
      ]),
    ]).toEqual([byRule('allow', closed), byRule('deny', closed)])
  })

  it('lets a rule count until its time, and not in that moment', () => {
    const until = (time: number) => verdict([sampleRule({ lasts: 'until', until: time })])
    expect([until(now + 1), until(now), until(now - 1)]).toEqual(['allow', 'ask', 'ask'])
  })

  it('TL-09, TL-11, F07: believes a server about reading only when the user does', () => {
    const rule = describeRule(readOnly())
    expect(says([readOnly()], trustedCase)).toEqual(byRule('allow', readOnly()))
    expect(says([readOnly()], { ...trustedCase, server: sampleCase.server })).toEqual(
      asks('doesNotApply', { rule, because: { id: 'approvals.because.notTrusted', params: of } }),
    )
    // What a claim spares is about the tools as they were, and about calls that nothing else speaks against.
    expect(says([readOnly({ created: 5 })], { ...trustedCase, acceptedAt: 5 })).toEqual(byRule('allow', readOnly()))
    expect(says([readOnly({ created: 5 })], { ...trustedCase, acceptedAt: 6 })).toEqual(
      asks('doesNotApply', { rule, because: { id: 'approvals.because.acceptedLater', params: of } }),
    )
    for (const subject of [{}, { serverId: everything }]) {
      const wide = (created: number) => verdict([sampleRule({ subject, created })], { ...sampleCase, acceptedAt: 6 })
      expect([wide(6), wide(5)]).toEqual(['allow', 'ask'])
    }
    expect(verdict([sampleRule({ created: 5 })], { ...sampleCase, acceptedAt: 6 })).toBe('allow')
    expect(says([readOnly()], { ...trustedCase, readingSign: () => undefined })).toEqual(byRule('allow', readOnly()))
    expect(says([readOnly()], { ...trustedCase, readingSign: () => 'argumentName' })).toEqual(
      asks('doesNotApply', { rule, because: { id: 'approvals.because.sign', params: { sign: 'argumentName' } } }),
    )
    expect(verdict([sampleRule()], { ...trustedCase, readingSign: () => 'argumentName' })).toBe('allow')
    for (const annotations of [undefined, {}, { readOnlyHint: false }]) {
      const tool = { ...sampleCase.tool, ...(annotations && { annotations }) }
      expect(says([readOnly()], { ...trustedCase, tool })).toEqual(
        asks('doesNotApply', { rule, because: { id: 'approvals.because.notOfKind.readOnly', params: of } }),
      )
    }
  })

  it('F07: asks where a server that is not trusted says that its tool is none of those that are denied', () => {
    const destroying = sampleRule({ subject: { kind: 'destructive' }, verdict: 'deny' })
    const claiming = (trusted: boolean) => ({
      ...sampleCase,
      server: { id: everything, trusted },
      tool: { ...sampleCase.tool, annotations: { readOnlyHint: true, destructiveHint: false } },
    })
    expect([verdict([destroying]), verdict([destroying], claiming(false))]).toEqual(['deny', 'ask'])
    expect(verdict([destroying, readOnly()], claiming(true))).toBe('allow')
    const because = { id: 'approvals.because.notTrusted', params: of } as const
    expect(says([], claiming(false), [noDestroying])).toEqual(
      asks('policyMayAsk', { by: 'Atlas IT', rule: describeSubject(noDestroying.subject), because }),
    )
  })

  it('lets the narrower rule win, and the stricter of two that are about the same', () => {
    const deny = { verdict: 'deny' } as const
    expect(verdict([readOnly(deny), sampleRule()], trustedCase)).toBe('allow')
    expect(verdict([sampleRule(deny), readOnly()], trustedCase)).toBe('deny')
    expect(verdict([sampleRule(deny), sampleRule({ lasts: 'conversation', conversationId: here }, 2)])).toBe('allow')
    expect(verdict([sampleRule({ ...deny, lasts: 'conversation', conversationId: here }), sampleRule({}, 2)])).toBe('deny')
    expect(verdict([readOnly(deny), readOnly()], trustedCase)).toBe('deny')
    expect(verdict([sampleRule({ verdict: 'ask' }), sampleRule({ lasts: 'until', until: now + 1 }, 2)])).toBe('ask')
    expect(verdict([readOnly({ ...deny, subject: { serverId: everything, kind: 'openWorld' } }), readOnly()], trustedCase)).toBe('deny')
  })

  it('lets arguments alone not beat what a tool is named for while it is of a kind', () => {
    const destroying = sampleRule({ subject: { serverId: everything, tool: 'echo', kind: 'destructive' }, verdict: 'deny' }, 1)
    const inCode = sampleRule({ subject: where(inFolder('/code')) }, 2)
    expect(verdict([destroying, inCode], withPath('/code/a'))).toBe('deny')
    expect(verdict([destroying, sampleRule({}, 2)])).toBe('deny')
    const both = sampleRule({ subject: { ...where(inFolder('/code')), kind: 'destructive' } }, 3)
    expect(verdict([destroying, both], { ...withPath('/code/a'), server: trustedCase.server })).toBe('allow')
  })

  it('goes by the arguments: a folder and below, and a deeper folder is narrower', () => {
    const rules = [
      sampleRule({ subject: where(inFolder('/home/dana/code')) }, 1),
      sampleRule({ subject: where(inFolder('/home/dana/code/.git')), verdict: 'deny' }, 2),
      sampleRule({ subject: where(inFolder('/home/dana/code/.git/hooks/mine')) }, 3),
    ]
    const at = (path: string) => verdict(rules, withPath(path))
    expect([at('/home/dana/code/a.ts'), at('/home/dana/code'), at('/home/dana/code2/a.ts'), at('/home/dana/code/../.ssh/id')]).toEqual([
      'allow',
      'allow',
      'ask',
      'ask',
    ])
    expect([
      at('/home/dana/code/.git/config'),
      at('file:///home/dana/code/%2Egit/config'),
      at('/home/dana/code/.git/hooks/mine/x'),
    ]).toEqual(['deny', 'deny', 'allow'])
  })

  it('says which argument kept a rule from allowing', () => {
    const inCode = sampleRule({ subject: where(inFolder('/home/dana/code')) })
    const because = { id: 'rules.mismatch.inFolder', params: { argument: 'path', value: '/home/dana/code' } } as const
    expect(says([inCode], withPath('/etc/passwd'))).toEqual(asks('doesNotApply', { rule: describeRule(inCode), because }))
  })

  it('asks where nobody can tell whether a rule that denies is about it, and lets that loosen nothing', () => {
    const mayBe = sampleRule({ subject: where(inFolder('/etc')), verdict: 'deny' }, 1)
    const relative = withPath('etc/passwd')
    expect(verdict([mayBe, sampleRule({}, 2)], relative)).toBe('ask')
    expect(verdict([mayBe, sampleRule({ verdict: 'deny' }, 2)], relative)).toBe('deny')
    const condition = { id: 'rules.condition.inFolder', params: { argument: 'path', value: '/etc' } } as const
    expect(says([mayBe], relative)).toEqual(
      asks('mayApply', { rule: describeRule(mayBe), because: { id: 'approvals.because.unknown', params: { condition } } }),
    )
  })

  it('follows links: a rule that allows needs the path and where it leads, one that denies either', () => {
    const realPaths = new Map([
      ['/home/dana/code', ['/home/dana/code']],
      ['/home/dana/code/link', ['/etc/shadow']],
      ['/etc', ['/etc']],
    ])
    const allow = sampleRule({ subject: where(inFolder('/home/dana/code')) })
    const deny = sampleRule({ subject: where(inFolder('/etc')), verdict: 'deny' })
    const linked = withPath('/home/dana/code/link', { realPaths })
    expect([verdict([allow], linked), verdict([deny], linked), verdict([allow], withPath('/home/dana/code/link'))]).toEqual([
      'ask',
      'deny',
      'allow',
    ])
    expect([verdict([allow], withPath('/home/dana/code/x', { realPaths })), verdict([deny], withPath('/tmp/x', { realPaths }))]).toEqual([
      'ask',
      'ask',
    ])
  })

  it('lets the policy make it stricter, and nothing of the user loosen that', () => {
    const [always, narrow] = [sampleRule({}, 1), sampleRule({ subject: where({ path: ['message'], test: 'is', value: 'hi' }) }, 2)]
    expect(says([always, narrow], sampleCase, [noDestroying])).toEqual({
      verdict: 'deny',
      id: 'approvals.why.forbidden',
      params: { by: 'Atlas IT', rule: describeSubject(noDestroying.subject) },
    })
    expect(evaluateRules([always, narrow], [noDestroying], sampleCase).why?.ask).toEqual({
      id: 'policy.askAt',
      params: { name: 'Atlas IT', contact: 'Tel. 4711' },
    })
    const asking: LockedRule = { subject: { serverId: everything }, verdict: 'ask', by: 'Atlas IT' }
    expect(evaluateRules([always], [asking], sampleCase)).toMatchObject({
      verdict: 'ask',
      fixed: { id: 'approvals.noRule.asked', params: { by: 'Atlas IT' } },
    })
    expect(evaluateRules([sampleRule({ verdict: 'deny' })], [asking], sampleCase).verdict).toBe('deny')
    expect(evaluateRules([], [asking, noDestroying], sampleCase)).toMatchObject({ verdict: 'deny', why: { by: 'policy' } })
  })

  it('F08: asks whatever rules allow where private data, text from outside and a way out would meet', () => {
    expect(evaluateRules([sampleRule()], [], { ...sampleCase, dataFlow })).toMatchObject({
      verdict: 'ask',
      fixed: { id: 'approvals.noRule.dataFlow' },
    })
    expect(verdict([sampleRule({ verdict: 'deny' })], { ...sampleCase, dataFlow })).toBe('deny')
    const asking: LockedRule = { subject: { serverId: everything }, verdict: 'ask', by: 'Atlas IT' }
    const said = [evaluateRules([], [], { ...sampleCase, dataFlow }), evaluateRules([], [asking], { ...sampleCase, dataFlow })]
    expect(said.map(({ why, fixed }) => [why.reason.id, fixed?.id])).toEqual([
      ['dataFlow.asked', 'approvals.noRule.dataFlow'],
      ['dataFlow.asked', 'approvals.noRule.asked'],
    ])
  })

  it('tells of every rule near the call how it stands to it', () => {
    const [all, echo, reading] = [sampleRule({ verdict: 'deny', subject: { serverId: everything } }, 1), sampleRule({}, 2), readOnly()]
    const rules = [all, echo, sampleRule({ subject: { serverId: ServerId.parse('other') } }, 3), reading]
    const { judged } = evaluateRules(rules, [], sampleCase)
    expect(explainRules(judged)).toMatchObject([
      {
        rule: describeRule(all),
        stands: 'givesWay',
        because: { id: 'approvals.because.narrower', params: { rule: describeRule(echo) } },
      },
      { rule: describeRule(echo), stands: 'decides', because: { id: 'approvals.because.verdict.allow' } },
      { rule: describeRule(reading), stands: 'not', because: { id: 'approvals.because.notOfKind.readOnly', params: of } },
    ])
    expect(explainRules(judged, true).at(2)).toMatchObject({ stands: 'not', because: { id: 'approvals.because.otherServer' } })
  })
})

describe('P12: a rule of the policy about all that does more than read', () => {
  const more = (parts: object = {}): LockedRule => ({ subject: { kind: 'notReadOnly', ...parts }, verdict: 'ask', by: 'Atlas IT' })
  const reads = { ...sampleCase, tool: { ...sampleCase.tool, annotations: { readOnlyHint: true } } }
  const decided = (locked: LockedRule, about: RuleContext) => evaluateRules([sampleRule()], [locked], about).verdict

  it('asks whatever the user allowed; a server that calls its tool read-only gets past it only where the policy believes servers', () => {
    expect([decided(more(), sampleCase), decided(more(), reads), decided(more({ believed: true }), reads)]).toEqual(['ask', 'ask', 'allow'])
    expect(decided(more({ believed: true }), sampleCase)).toBe('ask')
  })

  it('is not loosened by the user, who believes the server', () => {
    expect(decided(more(), { ...reads, server: { id: everything, trusted: true } })).toBe('ask')
  })
})

describe('P13: a tool that the policy allows beforehand', () => {
  const allowed: LockedRule = { subject: { serverId: everything, tool: 'echo' }, verdict: 'allow', definitionHash: 'h1', by: 'Atlas IT' }
  const decided = (about: RuleContext = sampleCase, rules: readonly Rule[] = [], locked: readonly LockedRule[] = [allowed]) =>
    evaluateRules(rules, locked, about)

  it('runs unasked while its definition has that hash, and says who allowed it', () => {
    const { verdict: found, why } = decided()
    expect([found, why.by, why.reason.id]).toEqual(['allow', 'policy', 'approvals.why.allowedBeforehand'])
    const changed = { ...sampleCase, tool: { ...sampleCase.tool, hash: 'h2' } }
    expect([decided(changed).verdict, decided({ ...sampleCase, standing: 'changed' }).verdict]).toEqual(['ask', 'ask'])
    expect(decided({ ...sampleCase, tool: { name: 'add', hash: 'h1' } }).verdict).toBe('ask')
  })

  it('gives way to the user, to stricter rules of the policy, and to data that could leave', () => {
    const denied = sampleRule({ verdict: 'deny', subject: { serverId: everything } })
    expect(decided(sampleCase, [denied]).verdict).toBe('deny')
    expect(decided(sampleCase, [{ ...denied, verdict: 'ask' }]).verdict).toBe('ask')
    expect(decided(sampleCase, [], [allowed, noDestroying]).verdict).toBe('deny')
    expect(decided(sampleCase, [], [allowed, { ...noDestroying, verdict: 'ask' }]).verdict).toBe('ask')
    expect(decided({ ...sampleCase, dataFlow }).verdict).toBe('ask')
  })
})
