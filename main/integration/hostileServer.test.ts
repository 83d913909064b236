import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../shared/domain/chat'
import { ServerId } from '../../shared/domain/ids'
import type { Question } from '../../shared/domain/question'
import type { JsonObject } from '../../shared/lib/json'
import { TestHost } from '../testing/testHost'
import { eventRecorder } from '../testing/eventRecorder'

const hostile = ServerId.parse('hostile')
const planted = ServerId.parse('planted')
const script = join(import.meta.dirname, '../testing/hostileServer.mjs')
const entry = (canary = 'http://127.0.0.1:9') => ({ command: process.execPath, args: [script, canary] })

/** Opens a port that counts every connection, in any protocol. */
async function canary(): Promise<AsyncDisposable & { readonly url: string; readonly knocks: () => number }> {
  let knocks = 0
  const server = createServer((socket) => {
    knocks++
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    knocks: () => knocks,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

async function startWith(servers: object): Promise<TestHost> {
  const host = await TestHost.start({ files: { 'servers.json': { mcpServers: servers } } })
  await host.until('connections.states', (states) => states[hostile]?.phase === 'ready')
  return host
}

/** Runs a tool for a person. Resolves to the call when it has ended. */
async function run(host: TestHost, tool: string, args: JsonObject = {}): Promise<Call> {
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId: hostile, tool, arguments: args })
  await host.until('chat.conversations', (list) => ['done', 'failed'].includes(list.find(({ id }) => id === conversationId)?.turn ?? ''))
  const { conversation } = await host.call('chat.open', { conversationId })
  const [call] = conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  if (!call) throw new Error('There is no call')
  return call
}

const textOf = ({ result }: Call): string | undefined => (result?.content[0]?.type === 'text' ? result.content[0].text : undefined)

async function startQuestion(host: TestHost, serverId: ServerId): Promise<Question> {
  const isIt = ({ asker, details }: Question): boolean => asker.serverId === serverId && details.kind === 'start'
  const question = (await host.until('questions', ({ open }) => open.some(isIt))).open.find(isIt)
  if (!question) throw new Error('There is no question')
  return question
}

describe('a hostile server', () => {
  it('G04: names addresses in icons, links, resources, schemas and results, and none of them is asked for', async () => {
    await using trap = await canary()
    await using host = await startWith({ hostile: entry(trap.url) })
    const catalog = await host.call('servers.catalog', { serverId: hostile })
    expect([catalog.resources[0]?.uri, catalog.prompts.length]).toEqual([`${trap.url}/resource`, 1])
    expect((await run(host, 'links')).state).toBe('done')
    for (const src of ['icon.png', 'icon.svg'])
      expect(await host.call('icons.read', { serverId: hostile, src: `${trap.url}/${src}` })).toBeNull()
    expect((await run(host, 'refers', { a: 1 })).error?.code).toBeDefined()
    expect(trap.knocks()).toBe(0)
  })

  it('H06, H07: has nobody look at the page that it asks a person to visit, neither before the answer nor after it', async () => {
    await using trap = await canary()
    await using host = await startWith({ hostile: entry(trap.url) })
    const call = run(host, 'visit')
    const { open } = await host.until('questions', (questions) => questions.open.some(({ details }) => details.kind === 'page'))
    const question = open.find(({ details }) => details.kind === 'page')
    expect(question?.details).toMatchObject({ url: `${trap.url}/page`, warnings: ['loopback', 'ipAddress'] })
    if (!question) return
    await host.call('questions.answer', { questionId: question.id, answer: { kind: 'page', action: 'open' } })
    // The server learns that the person agreed, but nothing about the page. A real page would open in the person's browser, so nothing is
    // opened here.
    expect([textOf(await call), trap.knocks()]).toEqual(['{"action":"accept"}', 0])
  })

  it('B08: changes no object with names that every object has, and its answer arrives', async () => {
    await using host = await startWith({ hostile: entry() })
    const call = await run(host, 'pollute')
    expect([call.state, textOf(call), Reflect.get({}, 'polluted'), Object.keys(Object.prototype)]).toEqual([
      'done',
      'polluted',
      undefined,
      [],
    ])
  })

  it('C10: floods stderr, and neither holds up Parley nor fills its memory', async () => {
    await using host = await startWith({ hostile: entry() })
    const before = process.memoryUsage.rss()
    const lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    const call = await run(host, 'flood', { megabytes: 24 })
    lag.disable()
    const output = await host.call('servers.output', { serverId: hostile })
    expect(textOf(call)).toBe('flooded')
    expect({
      shown: output.text.length <= 64 * 1024,
      counted: output.dropped > 20 * 1024 * 1024,
      obeyed: output.text.includes('\u001b'),
    }).toEqual({
      shown: true,
      counted: true,
      obeyed: false,
    })
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(300)
    expect(lag.max / 1_000_000).toBeLessThan(2_000)
  })

  it('C11: prints UTF-16, byte order marks, halves of characters and binary noise, and its answers arrive byte by byte', async () => {
    const noise = [
      Buffer.from('\ufeffStarting…\r\n', 'utf16le'),
      Buffer.from('\ufeff{"jsonrpc":"2.0"}'),
      Buffer.from('😀').subarray(0, 2),
      Buffer.from([0, 1, 2, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
      Buffer.from('{"jsonrpc":"2.0","id":99999,"result":{}}'),
      Buffer.from('{"jsonrpc":"2.0","method":"notifications/nonsense"}\r'),
      Buffer.from('['.repeat(5_000)),
      Buffer.from(`${'[1,'.repeat(2_000)}1${']'.repeat(2_000)}`),
      Buffer.alloc(100_000, 'x'),
      Buffer.from('null'),
      Buffer.alloc(0),
    ]
    await using host = await startWith({ hostile: entry() })
    for (let round = 0; round < 2; round++) {
      const call = await run(host, 'noise', { lines: noise.toReversed().map((line) => line.toString('base64')) })
      expect(textOf(call)).toBe('é😀 answered')
    }
  })
})

describe('another program that writes servers.json', () => {
  it('C15: cannot start a server while Parley runs, whatever it writes beside it, until a person says so', async () => {
    using trap = eventRecorder()
    await using host = await startWith({ hostile: entry() })
    const bad = { command: trap.command, args: trap.args, trusted: true, parley: { enabled: true, trusted: true, approved: true } }
    writeFileSync(join(host.dataDir, 'servers.json'), JSON.stringify({ mcpServers: { hostile: entry(), planted: bad } }))
    const question = await startQuestion(host, planted)
    expect(question.details).toMatchObject({ launch: { command: trap.command, args: trap.args } })
    await host.call('questions.answer', { questionId: question.id, answer: { kind: 'start', action: 'notNow' } })
    await host.call('servers.setEnabled', { serverId: planted, enabled: false })
    await host.call('servers.setEnabled', { serverId: planted, enabled: true })
    const again = await startQuestion(host, planted)
    expect([again.id === question.id, trap.ran()]).toEqual([false, false])
    await host.call('questions.answer', { questionId: again.id, answer: { kind: 'start', action: 'start' } })
    await host.until('connections.states', (states) => ['failed', 'crashLoop'].includes(states[planted]?.phase ?? ''))
    expect(trap.ran()).toBe(true)
  })

  it('C16: cannot swap the command of a server that runs: the question shows both, and the new one waits', async () => {
    using trap = eventRecorder()
    await using host = await startWith({ hostile: entry() })
    writeFileSync(
      join(host.dataDir, 'servers.json'),
      JSON.stringify({ mcpServers: { hostile: { command: trap.command, args: trap.args } } }),
    )
    const { id, details } = await startQuestion(host, hostile)
    expect(details).toMatchObject({ launch: { args: trap.args }, previous: { args: [script, 'http://127.0.0.1:9'] } })
    await host.call('questions.answer', { questionId: id, answer: { kind: 'start', action: 'notNow' } })
    void host.ask('servers.restart', { serverId: hostile })
    await startQuestion(host, hostile)
    expect(trap.ran()).toBe(false)
  })
})
