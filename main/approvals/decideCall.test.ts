import { describe, expect, it } from 'vitest'
import type { DataFlowFinding } from '../../shared/domain/dataFlow'
import { CallId, ServerId } from '../../shared/domain/ids'
import type { ArgumentCondition, LockedRule, Rule } from '../../shared/domain/rule'
import { english } from '../../shared/messages/translator'
import { decideCall } from './decideCall'
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
const verdict = (rules: readonly Rule[], about = sampleCase) => decideCall(rules, [], about).verdict
const says = (rules: readonly Rule[], about = sampleCase, locked: readonly LockedRule[] = []) => {
  const decision = decideCall(rules, locked, about)
  return `${decision.verdict}: ${english.message(decision.why.reason)}.`
}
const noDestroying: LockedRule = { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT' }
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
    expect([says([]), says(others)]).toEqual(Array.from({ length: 2 }, () => 'ask: llama3 wants to run it, and no rule covers it.'))
  })

  it('follows a rule for the tool, and says which', () => {
    expect(says([sampleRule()])).toBe('allow: Allowed by your rule “echo of everything, always”.')
    expect(says([sampleRule({ lasts: 'conversation', conversationId: here })])).toBe(
      'allow: Allowed by your rule “echo of everything, in one conversation”.',
    )
    expect(says([sampleRule({ verdict: 'deny' })])).toBe('deny: Denied by your rule “echo of everything, always”.')
    expect(says([sampleRule({ verdict: 'ask' })])).toBe('ask: llama3 wants to run it, and your rule “echo of everything, always” asks.')
  })

  it('TL-23: asks again when the definition of the tool has changed, even where a wider rule would allow it', () => {
    const sentence =
      'ask: llama3 wants to run it, and your rule “echo of everything, always” does not apply: everything has changed what the tool is since.'
    const changed = sampleRule({ definitionHash: 'h0' })
    const { definitionHash: _none, ...unbound } = sampleRule()
    expect([says([changed]), says([changed, readOnly()], trustedCase), says([unbound])]).toEqual([sentence, sentence, sentence])
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
    expect(says([sampleRule({ lasts: 'conversation', conversationId: elsewhere })])).toBe(
      'ask: llama3 wants to run it, and your rule “echo of everything, in one conversation” does not apply: it was for another conversation.',
    )
  })

  it('lets a rule count until its time, and not in that moment', () => {
    const until = (time: number) => verdict([sampleRule({ lasts: 'until', until: time })])
    expect([until(now + 1), until(now), until(now - 1)]).toEqual(['allow', 'ask', 'ask'])
  })

  it('TL-09, TL-11, F07: believes a server about reading only when the user does', () => {
    expect(says([readOnly()], trustedCase)).toBe('allow: Allowed by your rule “Read-only tools of everything, always”.')
    expect(says([readOnly()], { ...trustedCase, server: sampleCase.server })).toBe(
      'ask: llama3 wants to run it, and your rule “Read-only tools of everything, always” does not apply: you do not believe what everything says about its tools.',
    )
    for (const annotations of [undefined, {}, { readOnlyHint: false }]) {
      const tool = { ...sampleCase.tool, ...(annotations && { annotations }) }
      expect(says([readOnly()], { ...trustedCase, tool })).toContain('everything does not call this tool read-only')
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
    expect(says([], claiming(false), [noDestroying])).toBe(
      'ask: llama3 wants to run it, and Atlas IT has it asked each time: “Tools of every server that can destroy”, and you do not believe what everything says about its tools.',
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
    expect(says([sampleRule({ subject: where(inFolder('/home/dana/code')) })], withPath('/etc/passwd'))).toBe(
      'ask: llama3 wants to run it, and your rule “echo of everything where path is in /home/dana/code, always” does not apply: path is not in /home/dana/code.',
    )
  })

  it('asks where nobody can tell whether a rule that denies is about it, and lets that loosen nothing', () => {
    const mayBe = sampleRule({ subject: where(inFolder('/etc')), verdict: 'deny' }, 1)
    const relative = withPath('etc/passwd')
    expect(verdict([mayBe, sampleRule({}, 2)], relative)).toBe('ask')
    expect(verdict([mayBe, sampleRule({ verdict: 'deny' }, 2)], relative)).toBe('deny')
    expect(says([mayBe], relative)).toBe(
      'ask: llama3 wants to run it, and your rule “echo of everything where path is in /etc, always” may be about it: nobody can tell whether path is in /etc.',
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
    expect(says([always, narrow], sampleCase, [noDestroying])).toBe('deny: Atlas IT forbids it: “Tools of every server that can destroy”.')
    const asks: LockedRule = { subject: { serverId: everything }, verdict: 'ask', by: 'Atlas IT' }
    expect(decideCall([always], [asks], sampleCase)).toMatchObject({
      verdict: 'ask',
      fixed: { id: 'approvals.noRule.asked', params: { by: 'Atlas IT' } },
    })
    expect(decideCall([sampleRule({ verdict: 'deny' })], [asks], sampleCase).verdict).toBe('deny')
    expect(decideCall([], [asks, noDestroying], sampleCase)).toMatchObject({ verdict: 'deny', why: { by: 'policy' } })
  })

  it('F08: asks whatever rules allow where private data, text from outside and a way out would meet', () => {
    expect(decideCall([sampleRule()], [], { ...sampleCase, dataFlow })).toMatchObject({
      verdict: 'ask',
      fixed: { id: 'approvals.noRule.dataFlow' },
    })
    expect(verdict([sampleRule({ verdict: 'deny' })], { ...sampleCase, dataFlow })).toBe('deny')
    const asks: LockedRule = { subject: { serverId: everything }, verdict: 'ask', by: 'Atlas IT' }
    const said = [decideCall([], [], { ...sampleCase, dataFlow }), decideCall([], [asks], { ...sampleCase, dataFlow })]
    expect(said.map(({ why, fixed }) => [why.reason.id, fixed?.id])).toEqual([
      ['dataFlow.asked', 'approvals.noRule.dataFlow'],
      ['dataFlow.asked', 'approvals.noRule.asked'],
    ])
  })

  it('tells of every rule near the call how it stands to it', () => {
    const rules = [
      sampleRule({ verdict: 'deny', subject: { serverId: everything } }, 1),
      sampleRule({}, 2),
      sampleRule({ subject: { serverId: ServerId.parse('other') } }, 3),
      readOnly(),
    ]
    const { judged } = decideCall(rules, [], sampleCase)
    expect(
      explainRules(judged).map(({ rule, stands, because }) => `${english.message(rule)} | ${stands} | ${english.message(because)}`),
    ).toEqual([
      'Every tool of everything, always | givesWay | your rule “echo of everything, always” is about less, so it counts',
      'echo of everything, always | decides | it allows',
      'Read-only tools of everything, always | not | everything does not call this tool read-only',
    ])
    expect(explainRules(judged, true).at(2)).toMatchObject({ stands: 'not', because: { id: 'approvals.because.otherServer' } })
  })
})
