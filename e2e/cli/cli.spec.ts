import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect, test } from '../fixtures.ts'
import { fixture, real } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { message, send } from '../screen/chat.ts'
import { allowOnce, answer, form } from '../screen/questions.ts'
import { startChat } from '../screen/startChat.ts'
import { interruptParley, runConfigured, runParley, runParleyInto } from './runParley.ts'

test('list says of each server what it is and offers, in words and as JSON, and a broken one costs the others nothing', async ({
  parley,
}) => {
  parley.writeServers({ everything: real('everything'), gone: { command: 'no-such-command', args: [] } })
  const words = await runParley(parley, ['list'])
  expect(words.code).toBe(0)
  expect(words.out).toMatch(/everything +Ready +2025-11-25 +\d+ tools/)
  expect(words.out).toMatch(/gone +Failed .*was not found/)
  const listed = JSON.parse((await runParley(parley, ['list', '--json'])).out) as readonly Record<string, unknown>[]
  expect(listed).toEqual([
    {
      server: 'everything',
      state: 'ready',
      era: '2025',
      protocol: '2025-11-25',
      tools: expect.arrayContaining(['echo']),
      resources: expect.any(Array),
      prompts: expect.arrayContaining(['simple-prompt']),
      definitions: expect.objectContaining({ echo: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      error: null,
    },
    {
      server: 'gone',
      state: 'failed',
      era: null,
      protocol: null,
      tools: [],
      definitions: {},
      resources: [],
      prompts: [],
      error: expect.objectContaining({ code: 'COMMAND_NOT_FOUND' }),
      evidence: { kind: 'path', folders: expect.any(Array) },
    },
  ])
})

test('call, read and prompt print what the server answered, and nothing else, on stdout', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  const called = await runParley(parley, ['call', 'everything', 'get-sum', '-', '--json'], '{"a":2,"b":3}')
  expect(JSON.parse(called.out)).toEqual({ content: [{ type: 'text', text: expect.stringContaining('5') }] })
  const read = await runParley(parley, ['read', 'everything', 'demo://resource/dynamic/text/7'])
  expect(read.out).toMatch(/^Resource 7: /)
  const prompt = await runParley(parley, ['prompt', 'everything', 'args-prompt', '{"city":"Ulm"}'])
  expect(prompt.out).toMatch(/^user: .*Ulm/)
  expect([called, read, prompt].map(({ code, err }) => ({ code, err }))).toEqual([0, 0, 0].map((code) => ({ code, err: '' })))
})

test('the exit code tells how it ended', async ({ parley }) => {
  parley.writeServers({ everything: real('everything'), gone: { command: 'no-such-command', args: [] } })
  const codes = await Promise.all(
    [
      ['call', 'everything', 'get-sum', '{"a":"x"}'],
      ['call', 'everything', 'get-sum', '{'],
      ['call', 'gone', 'anything'],
      ['call', 'nobody', 'anything'],
      ['call', 'everything', 'no-such-tool'],
      ['read', 'everything', 'nonsense://x'],
    ].map(async (args) => (await runParley(parley, args)).code),
  )
  expect(codes).toEqual([1, 2, 3, 4, 4, 4])
})

test('a question is answered from a file, and refused where there is neither a file nor a terminal', async ({ parley }) => {
  parley.writeServers({ asker: fixture('asksUser') })
  const answers = join(parley.folder, 'answers.json')
  writeFileSync(answers, '[{"kind":"form","action":"accept","content":{"name":"Ada"}}]')
  const answered = await runParley(parley, ['call', 'asker', 'ask_name', '--answers', answers])
  expect(answered.out).toContain('Ada')
  const refused = await runParley(parley, ['call', 'asker', 'ask_name'])
  expect(refused.out).toContain('decline')
  expect(refused.err).toContain('“asker” asks for information: refused')
})

// Catches: a script that takes half a result on a full disk for a whole one.
test('what could not be written is said, and the exit code tells it', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  const args = ['call', 'everything', 'get-sum', '{"a":2,"b":3}']
  for (const format of [[], ['--json']]) {
    const { code, err } = await runParleyInto('/dev/full', parley, [...args, ...format])
    expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining('The result could not be written completely: ENOSPC') })
  }
  expect((await runParleyInto('/dev/null', parley, args)).code).toBe(0)
})

