import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ServerId, type ConversationId } from '../../shared/domain/ids'
import type { Call } from '../../shared/domain/chat'
import type { Launch } from '../../shared/domain/server'
import { ScriptedModel } from '../chat/testing/scriptedModel'
import { ProtocolEraCache } from '../session/protocolEraCache'
import { Database } from '../storage/database'
import { TestHost } from '../testing/testHost'

const everythingJs = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const everything = { command: process.execPath, args: [everythingJs] }
const serverId = ServerId.parse('everything')

async function callsOf(host: TestHost, conversationId: ConversationId): Promise<readonly Call[]> {
  const { conversation } = await host.call('chat.open', { conversationId })
  return conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
}

it('runs the main job: a real server, a model that wants its tool, a person who allows it, an answer, and all of it again after a restart', async () => {
  await using model = await ScriptedModel.start(
    { calls: [{ id: 'c1', name: 'everything__echo', arguments: '{"message":"hi"}' }] },
    { text: ['It said: ', 'hi'] },
  )
  const files = {
    'servers.json': { mcpServers: { everything } },
    'settings.json': {
      models: {
        default: 'local/scripted-1',
        providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: model.baseUrl, models: ['scripted-1'] }],
      },
    },
  }
  const host = await TestHost.start({ files })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', {})
  await host.call('chat.send', { conversationId, text: 'Say hi' })

  const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'approval'))
  const question = open.find(({ details }) => details.kind === 'approval')
  expect(question?.details).toMatchObject({ tool: 'echo', arguments: { message: 'hi' } })
  if (!question) throw new Error('no question')
  await host.call('questions.answer', { questionId: question.id, answer: { kind: 'approval', action: 'allowOnce' } })
  await host.until('chat.conversations', (list) => list[0]?.turn === 'done')

  const [call] = await callsOf(host, conversationId)
  expect(call).toMatchObject({ state: 'done', why: { by: 'person' }, result: { content: [{ type: 'text', text: 'Echo: hi' }] } })
  const records = call ? await host.call('traffic.ofCall', { callId: call.id }) : []
  // This server asks for the folders a moment after its start, which may fall into the call.
  const own = records.filter(({ json }) => !json.includes('roots'))
  expect(own.map(({ direction, json }) => [direction, json.includes('tools/call'), json.includes('Echo: hi')])).toEqual([
    ['sent', true, false],
    ['received', false, true],
  ])

  const before = await host.call('chat.open', { conversationId })
  const dataDir = await host.quit()
  await using again = await TestHost.start({ dataDir })
  const after = await again.call('chat.open', { conversationId })
  expect(after.conversation).toEqual(before.conversation)
  expect(after.conversation.title).toBe('Say hi')
  rmSync(dataDir, { recursive: true, force: true })
})

it('lets a person run a tool without any model, and without asking them again', async () => {
  await using host = await TestHost.start({ files: { 'servers.json': { mcpServers: { everything } } } })
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId, tool: 'get-sum', arguments: { a: 2, b: 3 } })
  await host.until('chat.conversations', (list) => list[0]?.turn === 'done')
  expect(await callsOf(host, conversationId)).toMatchObject([{ state: 'done', startedBy: 'person', why: { by: 'startedByPerson' } }])
})

