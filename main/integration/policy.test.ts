import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { PolicyFile } from '../../shared/domain/policy'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { TestHost } from '../testing/testHost'
import { eventRecorder } from '../testing/eventRecorder'

const memoryJs = join(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/package.json'), '../dist/index.js')
const memory = { command: process.execPath, args: [memoryJs] }

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-policy-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'policy.json')

function write(policy: PolicyFile | string): void {
  writeFileSync(path(), typeof policy === 'string' ? policy : JSON.stringify(policy))
}

interface Start {
  readonly servers?: Readonly<Record<string, object>>
  readonly settings?: object
  readonly mustBelongToRoot?: boolean
}

function startHost({ servers = {}, settings = {}, mustBelongToRoot = false }: Start = {}): Promise<TestHost> {
  return TestHost.start({
    files: { 'servers.json': { mcpServers: servers }, 'settings.json': settings },
    ports: { policyFiles: [{ path: path(), mustBelongToRoot }] },
  })
}

const scripted = (baseUrl: string) => ({
  default: 'local/scripted-1',
  providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl, models: ['scripted-1'] }],
})

const phaseOf = (host: TestHost, name: string, phase: string) =>
  host.until('connections.states', (states) => states[ServerId.parse(name)]?.phase === phase).then((states) => states[ServerId.parse(name)])

it('a server that the policy forbids does not start, and says who forbids it and whom to ask', async () => {
  using seen = eventRecorder()
  write({ name: 'Atlas IT', contact: 'it@atlas.example', servers: { deny: [{ command: 'npx' }, { command: process.execPath }] } })
  const { command, args } = seen
  await using host = await startHost({ servers: { bad: { command: 'env', args: [command, ...args] } } })
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } }
  const expected = { code: 'POLICY', reason: 'policy.denied', params: { by: 'Atlas IT', ask, what: process.execPath } }
  expect(await phaseOf(host, 'bad', 'failed')).toMatchObject({ error: expected })
  await expect(host.call('servers.start', { serverId: ServerId.parse('bad') })).rejects.toMatchObject(expected)
  const launch = { kind: 'stdio' as const, command: '/usr/bin/npx', args: ['-y', 'x'], env: {} }
  await expect(host.call('servers.save', { id: ServerId.parse('new'), launch })).rejects.toMatchObject({ code: 'POLICY' })
  expect([seen.ran(), (await host.until('servers', () => true)).servers.map(({ id }) => id)]).toEqual([false, ['bad']])
})

it('a policy that cannot be used stops everything, and a mended one goes on without a restart', async () => {
  await using model = await ScriptedModel.start({ text: ['Hello.'] })
  write('{ "name": "Atlas IT", "servers": { "alow": [] } }')
  await using host = await startHost({
    servers: { memory },
    settings: {
      models: scripted(model.baseUrl),
    },
  })
  const fault = { id: 'policy.fault.unknownName', params: { path: 'servers → alow' } }
  const unusable = {
    code: 'POLICY',
    reason: 'policy.unusable',
    params: { path: path(), why: { id: 'policy.at', params: { line: '1', column: '36', fault } } },
  }
  expect(await phaseOf(host, 'memory', 'failed')).toMatchObject({ error: unusable })
  expect((await host.until('app', ({ problems }) => problems.length > 0)).problems).toMatchObject([
    { file: 'policy.json', path: path(), error: unusable },
  ])
  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.send', { conversationId, text: 'Hi' })
  await host.until('chat.conversations', ([first]) => first?.turn === 'failed')
  const { conversation } = await host.call('chat.open', { conversationId })
  expect(conversation.messages.at(-1)?.parts).toMatchObject([{ kind: 'notice', error: unusable }])

  write({ name: 'Atlas IT', models: { allow: [{ address: 'http://127.0.0.1:*' }] } })
  await phaseOf(host, 'memory', 'ready')
  expect((await host.until('app', ({ problems }) => problems.length === 0)).problems).toEqual([])
  await host.call('chat.retry', { conversationId })
  await host.until('chat.conversations', ([first]) => first?.turn === 'done')
  expect(JSON.stringify(await host.call('chat.open', { conversationId }))).toContain('Hello.')
})

it('a policy that comes to forbid a server ends it while it runs; removed it goes on counting', async () => {
  write({ name: 'Atlas IT' })
  await using host = await startHost({ servers: { memory } })
  await phaseOf(host, 'memory', 'ready')
  write({ name: 'Atlas IT', servers: { add: false } })
  expect(await phaseOf(host, 'memory', 'failed')).toMatchObject({ error: { reason: 'policy.ownServers', params: { by: 'Atlas IT' } } })
  rmSync(path())
  expect((await host.until('policy', ({ files }) => files[0]?.state === 'gone')).mayAddServers).toBe(false)
  await expect(host.call('servers.start', { serverId: ServerId.parse('memory') })).rejects.toMatchObject({ code: 'POLICY' })
})

it('a question about a call is withdrawn, with whom to ask, when the policy comes to forbid the version that its server speaks', async () => {
  await using model = await ScriptedModel.start({ calls: [{ id: '1', name: 'memory__read_graph', arguments: '{}' }] }, { text: ['Well.'] })
  write({ name: 'Atlas IT' })
  await using host = await startHost({ servers: { memory }, settings: { models: scripted(model.baseUrl) } })
  await phaseOf(host, 'memory', 'ready')
  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.send', { conversationId, text: 'Hi' })
  await host.until('questions', ({ open }) => open.length === 1)
  write({ name: 'Atlas IT', contact: 'it@atlas.example', servers: { protocol: ['2026'] } })
  const { open, ended } = await host.until('questions', (questions) => questions.ended.length > 0)
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } }
  expect([open, ended]).toMatchObject([
    [],
    [{ kind: 'approval', how: 'withdrawn', reason: { id: 'errors.questions.endedByPolicy', params: { ask } } }],
  ])
  await host.until('chat.conversations', ([first]) => first?.turn === 'done')
  const { conversation } = await host.call('chat.open', { conversationId })
  expect(conversation.messages.at(-1)?.parts[0]).toMatchObject({
    call: { state: 'denied', why: { by: 'policy' }, error: { code: 'POLICY', params: { ask } } },
  })
})

