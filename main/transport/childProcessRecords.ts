import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import { log } from '../lib/log'
import type { Row } from '../storage/database'
import { groupIsAlive, isAlive, startOf, type ProcessIdentity } from './processIdentity'
import { signalGroup } from './processGroup'

/** The part of the database that child records use. */
export interface ChildDatabase {
  run(sql: string, ...params: (string | number)[]): void
  all(sql: string): readonly Row[]
}

const Child = z.object({ pid: z.number(), started: z.string(), owner_pid: z.number(), owner_started: z.string() })

/** The owner of the list of processes that Parley started, on disk, so that the next Parley can end those of one that was killed. */
export class ChildProcessRecords {
  readonly #database: ChildDatabase
  readonly #owner: ProcessIdentity

  constructor(database: ChildDatabase) {
    this.#database = database
    this.#owner = { pid: process.pid, started: startOf(process.pid) ?? '' }
  }

  /** Remembers a process. Returns the way to forget it when it has ended. */
  add(pid: number, serverId: ServerId): () => void {
    const started = startOf(pid)
    if (started === undefined) return () => undefined
    this.#database.run(
      'INSERT OR REPLACE INTO child (pid, started, owner_pid, owner_started, server) VALUES (?, ?, ?, ?, ?)',
      pid,
      started,
      this.#owner.pid,
      this.#owner.started,
      serverId,
    )
    return () => this.#forget(pid, started)
  }

  #forget(pid: number, started: string): void {
    try {
      this.#database.run('DELETE FROM child WHERE pid = ? AND started = ?', pid, started)
    } catch (thrown) {
      // The next start finds that this process has ended, and forgets it then.
      log('warn', 'The record of a process could not be removed', { pid, error: thrown })
    }
  }

  /** Ends what a Parley that no longer lives has left behind. Children of a living one are not touched. Returns how many were ended. */
  endLeftovers(): number {
    let ended = 0
    for (const found of this.#database.all('SELECT pid, started, owner_pid, owner_started FROM child')) {
      const row = Child.parse(found)
      if (isAlive({ pid: row.owner_pid, started: row.owner_started })) continue
      if (isOurs(row)) {
        signalGroup(row.pid, 'SIGKILL')
        ended++
      }
      this.#database.run('DELETE FROM child WHERE pid = ? AND started = ?', row.pid, row.started)
    }
    return ended
  }
}

/**
 * Either the very process lives, or it ended and left helpers in its group: a number is not given to a new process
 * while a group has it, so a group without its leader is still the old one.
 */
function isOurs(row: z.infer<typeof Child>): boolean {
  if (isAlive(row)) return true
  return process.platform === 'linux' && startOf(row.pid) === undefined && isThisBoot(row.started) && groupIsAlive(row.pid)
}

/** On Linux a start time begins with the id of the boot. */
function isThisBoot(started: string): boolean {
  return started.split(':')[0] === startOf(process.pid)?.split(':')[0]
}
