import { english } from '../../shared/i18n/translator'
import { describeSubject } from '../../shared/rules/describeRule'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PolicyFile } from '../../shared/domain/policy'
import { asked, ended, target } from '../testing/listeningHost'

const inEtc = { path: ['path'], test: 'inFolder' as const, value: '/etc' }

it('a rule of the policy forbids what every rule of the user allows, also what the person starts, and each call says why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rules-'))
  using _files = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
  const policy: PolicyFile = { name: 'Atlas IT', rules: [{ verdict: 'deny', server: 'target', tool: 'take', where: [inEtc] }] }
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify(policy))
  const ports = { policyFiles: [{ path, mustBelongToRoot: false }] }
  await using test = await asked(['{"path":"/tmp/a"}', '{"path":"/tmp/../etc/passwd"}'], { ports })
  const { host, conversationId, server } = test
  const rule = await host.call('rules.save', { subject: { serverId: target, tool: 'take' }, verdict: 'allow', lasts: 'always' })
  await test.go()
  await ended(host, conversationId)
  await host.call('chat.runTool', { conversationId, serverId: target, tool: 'take', arguments: { path: '/etc/shadow' } })
  await expect.poll(async () => (await ended(host, conversationId)).at(2)?.state).toBe('denied')
  const calls = await ended(host, conversationId)
  const forbids = 'Atlas IT forbids it: “‘take’ of ‘target’ where path is in /etc”.'
  expect(calls.map(({ state, why }) => `${state} by ${why.by}: ${english.message(why.reason)}.`)).toEqual([
    'done by rule: Allowed by your rule “‘take’ of ‘target’, always”.',
    `denied by policy: ${forbids}`,
    `denied by policy: ${forbids}`,
  ])
  expect([calls[0]?.why.ruleId, calls[2]?.error?.code, server.calls().length]).toEqual([rule.id, 'POLICY', 1])
  expect(
    (await host.until('rules.list', (entries) => entries.length === 2)).map(
      ({ kind, rule: { subject } }) => `${kind}: ${english.message(describeSubject(subject))}`,
    ),
  ).toEqual(['locked: “take” of “target” where path is in /etc', 'own: “take” of “target”'])
  const trial = await host.call('rules.tryCall', { serverId: target, tool: 'take', arguments: { path: '/etc/x' } })
  expect([trial.verdict, `${english.message(trial.reason)}.`]).toEqual(['deny', forbids])
})

it('a rule is deleted and brought back, and one that could never count is not saved', async () => {
  await using test = await asked([])
  const { host } = test
  const subject = { serverId: target, tool: 'take' }
  const { id } = await host.call('rules.save', { subject, verdict: 'deny', lasts: 'always' })
  const ids = async (count: number) => (await host.until('rules.list', (entries) => entries.length === count)).length
  await host.call('rules.forget', { ruleId: id })
  expect(await ids(0)).toBe(0)
  await host.call('rules.restore', { ruleId: id })
  expect(await ids(1)).toBe(1)
  const save = (change: object) => host.ask('rules.save', { subject, verdict: 'allow', lasts: 'always', ...change })
  for (const change of [{ lasts: 'until', until: 1 }, { subject: { tool: 'take' } }, { subject: { ...subject, tool: 'gone' } }]) {
    expect(await save(change)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  }
})
