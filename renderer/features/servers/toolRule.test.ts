import { expect, it } from 'vitest'
import type { ApprovalRule } from '../../../shared/domain/approval'
import type { Tool } from '../../../shared/domain/catalog'
import { RuleId, ServerId } from '../../../shared/domain/ids'
import type { ServerDefinition } from '../../../shared/domain/server'
import { toolClaims } from './toolClaims'
import { toolRule } from './toolRule'

const id = ServerId.parse('files')
const server: ServerDefinition = {
  id,
  launch: { kind: 'stdio', command: 'x', args: [], env: {} },
  enabled: true,
  roots: [],
  rootsChosen: false,
  disabledTools: [],
  sampling: 'ask',
  trusted: false,
}
const tool: Tool = { name: 'read', inputSchema: {}, hash: 'h1', annotations: { readOnlyHint: true } }
const rule = (change: Partial<ApprovalRule>): ApprovalRule => ({
  id: RuleId.parse('5f0f3a4e-6f9b-4c53-9d4f-0d2f5a3c1b11'),
  serverId: id,
  reach: 'tool',
  tool: 'read',
  definitionHash: 'h1',
  verdict: 'allow',
  lasts: 'always',
  created: 0,
  ...change,
})

it('is allowed by a rule for exactly this definition, and asks again when the definition changed', () => {
  expect([toolRule(server, tool, [rule({})]), toolRule(server, { ...tool, hash: 'h2' }, [rule({})])]).toEqual(['allow', 'ask'])
})

it('believes "reads only" of trusted servers alone', () => {
  const rules = [rule({ reach: 'readOnly' })]
  expect([toolRule(server, tool, rules), toolRule({ ...server, trusted: true }, tool, rules)]).toEqual(['ask', 'allow'])
})

it('lets a deny beat an allow', () => {
  expect(toolRule(server, tool, [rule({}), rule({ verdict: 'deny' })])).toBe('deny')
})

it('says nothing of a tool about which its server says nothing', () => {
  expect([toolClaims(undefined), toolClaims({}), toolClaims({ readOnlyHint: true, destructiveHint: true })]).toEqual([
    [],
    [],
    [{ words: 'Reads only', danger: false }],
  ])
})
