import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuleId, ServerId } from '../domain/ids'
import { callsChoices, ruleVerdicts } from '../domain/ruleChoices'
import type { LockedRule, Rule } from '../domain/rule'
import { callsCap, callsState, isWithinCap, rulesForChoice, rulesForPlace, type CallsScope, type NewRule } from './callsChoice'

const files = ServerId.parse('files')
const server = { id: files, trusted: true }
const read = { name: 'read', hash: 'h1', annotations: { readOnlyHint: true } }
const scopes: readonly CallsScope[] = [{ server }, { server, tool: read }]

const made = (rules: readonly NewRule[], from = 0): readonly Rule[] =>
  rules.map((rule, index) => ({
    ...rule,
    id: RuleId.parse(`0190a5d0-0000-7000-8000-${String(from + index).padStart(12, '0')}`),
    created: 1,
  }))
const after = (rules: readonly Rule[], { removed, added }: ReturnType<typeof rulesForChoice>): readonly Rule[] => [
  ...rules.filter((rule) => !removed.includes(rule)),
  ...made(added, 500),
]

const someRules: fc.Arbitrary<readonly Rule[]> = fc
  .array(
    fc.record({
      subject: fc.constantFrom(
        {},
        { kind: 'readOnly' as const },
        { serverId: files },
        { serverId: files, kind: 'readOnly' as const },
        { serverId: files, tool: 'read' },
        { serverId: files, tool: 'read', kind: 'readOnly' as const },
        { serverId: files, tool: 'other' },
        { serverId: ServerId.parse('else') },
      ),
      verdict: fc.constantFrom(...ruleVerdicts),
      definitionHash: fc.constantFrom('h1', 'h2'),
      lasts: fc.constant('always' as const),
    }),
    { maxLength: 6 },
  )
  .map((rules) => made(rules))

describe('what a person chooses for calls', () => {
  it('is what the rules then say, whatever rules there were, and leaves the rules about others', () => {
    fc.assert(
      fc.property(someRules, fc.constantFrom(...scopes), fc.constantFrom(...callsChoices), (rules, scope, choice) => {
        const then = after(rules, rulesForChoice(rules, scope, choice))
        expect(callsState(then, scope)).toBe(choice)
        const others = ({ subject }: Rule): boolean =>
          subject.serverId !== files || (scope.tool !== undefined) !== (subject.tool === 'read')
        expect(then.filter(({ id }) => rules.some((rule) => rule.id === id)).filter(others)).toEqual(rules.filter(others))
      }),
    )
  })

  it('asks at first, and is kept as one rule', () => {
    expect(callsState([], { server })).toBe('ask')
    expect(rulesForChoice([], { server }, 'all').added).toEqual([{ subject: { serverId: files }, verdict: 'allow', lasts: 'always' }])
    expect(rulesForChoice([], { server }, 'reading').added).toEqual([
      { subject: { serverId: files, kind: 'readOnly' }, verdict: 'allow', lasts: 'always' },
    ])
    expect(rulesForChoice([], { server }, 'ask').added).toEqual([])
  })

  it('makes what runs a rule of its own, also where the server runs already, bound to what the tool is', () => {
    const ofServer = made(rulesForChoice([], { server }, 'all').added)
    const ofBoth = after(ofServer, rulesForChoice(ofServer, { server, tool: read }, 'all'))
    expect(ofBoth).toMatchObject([{ verdict: 'allow' }, { subject: { tool: 'read' }, verdict: 'allow', definitionHash: 'h1' }])
    // What it is now is not what was allowed, and its server does not allow it again.
    expect(callsState(ofBoth, { server, tool: { ...read, hash: 'h2' } })).toBe('ask')
    const again = rulesForChoice(ofServer, { server }, 'all')
    expect([again.removed, again.added]).toEqual([ofServer, [{ subject: { serverId: files }, verdict: 'allow', lasts: 'always' }]])
    expect(rulesForChoice(ofServer, { server, tool: read }, 'ask').added).toMatchObject([{ subject: { tool: 'read' }, verdict: 'ask' }])
    const ofTool = made(rulesForChoice([], { server, tool: read }, 'all').added)
    expect(ofTool).toMatchObject([{ definitionHash: 'h1' }])
    expect(callsState(ofTool, { server, tool: { ...read, hash: 'h2' } })).toBe('ask')
  })

  it('is what was allowed until a day, as long as that counts, though the tool asks else', () => {
    const subject = { serverId: files, tool: 'read' }
    const [asks] = made([{ subject, verdict: 'ask', lasts: 'always' }])
    const [until] = made([{ subject, verdict: 'allow', definitionHash: 'h1', lasts: 'until', until: 9 }], 1)
    if (!asks || !until) throw new Error('No rules')
    const scope = { server, tool: read }
    expect(callsState([asks, { ...until, created: 2 }], scope)).toBe('all')
    expect(
      callsState(
        [
          { ...until, created: 2 },
          { ...asks, created: 3 },
        ],
        scope,
      ),
    ).toBe('ask')
    expect(
      callsState(
        [
          { ...asks, verdict: 'deny' },
          { ...until, created: 2 },
        ],
        scope,
      ),
    ).toBe('never')
  })

  it('spares no question for what a server says of itself where nobody believes it', () => {
    const rules = made(rulesForChoice([], { server }, 'reading').added)
    expect(callsState(rules, { server: { ...server, trusted: false } })).toBe('ask')
    expect(callsState(rules, { server, tool: { name: 'write', hash: 'h1' } })).toBe('ask')
  })
})

