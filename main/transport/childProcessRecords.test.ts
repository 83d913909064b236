import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { ChildProcessRecords } from './childProcessRecords'
import { isAlive, startOf, type ProcessIdentity } from './processIdentity'

const serverId = ServerId.parse('s')
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

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