it('EX-03: an extension that the user or the policy switches off while its server runs is no longer used, and the server is connected anew', async () => {
  const [tasks, skills] = ['io.modelcontextprotocol/tasks', 'io.modelcontextprotocol/skills']
  const script = join(import.meta.dirname, '../connections/testing/extensionServer.mjs')
  write({ name: 'Atlas IT' })
  await using host = await startHost({ servers: { x: { command: process.execPath, args: [script, '2026'] } } })
  const id = ServerId.parse('x')
  const readyWith = (abilities: readonly string[]) =>
    host.until('connections.states', ({ [id]: state }) => state?.phase === 'ready' && state.abilities.join() === abilities.join())
  await readyWith(['tasks', 'skills'])
  await host.call('servers.setExtension', { serverId: id, extension: skills, on: false })
  await readyWith(['tasks'])
  write({ name: 'Atlas IT', contact: 'it@atlas.example', servers: { extensions: { deny: ['*/tasks'] } } })
  await readyWith([])
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } }
  expect((await host.until('servers', () => true)).servers).toMatchObject([
    { extensions: { [skills]: false }, extensionLimits: [{ deny: ['*/tasks'], by: 'Atlas IT', ask }] },
  ])
  // What the policy forbids cannot be switched on.
  await host.call('servers.setExtension', { serverId: id, extension: tasks, on: true })
  await host.call('servers.setExtension', { serverId: id, extension: skills, on: true })
  await readyWith(['skills'])
})

it('a server of the policy is there for everybody: it cannot be changed or removed, and what was fixed of it counts', async () => {
  mkdirSync(join(folder, 'work'))
  write({
    name: 'Atlas IT',
    mcpServers: { memory: { ...memory, parley: { enabled: false } } },
    folders: { within: [join(folder, 'work')], ofServers: { memory: [join(folder, 'work')] } },
  })
  await using host = await startHost()
  const id = ServerId.parse('memory')
  const { servers } = await host.until('servers', (list) => list.servers.length === 1)
  expect(servers).toMatchObject([{ id, setBy: 'Atlas IT', enabled: false, roots: [`file://${folder}/work`], rootsChosen: true }])
  const launch = { kind: 'stdio' as const, command: 'x', args: [], env: {} }
  for (const attempt of [
    host.call('servers.save', { previousId: id, id, launch }),
    host.call('servers.remove', { serverId: id }),
    host.call('servers.setRoots', { serverId: id, roots: [folder] }),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: 'POLICY' })
  }
  // Users other than root could have written the file, so the user is asked as for any new command.
  await host.call('servers.setEnabled', { serverId: id, enabled: true })
  await host.until('questions', ({ open }) => open.some(({ details }) => details.kind === 'start'))
})

it('the computer’s own policy counts only where nobody but root could have written it; there may be none', async () => {
  write({ name: 'Somebody' })
  {
    await using host = await startHost({ servers: { memory }, mustBelongToRoot: true })
    expect(await phaseOf(host, 'memory', 'failed')).toMatchObject({
      error: {
        code: 'POLICY',
        reason: 'policy.unsafe',
        params: { path: path(), why: { id: expect.stringMatching(/^policy\.unsafe\.(notRoot|everybody|group|others)$/) } },
      },
    })
  }
  rmSync(path())
  await using host = await startHost({ servers: { memory }, mustBelongToRoot: true })
  await phaseOf(host, 'memory', 'ready')
  expect(await host.until('policy', () => true)).toMatchObject({ files: [], says: [] })
})

// Catches: a version that is negotiated although the policy in force forbids it, until the next start; and a choice that is saved against it.
it('a policy limits which version of MCP is spoken, at once when it changes, and over what is chosen', async () => {
  write({ name: 'Atlas IT' })
  await using host = await startHost({ servers: { memory: { ...memory, parley: { protocol: '2025-11-25' } } } })
  const serverId = ServerId.parse('memory')
  expect(await phaseOf(host, 'memory', 'ready')).toMatchObject({ negotiation: { version: '2025-11-25', why: 'chosen' } })
  write({ name: 'Atlas IT', contact: 'it@atlas.example', servers: { protocol: ['2025-06-18'] } })
  const params = { by: ['Atlas IT'], ask: { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } } }
  const refused = { code: 'POLICY', reason: 'policy.protocol', params: { ...params, server: 'memory', allowed: ['2025-06-18'] } }
  expect(await phaseOf(host, 'memory', 'failed')).toMatchObject({ error: refused })
  await expect(host.call('servers.setProtocol', { serverId, protocol: '2026' })).rejects.toMatchObject(refused)
  await host.call('servers.setProtocol', { serverId, protocol: 'automatic' })
  expect(await phaseOf(host, 'memory', 'ready')).toMatchObject({
    negotiation: { requested: 'automatic', version: '2025-06-18', why: 'policy' },
  })
  expect((await host.until('policy', () => true)).locks.protocol).toMatchObject({ by: ['Atlas IT'], facts: [{ code: 'protocol' }] })
})