const order = ['never', 'ask', 'reading', 'all']

it('where a tool asks never loosens whether it asks', () => {
  fc.assert(
    fc.property(someRules, fc.boolean(), fc.boolean(), (rules, first, second) => {
      const scope = { server, tool: read }
      const placed = after(rules, rulesForPlace(rules, scope, first))
      const again = after(placed, rulesForPlace(placed, scope, second))
      const before = callsState(rules, scope)
      for (const state of [callsState(placed, scope), callsState(again, scope)])
        expect(order.indexOf(state)).toBeLessThanOrEqual(order.indexOf(before))
    }),
  )
})

const locked = (rule: Partial<LockedRule>): LockedRule => ({ subject: {}, verdict: 'ask', by: 'Atlas IT', ...rule })

it.each<[string, LockedRule, CallsScope, string | undefined]>([
  ['all calls are asked about', locked({}), { server }, 'ask'],
  ['the server is denied', locked({ verdict: 'deny', subject: { serverId: files } }), { server }, 'never'],
  ['all but reading asks, and it believes', locked({ subject: { kind: 'notReadOnly', believed: true } }), { server }, 'reading'],
  [
    'all but reading asks, and it believes: a tool',
    locked({ subject: { kind: 'notReadOnly', believed: true } }),
    { server, tool: read },
    undefined,
  ],
  ['all but reading asks, and it does not believe', locked({ subject: { kind: 'notReadOnly' } }), { server, tool: read }, 'ask'],
  ['destroying asks', locked({ subject: { kind: 'destructive' } }), { server, tool: { name: 'drop', hash: 'h' } }, 'ask'],
  ['all but reading is denied, and it does not believe', locked({ verdict: 'deny', subject: { kind: 'notReadOnly' } }), { server }, 'ask'],
  [
    'all but reading is denied: a tool that does not say so',
    locked({ verdict: 'deny', subject: { kind: 'notReadOnly' } }),
    { server, tool: { name: 'drop', hash: 'h' } },
    'never',
  ],
  [
    'all but reading is denied: a tool that says so, and is not believed',
    locked({ verdict: 'deny', subject: { kind: 'notReadOnly' } }),
    { server, tool: read },
    'ask',
  ],
  [
    'destroying is denied: a tool that may, of a server that nobody believes',
    locked({ verdict: 'deny', subject: { kind: 'destructive' } }),
    { server: { ...server, trusted: false }, tool: { name: 'drop', hash: 'h' } },
    'never',
  ],
  ['another server asks', locked({ subject: { serverId: ServerId.parse('else') } }), { server }, undefined],
  ['one tool asks', locked({ subject: { serverId: files, tool: 'read' } }), { server }, undefined],
  ['one tool asks: that tool', locked({ subject: { serverId: files, tool: 'read' } }), { server, tool: read }, 'ask'],
])('where %s, the policy caps the choice', (_, rule, scope, most) => {
  const cap = callsCap([rule], scope)
  expect(cap?.most).toBe(most)
  expect(isWithinCap('all', cap)).toBe(most === undefined)
})
