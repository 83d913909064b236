import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolAnnotations } from '../../shared/domain/catalog'
import { CallId, RuleId, ServerId } from '../../shared/domain/ids'
import type { ArgumentCondition, LockedRule, Rule, RuleFromCall, RuleSubject } from '../../shared/domain/rule'
import { evaluateRules } from './evaluateRules'
import type { RuleContext } from './ruleContext'
import { matchRule } from './matchRule'
import { ruleFromCall } from './ruleFromCall'
import { isNarrower } from './ruleScope'
import { elsewhere, everything, here, now, sampleCase } from './testing/ruleSamples'

const strictness = { allow: 0, ask: 1, deny: 2 } as const
const other = ServerId.parse('other')
const folders = ['/', '/home', '/home/dana', '/home/dana/code']
const paths = [...folders, '/etc/passwd', '/home/dana/../eve', 'code', 'file:///home/dana/code/x', 'C:\\home', '/home/DANA']

const anyCondition: fc.Arbitrary<ArgumentCondition> = fc.oneof(
  fc.record({ path: fc.constant<string[]>(['path']), test: fc.constant('inFolder' as const), value: fc.constantFrom(...folders) }),
  fc.record({ path: fc.constant<string[]>(['path']), test: fc.constant('is' as const), value: fc.constantFrom(...paths) }),
  fc.record({
    path: fc.constant<string[]>(['count']),
    test: fc.constantFrom('atLeast' as const, 'atMost' as const),
    value: fc.integer({ min: 0, max: 4 }),
  }),
)
const anyKind = fc.constantFrom('readOnly' as const, 'destructive' as const, 'openWorld' as const)
const anySubject: fc.Arbitrary<RuleSubject> = fc.oneof(
  fc.record({ kind: anyKind }, { requiredKeys: [] }),
  fc.record({ serverId: fc.constantFrom(everything, other), kind: anyKind }, { requiredKeys: ['serverId'] }),
  fc.record(
    {
      serverId: fc.constant(everything),
      tool: fc.constantFrom('echo', 'add'),
      kind: anyKind,
      where: fc.array(anyCondition, { maxLength: 2 }),
    },
    { requiredKeys: ['serverId', 'tool'] },
  ),
)
const anyVerdict = fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const)
const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    id: fc.uuid().map((id) => RuleId.parse(id)),
    subject: anySubject,
    definitionHash: fc.constantFrom('h1', 'h1', 'h0'),
    verdict: anyVerdict,
    lasts: fc.constantFrom('always' as const, 'conversation' as const, 'until' as const),
    conversationId: fc.constantFrom(here, elsewhere),
    until: fc.constantFrom(now - 1, now + 1),
    created: fc.nat(3),
  })
  .map(({ conversationId, until, ...rule }) => ({
    ...rule,
    ...(rule.lasts === 'conversation' && { conversationId }),
    ...(rule.lasts === 'until' && { until }),
  }))
const anyRules = fc.uniqueArray(anyRule, { maxLength: 8, selector: ({ id }) => id })
const anyLocked: fc.Arbitrary<LockedRule> = fc.record({
  subject: anySubject,
  verdict: fc.constantFrom('ask' as const, 'deny' as const),
  by: fc.constantFrom('Atlas IT', 'Other'),
})
const hint = fc.constantFrom(true, false, undefined)
const anyAnnotations: fc.Arbitrary<ToolAnnotations> = fc
  .record({ readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint })
  .map((hints) => JSON.parse(JSON.stringify(hints)))
const anyCase: fc.Arbitrary<RuleContext> = fc
  .record({
    trusted: fc.boolean(),
    annotations: anyAnnotations,
    path: fc.constantFrom(...paths),
    count: fc.constantFrom(0, 2, 4, '2'),
    standing: fc.constantFrom('accepted' as const, 'accepted' as const, 'added' as const, 'changed' as const),
  })
  .map(({ trusted, annotations, standing, ...args }) => ({
    ...sampleCase,
    server: { id: everything, trusted },
    tool: { ...sampleCase.tool, annotations },
    arguments: args,
    standing,
  }))
const verdictOf = (rules: readonly Rule[], about: RuleContext) => evaluateRules(rules, [], about).verdict

