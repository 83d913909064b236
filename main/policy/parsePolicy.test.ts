import { describe, expect, it } from 'vitest'
import { parsePolicy } from './parsePolicy'
import { AppError } from '../../shared/errors/appError'
import type { MessageId } from '../../shared/i18n/message'

const parse = (text: string) =>
  parsePolicy(text, {
    home: '/home/dana',
    checkEntry: (name) => (name === 'bad' ? new AppError('INVALID_INPUT', { reason: 'servers.launchNeither' }).toData() : undefined),
  })

it('reads what people write: comments, trailing commas, and ~ for the home of whoever runs Parley', () => {
  const text = `{
    // For everybody
    "$schema": "./policy.schema.json",
    "name": "Atlas IT",
    "folders": { "within": ["~/work", "~", "C:\\\\work\\\\x\\\\.."], "ofServers": { "files": ["/srv/../srv/data"] } },
  }`
  expect(parse(text)).toEqual({
    ok: true,
    ignored: [],
    sheet: {
      name: 'Atlas IT',
      folders: { within: ['/home/dana/work', '/home/dana', 'C:\\work'], ofServers: { files: ['/srv/data'] } },
    },
  })
})

it('K14: takes no record of an account for a secret that it may name', () => {
  const secret = { secret: 'client:ab' }
  const idp = { issuer: 'https://idp.test', clientId: 'a', clientSecret: secret }
  const clients = [{ address: 'https://a.test/*', clientId: 'a', clientSecret: secret }]
  for (const signIn of [{ idp }, { clients }]) {
    const parsed = parse(JSON.stringify({ name: 'A', signIn }))
    expect(parsed).toMatchObject({ ok: false, faults: [{ fault: { params: { issue: { id: 'json.issue.reservedName' } } } }] })
  }
})

it('takes every spelling of patterns that can match something', () => {
  const patterns = [
    ...['npx', 'python3*', '*', '/opt/atlas/*', '/opt/my tools/x', 'C:\\Program Files\\x\\y.exe', '*/bin/x'].map((command) => ({
      command,
    })),
    ...['@atlas/*', '@atlas*', '*', 'server-*', '*-mcp'].map((npm) => ({ npm })),
    ...['mcp-server-*', 'Mcp_Server.x', '*'].map((pypi) => ({ pypi })),
    ...['ghcr.io/atlas/*', 'redis', 'localhost:5000/x', 'reg.test:*/a/b', '*'].map((image) => ({ image })),
  ]
  expect(parse(JSON.stringify({ name: 'A', servers: { allow: patterns } })).ok).toBe(true)
})

it('is not thrown by what is nested deeply, at any depth', () => {
  for (const depth of [100, 1_000, 3_000, 6_000, 20_000, 200_000]) {
    const text = `{ "name": "A", "mcpServers": { "x": { "command": "y", "z": ${'['.repeat(depth)}${']'.repeat(depth)} } } }`
    expect([true, false]).toContain(parse(text).ok)
  }
})

