import { expect, it } from 'vitest'
import { unnamedArgument } from '../../shared/rules/unnamedArgument'
import { lockedRules, withoutAllowed } from './lockedRules'
import { parsePolicy } from './parsePolicy'
import type { PolicySheet } from './policySheet'

type PolicyRule = NonNullable<PolicySheet['rules']>[number]

const definition = 'a'.repeat(64)
const allow = { verdict: 'allow', server: 'files', tool: 'read', definition } as const
const parse = (rules: readonly object[]) =>
  parsePolicy(JSON.stringify({ name: 'A', mcpServers: { files: { command: 'files' } }, rules }), {
    home: '/home/a',
    checkEntry: () => undefined,
  })

it('P13: what is allowed beforehand names one definition of a tool, of a server that the same file brings', () => {
  const { verdict, server, tool } = allow
  expect(
    [[allow], [{ verdict, server, tool }], [{ ...allow, kind: 'readOnly' }], [{ ...allow, verdict: 'ask' }]].map(
      (rules) => parse(rules).ok,
    ),
  ).toEqual([true, false, false, false])
  const sheet = { name: 'A', mcpServers: { files: { command: 'files' } }, rules: [allow, { ...allow, server: 'own' }] }
  expect(lockedRules({ sheets: [sheet] }).map(({ subject, definitionHash }) => [subject.serverId, definitionHash])).toEqual([
    ['files', definition],
  ])
})

it('P13: what is allowed beforehand under conditions has no argument that no condition is about', () => {
  const where: PolicyRule['where'] = [{ path: ['path'], test: 'inFolder', value: '/srv' }]
  const rules: PolicyRule[] = [
    { ...allow, where },
    { verdict: 'ask', where },
  ]
  const sheet = { name: 'A', mcpServers: { files: { command: 'files' } }, rules }
  expect(
    lockedRules({ sheets: [sheet] }).map(({ subject }) => unnamedArgument(subject, { path: '/srv/a', include: '/etc/shadow' })),
  ).toEqual([['include'], undefined])
})

it('P13: a file that others than root could have written allows nothing beforehand, and keeps what makes it stricter', () => {
  const deny = { verdict: 'deny', server: 'files' } as const
  expect(withoutAllowed({ name: 'A', rules: [allow, deny] }).rules).toEqual([deny])
})

it('P12: only a rule about what does more than read can say that it believes servers', () => {
  const kinds = ['notReadOnly', 'readOnly'].map((kind) => parse([{ verdict: 'ask', kind, believe: true }]).ok)
  expect(kinds).toEqual([true, false])
})
