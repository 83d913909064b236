import { expect, it } from 'vitest'
import type { Tool } from '../../../shared/domain/catalog'
import { RuleId, ServerId } from '../../../shared/domain/ids'
import type { Rule, RuleEntry } from '../../../shared/domain/rule'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { toolRuleVerdict } from './toolRuleVerdict'

const id = ServerId.parse('files')
const server = sampleServer(id)
const tool: Tool = { name: 'read', inputSchema: {}, hash: 'h1', annotations: { readOnlyHint: true } }
const rule = (change: Partial<Rule>): RuleEntry => ({
  kind: 'own',
  decided: 0,
  ended: false,
  rule: {
    id: RuleId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11'),
    subject: { serverId: id, tool: 'read' },
    definitionHash: 'h1',
    verdict: 'allow',
    lasts: 'always',
    created: 0,
    ...change,
  },
})

it('TL-23: is allowed by a rule for exactly this definition, and asks again when the definition changed', () => {
  expect([toolRuleVerdict(server, tool, [rule({})]), toolRuleVerdict(server, { ...tool, hash: 'h2' }, [rule({})])]).toEqual([
    'allow',
    'ask',
  ])
})

it('TL-09: believes "reads only" of trusted servers alone', () => {
  const rules = [rule({ subject: { serverId: id, kind: 'readOnly' } })]
  expect([toolRuleVerdict(server, tool, rules), toolRuleVerdict({ ...server, trusted: true }, tool, rules)]).toEqual(['ask', 'allow'])
})

it('lets a deny beat an allow', () => {
  expect(toolRuleVerdict(server, tool, [rule({}), rule({ verdict: 'deny' })])).toBe('deny')
})