// Catches: Ctrl+C that is heard when the ten seconds are over after which the process ends by force, without a word.
test('an interrupt ends the wait for a server that starts, and for arguments, and says so', async ({ parley }) => {
  const started = join(parley.folder, 'started')
  parley.writeServers({ slow: { command: '/bin/sh', args: ['-c', 'touch "$0"; exec sleep 50', started] }, everything: real('everything') })
  // More than a pipe holds is taken only by somebody who reads.
  const reads = (stdin: Writable) => new Promise((resolve) => stdin.write(' '.repeat(500_000), resolve))
  for (const [args, when] of [
    [['call', 'slow', 'anything'], () => expect.poll(() => existsSync(started)).toBe(true)],
    [['call', 'everything', 'get-sum', '-'], reads],
  ] as const) {
    const { code, err, ms } = await interruptParley(parley, args, when)
    expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining('Interrupted') })
    // The force comes after ten.
    expect(ms).toBeLessThan(9_000)
  }
})

test('doctor says what is wrong and what to do', async ({ parley }) => {
  parley.writeServers({
    everything: real('everything'),
    gone: { command: 'no-such-command', args: [], parley: { samplng: 'off' } },
    dead: fixture('crashing', 'start'),
    far: { type: 'http', url: 'http://nowhere.invalid/mcp' },
  })
  const servers = ['everything', 'gone', 'dead', 'far']
  const [fine, gone, dead, far] = await Promise.all(servers.map((server) => runParley(parley, ['doctor', server])))
  expect(fine?.out).toMatch(/ok +Ready +after \d+ ms/)
  expect(fine?.out).toMatch(/-- +Deprecated +logging: Since 2026-07-28, MCP advises servers to print what they log/)
  expect(gone?.out).toMatch(/!! +Start +The command “no-such-command” was not found/)
  expect(gone?.out).toContain('PATH that was searched')
  expect(gone?.out).toMatch(/-- +In its entry +Parley does not know “parley → samplng”\. Did you mean “sampling”\?/)
  expect(dead?.out).toMatch(/It ended with +exit code \d+/)
  expect(far?.out).toMatch(/-- +Address +This address is not encrypted/)
  expect([fine?.code, gone?.code, dead?.code, far?.code]).toEqual([0, 3, 3, 3])
})

test('doctor and list ask a server that lets Parley use what it said before, and a call does not', async ({ parley }) => {
  const asked: string[] = []
  const hints = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'private' }
  const results: Readonly<Record<string, object>> = {
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...hints },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }], ...hints },
    'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'seen' }] },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly id: number; readonly method: string }
      asked.push(method)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  parley.writeServers({ far: { type: 'http', url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp` } })
  for (const command of [['list'], ['list'], ['call', 'far', 'look']]) await runParley(parley, command)
  const greeting = ['server/discover', 'tools/list']
  expect(asked).toEqual([...greeting, ...greeting, 'tools/call'])
  server.close()
  server.closeAllConnections()
  const { code, out } = await runParley(parley, ['doctor', 'far'])
  expect([code, /!! +Start /.test(out)]).toEqual([3, true])
})

test('a configuration that shares everything is told so before its server starts', async ({ parley }) => {
  const config = join(parley.makeFolder('config'), 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { gone: { command: 'no-such-command', parley: { roots: ['file:///'] } } } }))
  const { err } = await runConfigured(parley, config, ['list'])
  expect(err).toContain('“gone”: file:///: This is everything on this computer or drive.')
})

test('it runs beside the window: questions and turns there go on, and its own stay its own', async ({ parley, model }) => {
  const ui = await startChat(parley, model, { asker: fixture('asksUser') })
  model.will(callTools({ server: 'asker', tool: 'ask_name', arguments: {} }), say('Done asking'))
  await send(ui, 'Ask me')
  await allowOnce(ui, 'ask_name')
  await expect(form(ui, 'asker')).toBeVisible()
  const beside = await runParley(parley, ['call', 'asker', 'ask_name'])
  expect(beside.code).toBe(0)
  await expect(form(ui, 'asker')).toBeVisible()
  await form(ui, 'asker').getByRole('textbox', { name: 'Name' }).fill('Grace')
  await answer(form(ui, 'asker'), 'Submit')
  await expect(message(ui, 'Done asking')).toBeVisible()
})

test('an entry that appeared from outside does not start without a word of the person', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  await runParley(parley, ['list'])
  parley.writeServers({ everything: real('everything'), planted: fixture('asksUser') })
  const { code, err } = await runParley(parley, ['call', 'planted', 'ask_name'])
  expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('Start “planted”: refused') })
})

test('a server that wants a sign-in is listed as such, and a call without a terminal ends with 3 and says where to sign in', async ({
  parley,
}) => {
  const server = createServer((_request, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  parley.writeServers({ acme: { type: 'http', url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp` } })
  const listed = await runParley(parley, ['list'])
  const called = await runParley(parley, ['call', 'acme', 'anything'])
  server.close()
  expect([listed.code, called.code, called.out]).toEqual([3, 3, ''])
  expect(listed.out).toMatch(/acme +Needs sign-in/)
  expect(called.err).toContain('Sign in in Parley’s window, or run this command in a terminal.')
})

