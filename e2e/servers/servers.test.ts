import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../lib/processes.ts'
import { startHttpServer } from '../lib/httpServerProcess.ts'
import { fixtureFile } from '../lib/serverEntries.ts'
import { GateFolder } from './lib/gates.ts'

type Connected = AsyncDisposable & { readonly client: Client }

function newClient(mode: 'auto' | 'legacy' = 'auto'): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode, probe: { timeoutMs: 5_000, maxRetries: 0 } },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada', size: 'l' } },
  )
  client.setRequestHandler('sampling/createMessage', () => ({ model: 'm', role: 'assistant', content: { type: 'text', text: 'blue' } }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp' }] }))
  return client
}

async function connect(name: string, ...args: readonly string[]): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fixtureFile(name), ...args],
    stderr: 'pipe',
    maxBufferSize: 100e6,
  })
  const client = newClient()
  await client.connect(transport)
  return { client, [Symbol.asyncDispose]: () => client.close() }
}

const words = (result: unknown): string => {
  const [first] = (result as CallToolResult).content
  return first?.type === 'text' ? first.text : ''
}

describe.each([
  ['asksUser', 'legacy'],
  ['asksUser2026', 'modern'],
])('%s', (name, era) => {
  it('asks over stdio and tells every answer', async () => {
    await using server = await connect(name)
    expect(server.client.getProtocolEra()).toBe(era)
    await tellsEveryAnswer(server.client)
  })

  it('asks over Streamable HTTP and tells every answer', async () => {
    await using http = await startHttpServer(process.execPath, [fixtureFile(name), '--http', '0'])
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)))
    expect(client.getProtocolEra()).toBe(era)
    await tellsEveryAnswer(client)
    await client.close()
  })
})

async function tellsEveryAnswer(client: Client): Promise<void> {
  const told = async (tool: string, args = {}): Promise<string> => words(await client.callTool({ name: tool, arguments: args }))
  expect(await told('register')).toBe('{"action":"accept","content":{"name":"Ada","size":"l"}}')
  expect(await told('visit', { url: 'https://example.invalid/' })).toBe('{"action":"accept"}')
  expect(await told('ask_model', { prompt: 'Which colour?' })).toContain('"text":"blue"')
  expect(await told('which_folders')).toContain('file:///tmp')
  expect((await told('ask_twice')).split('\n')).toHaveLength(2)
}

describe('slow', () => {
  it('goes on at each gate, tells its progress, and sees that it was cancelled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-gates-'))
    const gates = new GateFolder(folder)
    await using server = await connect('slow', folder)
    const steps: number[] = []
    const working = server.client.callTool(
      { name: 'work', arguments: { name: 'a', steps: 2 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    )
    await expect.poll(() => steps).toEqual([1])
    gates.open('a-1')
    await expect.poll(() => steps).toEqual([1, 2])
    gates.open('a-2')
    expect(words(await working)).toBe('Work a is done')

    const stop = new AbortController()
    const stopped = server.client.callTool({ name: 'work', arguments: { name: 'b', steps: 1 } }, { signal: stop.signal })
    await gates.opened('b-begun', AbortSignal.timeout(5_000))
    stop.abort()
    await expect(stopped).rejects.toThrow()
    await gates.opened('b-cancelled', AbortSignal.timeout(5_000))
    expect(gates.isOpen('b-cancelled')).toBe(true)
  })
})

describe('crashing', () => {
  it('ends in the middle of a call', async () => {
    await using server = await connect('crashing', 'call')
    await expect(server.client.callTool({ name: 'crash' })).rejects.toThrow()
  })

  it('ends at its start', async () => {
    await expect(connect('crashing', 'start')).rejects.toThrow()
  })
})

describe('noisy', () => {
  it('answers between garbage, with eleven megabytes, and after a flood on stderr', async () => {
    await using server = await connect('noisy')
    const call = (name: string, args = {}): Promise<unknown> => server.client.callTool({ name, arguments: args })
    expect(words(await call('hello'))).toBe('hello')
    expect(words(await call('big', { megabytes: 11 }))).toHaveLength(11 * 1024 * 1024)
  })
})

describe.each(['2025', '2026'])('library of %s', (era) => {
  it('holds what it lists, and tells of a change', async () => {
    await using server = await connect('library', '--era', era)
    expect(server.client.getProtocolEra()).toBe(era === '2026' ? 'modern' : 'legacy')
    const { resources } = await server.client.listResources()
    for (const { uri } of resources.filter(({ name }) => name !== 'members')) await server.client.readResource({ uri })
    expect((await server.client.getPrompt({ name: 'every_kind' })).messages).toHaveLength(7)
    const changed = Promise.withResolvers<string>()
    server.client.setNotificationHandler('notifications/resources/updated', ({ params }) => changed.resolve(params.uri))
    const uri = 'library://books/dune'
    await (era === '2026' ? server.client.listen({ resourceSubscriptions: [uri] }) : server.client.subscribeResource({ uri }))
    await server.client.callTool({ name: 'change_book', arguments: { id: 'dune' } })
    expect(await changed.promise).toBe(uri)
  })
})

describe('manyTools', () => {
  it('lists 5,000 tools over 100 pages', async () => {
    await using server = await connect('manyTools', 'pages')
    let [pages, tools] = [0, 0]
    let cursor: string | undefined
    do {
      const page = await server.client.listTools({ cursor: cursor ?? '0' })
      ;[pages, tools, cursor] = [pages + 1, tools + page.tools.length, page.nextCursor]
    } while (cursor !== undefined)
    expect([pages, tools]).toEqual([100, 5_000])
  })
})

describe('media', () => {
  it('answers with a sound', async () => {
    await using server = await connect('media')
    const { content } = (await server.client.callTool({ name: 'sound' })) as CallToolResult
    expect(content).toEqual([{ type: 'audio', data: expect.stringMatching(/^UklGR/), mimeType: 'audio/wav' }])
  })
})

describe('hostile', () => {
  it('is a server like any other to a client', async () => {
    await using server = await connect('hostile', 'http://127.0.0.1:9')
    expect((await server.client.listTools()).tools).toHaveLength(3)
    expect(words(await server.client.callTool({ name: 'lie' }))).toContain('<script>')
  })
})

describe('promptInjection', () => {
  it('says what it was told to, and serves its notes', async () => {
    await using server = await connect(
      'promptInjection',
      JSON.stringify({ tools: { read: { says: 'news' } }, notes: { 'note://1': 'words' } }),
    )
    expect(words(await server.client.callTool({ name: 'read' }))).toBe('news')
    expect((await server.client.readResource({ uri: 'note://1' })).contents).toEqual([{ uri: 'note://1', text: 'words' }])
  })
})

describe('orphanMaker', () => {
  it('leaves a child that ignores SIGTERM', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'parley-pids-')), 'pids')
    // With `auto`, the SDK would start the server twice.
    const transport = new StdioClientTransport({ command: process.execPath, args: [fixtureFile('orphanMaker'), file] })
    const client = newClient('legacy')
    await client.connect(transport)
    await client.callTool({ name: 'hello' })
    await expect.poll(() => readFileSync(file, 'utf8').trim().split('\n').length).toBe(2)
    const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number)
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    expect(pids.map(isAlive)).toEqual([true, true])
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await client.close()
  })
})
