import { spawn, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { secondProcess } from '../storage/testing/secondProcess'
import { ChildProcessRecords } from './childProcessRecords'
import { descendantsOf, isAlive, startOf, type ProcessIdentity } from './processIdentity'
import { endAll } from './stdioShutdown'

const serverId = ServerId.parse('s')
const started: ChildProcess[] = []
const servers: ProcessIdentity[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  endAll(servers.splice(0))
})

/** A process that leads its own group and ignores SIGTERM. */
async function stubborn(): Promise<ProcessIdentity> {
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000);console.log("up")'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  if (child.stdout) await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  return { pid, started: startOf(pid) ?? '' }
}

function insert(database: Database, child: ProcessIdentity, owner: ProcessIdentity): void {
  database.run(
    'INSERT INTO child (pid, started, owner_pid, owner_started, server) VALUES (?, ?, ?, ?, ?)',
    child.pid,
    child.started,
    owner.pid,
    owner.started,
    's',
  )
}

it('C08: ends at the next start what a killed Parley left behind, and nothing else', async () => {
  const database = new Database(':memory:')
  const [owner, orphan, reused, living] = await Promise.all([stubborn(), stubborn(), stubborn(), stubborn()])
  process.kill(owner.pid, 'SIGKILL')
  await gone(owner)
  const self = { pid: process.pid, started: startOf(process.pid) ?? '' }
  insert(database, orphan, owner)
  // The operating system gave the process id of an ended server to another process.
  insert(database, { pid: reused.pid, started: 'another time' }, owner)
  insert(database, living, self)
  const ended = new ChildProcessRecords(database).endLeftovers()
  await gone(orphan)
  expect({ ended, reused: isAlive(reused), living: isAlive(living), rows: database.all('SELECT pid FROM child') }).toEqual({
    ended: 1,
    reused: true,
    living: true,
    rows: [{ pid: living.pid }],
  })
  database.close()
})

it.runIf(process.platform !== 'win32')('C08, ST-05: ends the helpers of what was left behind, also those that left its group', async () => {
  const database = new Database(':memory:')
  const owner = await stubborn()
  process.kill(owner.pid, 'SIGKILL')
  await gone(owner)
  const script = `const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
    console.log(pid); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  if (!child.stdout) throw new Error('No output')
  const [helperPid]: unknown[] = await once(child.stdout, 'data')
  const both = [child.pid ?? 0, Number(String(helperPid))].map((pid) => ({ pid, started: startOf(pid) ?? '' }))
  const before = both.map(isAlive)
  const [orphan] = both
  if (orphan) insert(database, orphan, owner)
  new ChildProcessRecords(database).endLeftovers()
  await Promise.all(both.map(gone))
  expect(before).toEqual([true, true])
  database.close()
})

/** A second Parley, and the servers that it starts when it is told to. */
async function otherParley(): Promise<Disposable & { readonly self: ProcessIdentity; start(how: string): Promise<ProcessIdentity> }> {
  const parley = secondProcess(new URL('testing/stubbornServers.ts', import.meta.url), [])
  const lines = on(createInterface({ input: parley.stdout ?? Readable.from([]) }), 'line')
  const next = async (): Promise<ProcessIdentity> => {
    const { value }: IteratorResult<unknown[]> = await lines.next()
    const pid = Number(value[0])
    return { pid, started: startOf(pid) ?? '' }
  }
  return {
    self: await next(),
    async start(how) {
      parley.stdin?.write(`${how}\n`)
      const server = await next()
      servers.push(server)
      return server
    },
    [Symbol.dispose]: () => parley[Symbol.dispose](),
  }
}

it.runIf(process.platform !== 'win32')(
  'C08, ST-11: a server that ignores everything ends soon after Parley was killed, without a next start, and so does the guard',
  async () => {
    using parley = await otherParley()
    const [server, ended, full] = [await parley.start('guarded'), await parley.start('ended'), await parley.start('full')]
    const all = await descendantsOf(parley.self.pid)
    process.kill(parley.self.pid, 'SIGKILL')
    await Promise.all(all.filter(({ pid }) => pid !== ended.pid && pid !== full.pid).map(gone))
    // The others had ended for Parley, or never begun, and their numbers may have been given to somebody else.
    expect({ alive: [server, ended, full].map(isAlive), processes: all.length }).toEqual({ alive: [false, true, true], processes: 4 })
  },
)

it.runIf(process.platform !== 'win32')('C08, ST-11: a guard that somebody ended is started again at once, for all servers', async () => {
  using parley = await otherParley()
  const first = await parley.start('guarded')
  const guards = (await descendantsOf(parley.self.pid)).filter(({ pid }) => pid !== first.pid)
  for (const { pid } of guards) process.kill(pid, 'SIGKILL')
  await Promise.all(guards.map(gone))
  for (let others = 0; others === 0;) others = (await descendantsOf(parley.self.pid)).filter(({ pid }) => pid !== first.pid).length
  const second = await parley.start('guarded')
  process.kill(parley.self.pid, 'SIGKILL')
  await Promise.all([first, second].map(gone))
  expect([guards.length, isAlive(first), isAlive(second)]).toEqual([1, false, false])
})

it.runIf(process.platform !== 'win32')('leaves no guard when no server is left', async () => {
  using parley = await otherParley()
  const server = await parley.start('ended')
  for (let others = -1; others !== 0;) others = (await descendantsOf(parley.self.pid)).filter(({ pid }) => pid !== server.pid).length
  await parley.start('guarded')
  expect(await descendantsOf(parley.self.pid)).toHaveLength(3)
})

it('takes an owner whose number was given to another process for dead', async () => {
  const database = new Database(':memory:')
  const orphan = await stubborn()
  insert(database, orphan, { pid: process.pid, started: 'another time' })
  new ChildProcessRecords(database).endLeftovers()
  await gone(orphan)
  expect(isAlive(orphan)).toBe(false)
  database.close()
})

it('forgets a child that has ended', async () => {
  const database = new Database(':memory:')
  const child = await stubborn()
  const forget = new ChildProcessRecords(database).add(child.pid, serverId)
  const before = database.all('SELECT pid, owner_pid FROM child')
  forget()
  expect([before, database.all('SELECT pid FROM child')]).toEqual([[{ pid: child.pid, owner_pid: process.pid }], []])
  database.close()
})

/** Checks every few milliseconds. The test's own timeout ends the wait. */
async function gone(process: ProcessIdentity): Promise<void> {
  while (isAlive(process)) await wait(5)
}