describe('a policy that cannot be used says where, and what is wrong', () => {
  const value = 'policy.fault.value'
  const unknown = 'policy.fault.unknownName'
  const cases: readonly (readonly [text: string, line: number, column: number, id: MessageId, params?: object])[] = [
    ['', 1, 1, 'policy.fault.empty'],
    ['[]', 1, 1, 'errors.storage.json.notAnObject'],
    ['{\n "name" "x" }', 2, 9, 'errors.storage.json.colonExpected'],
    ['{\n "contact": "x" }', 1, 1, value, { path: 'name' }],
    ['{ "name": "A",\n "name": "B" }', 2, 2, 'errors.storage.json.duplicateName', { name: 'name' }],
    ['{ "name": "A",\n "sampling": { "allow": false } }', 2, 16, unknown, { path: 'sampling → allow' }],
    ['{ "name": "A",\n "sampling": { "allowed": "no" } }', 2, 16, value, { path: 'sampling → allowed' }],
    [
      '{ "name": "A",\n "servers": { "deny": [\n "npx" ] } }',
      3,
      2,
      value,
      { path: 'servers → deny → 0', issue: { id: 'json.issue.pattern' } },
    ],
    ['{ "name": "A",\n "servers": { "deny": [\n { "command": "x", "npm": "y" } ] } }', 3, 2, value, { path: 'servers → deny → 0' }],
    ['{ "name": "A",\n "servers": { "allow": [{ "url": "*.example.com" }] } }', 2, 27, 'policy.fault.address', { text: '*.example.com' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "command": "npx -y evil" }] } }', 2, 26, 'policy.fault.program', { text: 'npx -y evil' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "command": "npx " }] } }', 2, 26, 'policy.fault.program', { text: 'npx ' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "command": "./server" }] } }', 2, 26, 'policy.fault.notWhole', { text: './server' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "command": "~/server" }] } }', 2, 26, 'policy.fault.notWhole', { text: '~/server' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "npm": "@evil/x@1.0.0" }] } }', 2, 26, 'policy.fault.package', { text: '@evil/x@1.0.0' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "pypi": "evil==1" }] } }', 2, 26, 'policy.fault.package', { text: 'evil==1' }],
    ['{ "name": "A",\n "servers": { "deny": [{ "image": "evil/x:latest" }] } }', 2, 26, 'policy.fault.image', { text: 'evil/x:latest' }],
    ['{ "name": "A",\n "models": { "allow": [{ "address": "gateway" }] } }', 2, 26, 'policy.fault.address', { text: 'gateway' }],
    ['{ "name": "A",\n "folders": { "within": ["work"] } }', 2, 26, 'policy.fault.notWhole', { text: 'work' }],
    ['{ "name": "A",\n "folders": { "within": ["//share/x"] } }', 2, 26, 'policy.fault.notWhole', { text: '//share/x' }],
    [
      '{ "name": "A",\n "mcpServers": { "bad": {} } }',
      2,
      18,
      'policy.fault.server',
      { name: 'bad', why: { id: 'errors.servers.launchNeither' } },
    ],
    [
      '{ "name": "A",\n "mcpServers": { "x": { "command": "y", "parley": { "smapling": "off" } } } }',
      2,
      53,
      unknown,
      { path: 'mcpServers → x → parley → smapling' },
    ],
    [
      '{ "name": "A",\n "mcpServers": { "x": { "command": "y", "parley": { "tools": { "disable": ["rm"] } } } } }',
      2,
      64,
      unknown,
      { path: 'mcpServers → x → parley → tools → disable' },
    ],
    ['{ "name": "A",\n "rules": [{ "verdict": "warn" }] }', 2, 14, value, { path: 'rules → 0 → verdict' }],
    [
      '{ "name": "A",\n "rules": [{ "verdict": "deny", "tool": "x" }] }',
      2,
      12,
      value,
      { path: 'rules → 0', issue: { id: 'json.issue.toolNeedsServer' } },
    ],
    [
      '{ "name": "A",\n "elicitation": { "hosts": ["https://x"] } }',
      2,
      29,
      value,
      { path: 'elicitation → hosts → 0', issue: { id: 'json.issue.host' } },
    ],
    ['{ "name": "A",\n "__proto__": {} }', 2, 2, unknown, { path: '__proto__' }],
  ]
  it.each(cases.map((one) => [one[0], one] as const))('%s', (text, [, line, column, id, params]) => {
    const fault = { line, column, fault: { id, ...(params && { params }) } }
    expect(parse(text)).toMatchObject({ ok: false, faults: [fault] })
  })
})

describe('P07: words that an older Parley may leave out', () => {
  const sheetOf = (policy: unknown) => {
    const parsed = parse(JSON.stringify(policy))
    return parsed.ok ? [parsed.sheet, parsed.ignored] : parsed.faults.map(({ fault }) => fault)
  }

  it('are left out where the policy names them, and everything else counts', () => {
    const policy = {
      name: 'A',
      ignorable: ['apps', 'servers.signedBy', 'rules.until'],
      apps: { allow: [] },
      servers: { add: false, signedBy: ['x'] },
      rules: [{ verdict: 'ask', until: '2027' }, { verdict: 'deny' }],
    }
    expect(sheetOf(policy)).toEqual([
      { name: 'A', servers: { add: false }, rules: [{ verdict: 'ask' }, { verdict: 'deny' }] },
      ['apps', 'rules.until', 'servers.signedBy'],
    ])
  })

  it('cannot leave out what Parley knows, nor hide a mistyped word beside it', () => {
    expect(sheetOf({ name: 'A', ignorable: ['servers'], servers: { add: false } })).toEqual([{ name: 'A', servers: { add: false } }, []])
    expect(sheetOf({ name: 'A', ignorable: ['apps'], apps: {}, serves: {} })).toMatchObject([
      { id: 'policy.fault.unknownName', params: { path: 'serves' } },
    ])
  })
})

it('takes no word of telemetry that would have no effect without a collector', () => {
  const reason = (telemetry: object): unknown => {
    const parsed = parse(JSON.stringify({ name: 'A', telemetry }))
    return parsed.ok ? 'can be used' : parsed.faults[0].fault
  }
  const needed = { id: 'policy.fault.value', params: { path: 'telemetry', issue: { id: 'json.issue.telemetryNeedsEndpoint' } } }
  const alone = [{ protocol: 'http/json' }, { signals: { logs: false } }, { headers: { a: 'b' } }, { content: true }]
  expect(alone.map(reason)).toEqual([needed, needed, needed, needed])
  expect(alone.map((one) => reason({ ...one, endpoint: 'http://collector.internal:4318' }))).toEqual(alone.map(() => 'can be used'))
  expect([reason({ allowed: false }), reason({ content: false }), reason({})]).toEqual(['can be used', 'can be used', 'can be used'])
})