test('a configuration starts no server that it switches off, and says of each what it cannot do', async ({ parley }) => {
  const entry = real('everything')
  const config = join(parley.folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: {
        off: { ...entry, disabled: true },
        inactive: { ...entry, isActive: false },
        ours: { ...entry, parley: { enabled: false } },
        confined: { ...entry, sandboxEnabled: true },
        literal: { ...entry, env: { TOKEN: '${input:token}' } },
        filled: { ...entry, env: { WHO: '${NOBODY:-Ada}' }, timeout: 5 },
      },
    }),
  )
  const { out, err } = await runConfigured(parley, config, ['list', '--json'])
  const listed = JSON.parse(out) as readonly {
    readonly server: string
    readonly state: string
    readonly error: { reason?: string } | null
  }[]
  expect(listed.map(({ server, state, error }) => [server, state, error?.reason])).toEqual([
    ['off', 'disabled', undefined],
    ['inactive', 'disabled', undefined],
    ['ours', 'disabled', undefined],
    ['filled', 'ready', undefined],
    ['confined', 'failed', 'servers.confined'],
    ['literal', 'failed', 'servers.unfilled'],
  ])
  for (const said of ['“filled”: “timeout” is not taken over', '“confined”: It asks to run confined', '${input:token}'])
    expect(err).toContain(said)
})

test('call and list print what a server that failed has printed, in words and as JSON', async ({ parley }) => {
  const script = `console.error('No access token was provided'); for (let i = 0; i < 90; i++) console.error('usage ' + i); process.exit(1)`
  parley.writeServers({ sentry: { command: process.execPath, args: ['-e', script] } })
  const [called, calledJson, listed] = await Promise.all(
    [
      ['call', 'sentry', 'x'],
      ['call', 'sentry', 'x', '--json'],
      ['list', '--json'],
    ].map((args) => runParley(parley, args)),
  )
  for (const text of [called?.err, calledJson?.out, listed?.out]) {
    expect(text).toContain('No access token was provided')
    expect(text).toContain('usage 89')
  }
})

test('a folder from --answers reaches a server of the 2025 era, and without one nobody is asked', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  const answers = join(parley.folder, 'answers.json')
  const quiet = await runParley(parley, ['call', 'everything', 'get-roots-list'])
  expect(quiet.err).toBe('')
  writeFileSync(answers, JSON.stringify([{ kind: 'folders', action: 'share', roots: [parley.folder] }]))
  const shared = await runParley(parley, ['call', 'everything', 'get-roots-list', '--answers', answers])
  expect(shared.out).toContain(parley.folder)
})

test('a prompt that a server does not have is not found', async ({ parley }) => {
  parley.writeServers({ everything: real('everything') })
  const { code, err } = await runParley(parley, ['prompt', 'everything', 'no-such-prompt'])
  expect([code, err]).toEqual([4, expect.stringContaining('simple-prompt')])
})
