import { expect, it } from 'vitest'
import type { Launch } from '../../shared/domain/server'
import type { PolicySheet } from './policySheet'
import { policyRemarks } from './policyRemarks'

const launch: Launch = {
  kind: 'stdio',
  command: '~/bin/files',
  args: ['${HOME}/notes'],
  env: { GITHUB_TOKEN: 'ghp_0123456789abcdefghij', TOKEN: { secret: 'x' } },
}
const remarks = (sheet: Omit<PolicySheet, 'name' | 'contact'>) =>
  policyRemarks({ name: 'A', contact: 'it@a.test', ...sheet }, () => launch).map(({ id, params }) => [id, params])

it('finds secrets in plain text, and says where they stand', () => {
  const { env, command, args } = launch
  expect(
    remarks({
      mcpServers: {
        Files: { command, args, env },
        Far: {
          url: 'https://a.test',
          headers: { Authorization: 'Bearer sk-live-0123456789', 'X-Team': 'blue', 'X-Key': { secret: 'key' } },
        },
      },
      signIn: {
        idp: { issuer: 'https://login.a.test', clientId: 'x', clientSecret: 'plain' },
        clients: [{ address: 'https://b.test', clientId: 'y', clientSecret: { secret: 'z' } }],
      },
    }).filter(([id]) => id === 'policy.remark.plainSecret'),
  ).toEqual([
    ['policy.remark.plainSecret', { path: 'mcpServers → Files → env → GITHUB_TOKEN' }],
    ['policy.remark.plainSecret', { path: 'mcpServers → Far → headers → Authorization' }],
    ['policy.remark.plainSecret', { path: 'signIn → idp → clientSecret' }],
  ])
})

it('finds addresses of sign-ins without encryption, and what Parley does not fill in', () => {
  expect(
    remarks({
      mcpServers: { Files: { command: 'x' } },
      signIn: {
        idp: { issuer: 'http://login.a.test', clientId: 'x' },
        clients: [{ address: 'https://b.test', clientId: 'y', issuer: 'http://localhost:8080' }],
      },
    }),
  ).toEqual([
    ['policy.remark.unencrypted', { address: 'http://login.a.test' }],
    ['policy.remark.placeholder', { server: 'Files', value: '~/bin/files' }],
    ['policy.remark.placeholder', { server: 'Files', value: '${HOME}/notes' }],
  ])
})

it('finds servers that everybody would reach without encryption', () => {
  const sheet = { name: 'A', contact: 'x', mcpServers: { Far: { url: 'http://mcp.a.test/mcp' }, Here: { url: 'http://127.0.0.1:80/' } } }
  const launchOf = (_name: string, entry: unknown): Launch => ({
    kind: 'http',
    url: (entry as { readonly url: string }).url,
    headers: {},
    transport: 'auto',
  })
  expect(policyRemarks(sheet, launchOf)).toEqual([
    { id: 'policy.remark.unencryptedServer', params: { server: 'Far', address: 'http://mcp.a.test/mcp' } },
  ])
})

it('says which patterns and variables let more in than they seem to', () => {
  expect(remarks({ servers: { allow: [{ serverName: 'files' }, { npm: '@a/*' }], variables: ['A_*', 'NODE_OPTIONS'] } })).toEqual([
    ['policy.remark.nameAlone', { name: 'files' }],
    ['policy.remark.steering', { name: 'NODE_OPTIONS' }],
  ])
})

it('finds patterns that let in everything of their kind, and no narrower one', () => {
  const wide = [
    { npm: '*' },
    { npm: '@*/*' },
    { pypi: '*' },
    { image: '*' },
    { command: '*' },
    { url: 'https://*' },
    { url: 'https://*/*' },
  ]
  const narrow = [{ npm: '@atlas/*' }, { npm: 'mcp-*' }, { url: 'https://*.atlas.example' }, { url: 'https://atlas.example/*' }]
  const found = (allow: NonNullable<NonNullable<PolicySheet['servers']>['allow']>) =>
    remarks({ servers: { allow } }).filter(([id]) => id === 'policy.remark.letsAllIn').length
  expect([found(wide), found(narrow)]).toEqual([wide.length, 0])
})

// Catches: a misspelt version that allows nothing, of which the admin hears nothing.
it('names versions of MCP that this Parley does not speak, and no others', () => {
  const found = remarks({ servers: { protocol: ['2025', '2026', '2025-06-18', '2025-06-17'] } }).filter(
    ([id]) => id === 'policy.remark.unspoken',
  )
  expect(found.map(([, params]) => params)).toEqual([{ version: '2025-06-17' }])
})

// Each of these is a policy that can be used and does not do what it says; silence would let it go out.
it.each<[string, Omit<PolicySheet, 'name'>, unknown]>([
  [
    'telemetry that is forbidden and sent somewhere',
    { telemetry: { allowed: false, endpoint: 'https://otel.a.test', content: true } },
    ['policy.remark.telemetryIdle', { members: ['endpoint', 'content'].map((name) => ({ id: 'policy.quoted', params: { name } })) }],
  ],
  [
    'a server of its own in a version that it forbids',
    { servers: { protocol: ['2025'] }, mcpServers: { Files: { command: 'files', parley: { protocol: '2026' } } } },
    ['policy.remark.ownProtocol', { server: 'Files', own: '2026' }],
  ],
  ['only versions that nobody speaks', { servers: { protocol: ['2031-01-01'] } }, ['policy.remark.noProtocol', undefined]],
  [
    'a misspelt extension',
    { servers: { extensions: { allow: ['io.modelcontextprotocol/taks', 'com.example/tasks', 'io.modelcontextprotocol/*'] } } },
    ['policy.remark.misspeltExtension', { name: 'io.modelcontextprotocol/taks', meant: 'io.modelcontextprotocol/tasks' }],
  ],
  [
    'a misspelt prefix',
    { servers: { extensions: { deny: ['io.modelcontextprotocl/*'] } } },
    ['policy.remark.misspeltExtension', { name: 'io.modelcontextprotocl/*', meant: 'io.modelcontextprotocol/*' }],
  ],
])('tells of %s', (_what, sheet, expected) => {
  expect(remarks(sheet).filter(([id]) => id !== 'policy.remark.placeholder' && id !== 'policy.remark.unspoken')).toEqual([expected])
})

it('says nothing of versions and extensions that go together', () => {
  const servers: PolicySheet['servers'] = {
    protocol: ['2025', '2026-07-28'],
    extensions: { allow: ['io.modelcontextprotocol/tasks', '*/skills'] },
  }
  expect(remarks({ servers, telemetry: { allowed: false, content: false } })).toEqual([])
})
