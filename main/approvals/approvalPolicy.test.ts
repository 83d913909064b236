import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../shared/domain/approval'
import { ConversationId, RuleId, ServerId } from '../../shared/domain/ids'
import { decide, type ApprovalCase } from './approvalPolicy'

const serverId = ServerId.parse('everything')
const here = ConversationId.parse('0190a5d0-0000-7000-8000-000000000001')
const elsewhere = ConversationId.parse('0190a5d0-0000-7000-8000-000000000002')
let ids = 0

const rule = (parts: Partial<ApprovalRule> = {}): ApprovalRule => ({
  id: RuleId.parse(`0190a5d0-0000-7000-8000-${String(ids++).padStart(12, '0')}`),
  serverId,
  reach: 'tool',
  tool: 'echo',
  definitionHash: 'h1',
  verdict: 'allow',
  lasts: 'always',
  created: 1,
  ...parts,
})
const readOnly = (parts: Partial<ApprovalRule> = {}): ApprovalRule => {
  const { tool: _tool, definitionHash: _hash, ...rest } = rule({ reach: 'readOnly', ...parts })
  return rest
}
const asked: ApprovalCase = {
  server: { id: serverId, trusted: false },
  tool: { name: 'echo', hash: 'h1' },
  conversationId: here,
  model: 'llama3',
}
const readingTrusted: ApprovalCase = {
  ...asked,
  server: { id: serverId, trusted: true },
  tool: { ...asked.tool, annotations: { readOnlyHint: true } },
}
const says = (rules: readonly ApprovalRule[], about: ApprovalCase = asked) => {
  const { verdict, why } = decide(rules, about)
  return `${verdict}: ${why.sentence}`
}

describe('decide', () => {
  it('TL-01: asks when no rule covers the tool', () => {
    const others = [rule({ tool: 'add' }), rule({ serverId: ServerId.parse('other') })]
    expect([says([]), says(others)]).toEqual(Array.from({ length: 2 }, () => 'ask: llama3 wants to run it, and no rule covers it.'))
  })

  it('follows a rule for the tool, and says which', () => {
    expect(says([rule()])).toBe('allow: Allowed by your rule “echo of everything, always”.')
    expect(says([rule({ lasts: 'conversation', conversationId: here })])).toBe(
      'allow: Allowed by your rule “echo of everything, in one conversation”.',
    )
    expect(says([rule({ verdict: 'deny' })])).toBe('deny: Denied by your rule “echo of everything, always”.')
  })

  it('TL-23: asks again when the definition of the tool has changed, even where a wider rule would allow it', () => {
    const sentence =
      'ask: llama3 wants to run it, and your rule “echo of everything, always” does not apply: everything has changed what the tool is since.'
    const changed = rule({ definitionHash: 'h0' })
    expect([
      says([changed]),
      says([changed, readOnly()], readingTrusted),
      says([{ ...changed, verdict: 'deny' }, readOnly()], readingTrusted),
    ]).toEqual([sentence, sentence, sentence])
  })

  it('asks in another conversation than the one that a rule is for', () => {
    expect(says([rule({ lasts: 'conversation', conversationId: elsewhere })])).toBe(
      'ask: llama3 wants to run it, and your rule “echo of everything, in one conversation” does not apply: it was for another conversation.',
    )
  })

  it('TL-09, TL-11: believes a server about reading only when the user does', () => {
    expect(says([readOnly()], readingTrusted)).toBe('allow: Allowed by your rule “all tools that everything calls read-only, always”.')
    expect(says([readOnly()], { ...readingTrusted, server: asked.server })).toBe(
      'ask: llama3 wants to run it, and your rule “all tools that everything calls read-only, always” does not apply: you do not believe what everything says about its tools any more.',
    )
    for (const annotations of [undefined, {}, { readOnlyHint: false }]) {
      const tool = { ...asked.tool, ...(annotations && { annotations }) }
      expect(says([readOnly()], { ...readingTrusted, tool })).toContain('everything does not call this tool read-only')
    }
  })

  it('lets the narrower rule win, and a deny win over an allow of the same reach', () => {
    expect(decide([readOnly({ verdict: 'deny' }), rule()], readingTrusted).verdict).toBe('allow')
    expect(decide([rule({ verdict: 'deny' }), readOnly()], readingTrusted).verdict).toBe('deny')
    expect(decide([rule({ verdict: 'deny' }), rule({ lasts: 'conversation', conversationId: here })], asked).verdict).toBe('deny')
    expect(decide([rule({ verdict: 'deny', lasts: 'conversation', conversationId: here }), rule()], asked).verdict).toBe('deny')
    expect(decide([readOnly({ verdict: 'deny' }), readOnly()], readingTrusted).verdict).toBe('deny')
    expect(decide([readOnly({ verdict: 'deny' }), rule({ definitionHash: 'h0' })], readingTrusted).verdict).toBe('deny')
  })
})

const anyRule: fc.Arbitrary<ApprovalRule> = fc
  .record({
    reach: fc.constantFrom('tool' as const, 'readOnly' as const),
    tool: fc.constantFrom('echo', 'add'),
    definitionHash: fc.constantFrom('h1', 'h0'),
    verdict: fc.constantFrom('allow' as const, 'deny' as const),
    lasts: fc.constantFrom('always' as const, 'conversation' as const),
    conversationId: fc.constantFrom(here, elsewhere),
    serverId: fc.constantFrom(serverId, ServerId.parse('other')),
    created: fc.nat(3),
  })
  .map((parts) => (parts.reach === 'tool' ? rule(parts) : readOnly(parts)))
const anyCase = fc.constantFrom(asked, readingTrusted)
const strictness = { allow: 0, ask: 1, deny: 2 } as const

describe('decide, whatever the rules are', () => {
  it('does not look at their order', () => {
    const shuffled = fc
      .array(anyRule, { maxLength: 8 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })))
    fc.assert(
      fc.property(shuffled, anyCase, ([rules, other], about) => {
        expect(decide(other, about)).toEqual(decide(rules, about))
      }),
    )
  })

  it('never loses a deny: one more never makes it laxer, and one for this very tool always holds', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), anyRule, anyCase, (rules, extra, about) => {
        const before = decide(rules, about).verdict
        const after = decide([...rules, { ...extra, verdict: 'deny' }], about).verdict
        expect(strictness[after]).toBeGreaterThanOrEqual(strictness[before])
        expect(decide([...rules, rule({ verdict: 'deny' })], about).verdict).toBe('deny')
      }),
    )
  })

  it('allows only what an allow rule names', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), anyCase, (rules, about) => {
        const withoutAllows = rules.filter(({ verdict }) => verdict === 'deny')
        expect(decide(withoutAllows, about).verdict).not.toBe('allow')
      }),
    )
  })

  it('says why in one plain sentence', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), anyCase, (rules, about) => {
        expect(decide(rules, about).why.sentence).toMatch(/^[^.\n]+\.$/)
      }),
    )
  })
})