describe('decide, whatever the rules are', () => {
  it('does not look at their order', () => {
    const shuffled = anyRules.chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })))
    fc.assert(
      fc.property(shuffled, anyCase, ([rules, otherOrder], about) => {
        const [one, two] = [evaluateRules(rules, [], about), evaluateRules(otherOrder, [], about)]
        const stand = ({ judged }: typeof one, rule: Rule) => judged.find((each) => each.rule === rule)?.counts
        expect([two.verdict, two.why, two.fixed]).toEqual([one.verdict, one.why, one.fixed])
        for (const rule of rules) expect(stand(two, rule)).toBe(stand(one, rule))
      }),
    )
  })

  it('loses a deny only to something strictly narrower', () => {
    fc.assert(
      fc.property(anyRules, anyCase, (rules, about) => {
        if (verdictOf(rules, about) === 'deny') return
        const applying = rules.filter((rule) => matchRule(rule, about).applies === 'yes')
        for (const deny of applying.filter(({ verdict }) => verdict === 'deny')) {
          expect(applying.some((rule) => rule.verdict !== 'deny' && isNarrower(rule, deny))).toBe(true)
        }
      }),
    )
  })

  it('is never laxer for one more deny', () => {
    fc.assert(
      fc.property(anyRules, anyRule, anyCase, (rules, extra, about) => {
        const [before, after] = [verdictOf(rules, about), verdictOf([...rules, { ...extra, verdict: 'deny' }], about)]
        expect(strictness[after]).toBeGreaterThanOrEqual(strictness[before])
      }),
    )
  })

  it('asks at least where nobody can tell whether a rule that asks or denies is about the call, but for a narrower one that surely is', () => {
    fc.assert(
      fc.property(anyRules, anyCase, (rules, about) => {
        if (verdictOf(rules, about) !== 'allow') return
        const applying = rules.filter((rule) => matchRule(rule, about).applies === 'yes')
        const unsure = rules.filter((rule) => rule.verdict !== 'allow' && matchRule(rule, about).applies === 'unknown')
        for (const rule of unsure) expect(applying.some((one) => isNarrower(one, rule))).toBe(true)
      }),
    )
  })

  it('F07: allows nothing because of what a server that is not trusted says of its tool', () => {
    fc.assert(
      fc.property(anyRules, fc.array(anyLocked, { maxLength: 2 }), anyCase, anyAnnotations, (rules, locked, about, annotations) => {
        const untrusted = { ...about, server: { id: everything, trusted: false } }
        const silent = evaluateRules(rules, locked, { ...untrusted, tool: { name: 'echo', hash: 'h1' } }).verdict
        const claiming = evaluateRules(rules, locked, { ...untrusted, tool: { name: 'echo', hash: 'h1', annotations } }).verdict
        expect(claiming === 'allow').toBe(silent === 'allow')
      }),
    )
  })

  it('lets a rule that has ended count nothing', () => {
    fc.assert(
      fc.property(anyRules, anyCase, (rules, about) => {
        const lasting = rules.filter(({ lasts, until }) => lasts !== 'until' || (until ?? 0) > now)
        expect(verdictOf(rules, about)).toBe(verdictOf(lasting, about))
      }),
    )
  })

  it('allows only what a rule allows, nothing that changed, and nothing that the policy does not', () => {
    fc.assert(
      fc.property(anyRules, fc.array(anyLocked, { maxLength: 3 }), anyCase, (rules, locked, about) => {
        const own = verdictOf(rules, about)
        const both = evaluateRules(rules, locked, about).verdict
        const byPolicy = evaluateRules([], locked, about)
        expect(strictness[both]).toBeGreaterThanOrEqual(strictness[own])
        if (byPolicy.why.by === 'policy') expect(both).toBe('deny')
        if (byPolicy.fixed !== undefined) expect(both).not.toBe('allow')
        if (about.standing === 'changed') expect(own).not.toBe('allow')
        expect(
          verdictOf(
            rules.filter(({ verdict }) => verdict !== 'allow'),
            about,
          ),
        ).not.toBe('allow')
      }),
    )
  })

  it('F18: lets a grant reach no other server, tool, definition, conversation or argument than it was given for', () => {
    const call = {
      callId: CallId.parse('0190a5d0-0000-7000-8000-0000000000aa'),
      conversationId: here,
      serverId: everything,
      tool: 'echo',
      definitionHash: 'h1',
    }
    const inCode: ArgumentCondition = { path: ['path'], test: 'inFolder', value: '/home/dana/code' }
    const given: RuleFromCall = { what: 'arguments', where: [inCode], lasts: 'conversation' }
    const grant: Rule = { ...ruleFromCall(given, call), id: RuleId.parse('0190a5d0-0000-7000-8000-0000000000bb'), created: 1 }
    const creeping = fc.record({
      server: fc.constantFrom(everything, other),
      name: fc.constantFrom('echo', 'add'),
      hash: fc.constantFrom('h1', 'h2'),
      conversationId: fc.constantFrom(here, elsewhere),
      path: fc.oneof(
        fc.constantFrom(...paths),
        fc.string(),
        fc.string().map((end) => `/home/dana/code/${end}`),
      ),
    })
    fc.assert(
      fc.property(creeping, ({ server, name, hash, conversationId, path }) => {
        const about = { ...sampleCase, server: { id: server, trusted: true }, tool: { name, hash }, conversationId, arguments: { path } }
        if (verdictOf([grant], about) !== 'allow') return
        expect([server, name, hash, conversationId]).toEqual([everything, 'echo', 'h1', here])
        expect(new URL(path, 'file:///nowhere/').pathname).toMatch(/^\/home\/dana\/code(?:\/|$)/)
      }),
    )
  })
})