it('refuses what a page may not say, and starts with a servers.json that it cannot read without touching it', async () => {
  const broken = '{ "mcpServers": { "a": { "command": "node", } '
  await using host = await TestHost.start({ files: { 'servers.json': broken } })
  const app = await host.until('app', ({ problems }) => problems.length > 0)
  expect(app.problems).toMatchObject([{ file: 'servers.json', error: { code: 'FILE_UNREADABLE' } }])
  const launch: Launch = { kind: 'stdio', command: 'node', args: [], env: {} }
  await expect(host.call('servers.save', { id: serverId, launch })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  expect(readFileSync(join(host.dataDir, 'servers.json'), 'utf8')).toBe(broken)
})

it('is fresh until something was configured', async () => {
  await using host = await TestHost.start()
  expect((await host.until('app', () => true)).fresh).toBe(true)
  await host.call('models.setDefault', { model: 'none' })
  await host.until('app', ({ fresh }) => !fresh)
})

/**
 * Writes the history of a server from an earlier run: a rule, a decision, a call in a conversation, a frame, and the fact that it asks
 * people.
 */
function leaveHistory(dataDir: string, server: string): void {
  const database = new Database(join(dataDir, 'parley.db'))
  const rows = [
    "INSERT INTO conversation (id, title, created, updated, model) VALUES ('c', 'Chat', 1, 1, 'none')",
    "INSERT INTO message (id, conversation, role, state, created) VALUES ('m', 'c', 'assistant', 'done', 1)",
    "INSERT INTO part (id, message, seq, kind, json) VALUES ('p', 'm', 1, 'call', '{}')",
    `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at)
     VALUES ('k', 'p', '${server}', 'echo', 'h', 'model', '{}', '{}', 'done', 1)`,
    `INSERT INTO question (id, server, calls, kind, tool, action, state, created, expires, ended, reason)
     VALUES ('q', '${server}', '[]', 'approval', 'echo', 'alwaysAllow', 'answered', 1, 2, 2, 'You allowed it, and made a rule.')`,
    `INSERT INTO rule (id, server, tool, definition_hash, verdict, lasts, created)
     VALUES ('0190a5d0-0000-7000-8000-000000000001', '${server}', 'echo', 'h', 'allow', 'always', 1)`,
    `INSERT INTO message_record (server, connection, call, at, direction, bytes, json) VALUES ('${server}', 'n', 'k', ${Date.now()}, 'sent', 2, '{}')`,
    `INSERT INTO fact (name, value) VALUES ('server asks: ${server}', 'yes')`,
    `INSERT INTO log (server, at, severity, text) VALUES ('${server}', 1, 1, 'hello')`,
    `INSERT INTO log_level (server, level) VALUES ('${server}', 'debug')`,
    `INSERT INTO followed (server, uri) VALUES ('${server}', 'file:///a')`,
    `INSERT INTO task (call, server, launch_hash, era, tool, task_id, status, created, checked, answered)
     VALUES ('k', '${server}', 'h', '2026', 'echo', 't', 'working', 1, 1, '[]')`,
    `INSERT INTO pin (server, account, what, name, hash, definition, accepted) VALUES ('${server}', '', 'tool', 'echo', 'h', '{}', 1)`,
    `INSERT INTO app_grant (server, uri, hash, granted, at) VALUES ('${server}', 'ui://a', 'h', '{"origins":[],"ownCode":true,"redirects":false,"permissions":[]}', 1)`,
    `INSERT INTO app_storage (server, name, value) VALUES ('${server}', 'view', '{}')`,
    `INSERT INTO app_unprotected (server, at) VALUES ('${server}', 1)`,
    `INSERT INTO sampling_usage (server, day, calls, tokens_in, tokens_out) VALUES ('${server}', strftime('%Y-%m-%d', 'now', 'localtime'), 1, 2, 3)`,
  ]
  for (const row of rows) database.run(row)
  database.close()
}

/** Returns the server names in every table with data about servers. */
function serversNamed(dataDir: string): Record<string, string[]> {
  const database = new Database(join(dataDir, 'parley.db'))
  const tables = database.all(
    "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'server' ORDER BY m.name",
  )
  const named = tables.map(({ name }) => [name, database.all(`SELECT server FROM ${String(name)}`).map(({ server }) => String(server))])
  const facts = database.all("SELECT name FROM fact WHERE name LIKE 'server asks: %'")
  database.close()
  return { ...Object.fromEntries(named), fact: facts.map(({ name }) => String(name)) }
}

const npx: Launch = { kind: 'stdio', command: 'npx', args: [], env: {} }
const [old, renamed] = [ServerId.parse('old'), ServerId.parse('renamed')]

it('gives a server its new name wherever something is kept of it', async () => {
  await using host = await TestHost.start({
    files: { 'servers.json': { mcpServers: { old: { command: 'npx', parley: { enabled: false } } } } },
  })
  leaveHistory(host.dataDir, 'old')
  await host.call('servers.save', { previousId: old, id: renamed, launch: npx })
  // A separate thread writes and renames frames. Reading them waits for it.
  await host.call('traffic.ofServer', { serverId: renamed, limit: 1 })
  expect(serversNamed(host.dataDir)).toEqual({
    account: [],
    app_grant: ['renamed'],
    app_storage: ['renamed'],
    app_unprotected: ['renamed'],
    call: ['renamed'],
    child: [],
    fact: ['server asks: renamed'],
    followed: ['renamed'],
    launch: ['renamed'],
    log: ['renamed'],
    log_level: ['renamed'],
    message_record: ['renamed'],
    pin: ['renamed'],
    question: ['renamed'],
    rule: ['renamed'],
    sampling_usage: ['renamed'],
    task: ['renamed'],
    suspended_call: [],
  })
})

it('lets rules come back with a server whose removal is undone, and gives none of them to another server of its name', async () => {
  await using host = await TestHost.start({
    files: { 'servers.json': { mcpServers: { old: { command: 'npx', parley: { enabled: false } } } } },
  })
  leaveHistory(host.dataDir, 'old')
  const { undoId } = await host.call('servers.remove', { serverId: old })
  await host.call('servers.restore', { undoId })
  expect(serversNamed(host.dataDir)).toMatchObject({ rule: ['old'], launch: ['old'] })
  await host.call('servers.remove', { serverId: old })
  await host.call('servers.save', { id: old, launch: { ...npx, command: '/nonexistent/other' } })
  expect(serversNamed(host.dataDir)).toMatchObject({ rule: [], launch: ['old'], fact: [], followed: [], log: [], log_level: [] })
})

it('forgets at the next start of a removed server that it asks people, and which protocol it spoke', async () => {
  const before = await TestHost.start({
    files: { 'servers.json': { mcpServers: { old: { command: 'npx', parley: { enabled: false } } } } },
  })
  const { dataDir } = before
  leaveHistory(dataDir, 'old')
  const database = new Database(join(dataDir, 'parley.db'))
  new ProtocolEraCache(database, () => Date.now()).remember(npx, '2025')
  database.close()
  await before.quit()
  const removing = await TestHost.start({ dataDir })
  const kept = factsOf(dataDir)
  await removing.call('servers.remove', { serverId: old })
  await removing.quit()
  await using after = await TestHost.start({ dataDir })
  expect([kept, factsOf(after.dataDir)]).toEqual([[expect.stringMatching(/^era: /), 'server asks: old'], []])
})

/** Returns the stored facts about servers and their launches. */
function factsOf(dataDir: string): string[] {
  const database = new Database(join(dataDir, 'parley.db'))
  const found = database.all("SELECT name FROM fact WHERE name LIKE 'server asks: %' OR name LIKE 'era: %' ORDER BY name")
  database.close()
  return found.map(({ name }) => String(name))
}
