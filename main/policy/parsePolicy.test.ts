import { describe, expect, it } from 'vitest'
import { parsePolicy } from './parsePolicy'

const parse = (text: string) =>
  parsePolicy(text, {
    home: '/home/dana',
    checkEntry: (name) => (name === 'bad' ? { code: 'INVALID_INPUT', message: 'It has neither a command nor a URL' } : undefined),
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
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('“client:”') })
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
  const cases = [
    ['', 'line 1, column 1: The file is empty'],
    ['[]', 'line 1, column 1: The file has to hold one object, { … }'],
    ['{\n "name" "x" }', 'line 2, column 9: A colon is missing'],
    ['{\n "contact": "x" }', 'line 1, column 1: “name” cannot be used'],
    ['{ "name": "A",\n "name": "B" }', 'line 2, column 2: “name” is there twice'],
    ['{ "name": "A",\n "sampling": { "allow": false } }', 'line 2, column 16: Parley does not know “sampling → allow”'],
    ['{ "name": "A",\n "sampling": { "allowed": "no" } }', 'line 2, column 16: “sampling → allowed” cannot be used'],
    ['{ "name": "A",\n "servers": { "deny": [\n "npx" ] } }', 'line 3, column 2: “servers → deny → 0” cannot be used: It has to be one of'],
    [
      '{ "name": "A",\n "servers": { "deny": [\n { "command": "x", "npm": "y" } ] } }',
      'line 3, column 2: “servers → deny → 0” cannot be used',
    ],
    ['{ "name": "A",\n "servers": { "allow": [{ "url": "*.example.com" }] } }', 'line 2, column 27: “*.example.com” is no address'],
    ['{ "name": "A",\n "servers": { "deny": [{ "command": "npx -y evil" }] } }', 'line 2, column 26: “npx -y evil” is not the name'],
    ['{ "name": "A", "servers": { "deny": [{ "command": "npx " }] } }', '“npx ” is not the name'],
    ['{ "name": "A", "servers": { "allow": [{ "command": "./server" }] } }', '“./server” is no whole path'],
    ['{ "name": "A", "servers": { "allow": [{ "command": "~/server" }] } }', '“~/server” is no whole path'],
    ['{ "name": "A", "servers": { "deny": [{ "npm": "@evil/x@1.0.0" }] } }', '“@evil/x@1.0.0” is not the name'],
    ['{ "name": "A", "servers": { "deny": [{ "pypi": "evil==1" }] } }', '“evil==1” is not the name'],
    ['{ "name": "A", "servers": { "deny": [{ "image": "evil/x:latest" }] } }', '“evil/x:latest” is not the name'],
    ['{ "name": "A",\n "models": { "allow": [{ "address": "gateway" }] } }', '“gateway” is no address'],
    ['{ "name": "A",\n "folders": { "within": ["work"] } }', 'line 2, column 26: “work” is no whole path'],
    ['{ "name": "A",\n "folders": { "within": ["//share/x"] } }', '“//share/x” is no whole path'],
    [
      '{ "name": "A",\n "mcpServers": { "bad": {} } }',
      'line 2, column 18: The server “bad” cannot be used: It has neither a command nor a URL',
    ],
    [
      '{ "name": "A",\n "mcpServers": { "x": { "command": "y", "parley": { "smapling": "off" } } } }',
      'line 2, column 53: Parley does not know “mcpServers → x → parley → smapling”',
    ],
    [
      '{ "name": "A", "mcpServers": { "x": { "command": "y", "parley": { "tools": { "disable": ["rm"] } } } } }',
      'Parley does not know “mcpServers → x → parley → tools → disable”',
    ],
    ['{ "name": "A",\n "rules": [{ "verdict": "allow" }] }', '“rules → 0 → verdict” cannot be used'],
    ['{ "name": "A",\n "rules": [{ "verdict": "deny", "tool": "x" }] }', 'A rule for a tool names its server'],
    ['{ "name": "A",\n "elicitation": { "hosts": ["https://x"] } }', 'A host looks like login.example.com'],
    ['{ "name": "A", "__proto__": {} }', 'Parley does not know “__proto__”'],
  ] as const
  it.each(cases.map(([text, message]) => [message, text] as const))('%s', (message, text) => {
    expect(parse(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  })
})
