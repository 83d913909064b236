import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import { log } from '../lib/log'
import type { Row } from '../storage/database'
import { OrphanProcessWatchdog } from './orphanProcessWatchdog'
import { descendantsOf, groupIsAlive, isAlive, startOf, type ProcessIdentity } from './processIdentity'
import { signalGroup } from './processGroup'
import { endAll } from './stdioShutdown'

/** The part of the database that stores child processes. */
export interface ChildDatabase {
  run(sql: string, ...params: (string | number)[]): void
  all(sql: string): readonly Row[]
}

const Child = z.object({ pid: z.number(), started: z.string(), owner_pid: z.number(), owner_started: z.string() })

/**
 * Owner of the list, on disk, of processes that Parley started. After Parley was killed, a guard ends them within seconds, and else its next
 * run does.
 */
export class ChildProcessRecords {
  readonly #database: ChildDatabase
  readonly #guard = new OrphanProcessWatchdog()
  readonly #owner: ProcessIdentity

  constructor(database: ChildDatabase) {
    this.#database = database
    this.#owner = { pid: process.pid, started: startOf(process.pid) ?? '' }
  }

  /** Remembers a process. Returns a function that forgets it again. @throws what the disk says if it does not take the record. */
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
    // Not before: a disk that does not take the record has nobody who takes the process off this list.
    this.#guard.add(pid)
    return () => {
      this.#guard.remove(pid)
      this.#forget(pid, started)
    }
  }

  #forget(pid: number, started: string): void {
    try {
      this.#database.run('DELETE FROM child WHERE pid = ? AND started = ?', pid, started)
    } catch (thrown) {
      // The next start sees that this process has ended, and removes the record then.
      log('warn', 'The record of a process could not be removed', { pid, error: thrown })
    }
  }

  /** Begins to end processes that a dead Parley left behind, and returns how many. Does not touch the children of a living Parley. */
  endLeftovers(): number {
    let ended = 0
    for (const found of this.#database.all('SELECT pid, started, owner_pid, owner_started FROM child')) {
      const row = Child.parse(found)
      if (isAlive({ pid: row.owner_pid, started: row.owner_started })) continue
      if (isOurs(row)) {
        void endWithHelpers(row).then(() => this.#forget(row.pid, row.started))
        ended++
      } else this.#forget(row.pid, row.started)
    }
    return ended
  }
}

/** Ends a process, its group, and the helpers that left the group. These are found only while their parents live. */
async function endWithHelpers(row: z.infer<typeof Child>): Promise<void> {
  const { pid } = row
  const family = await descendantsOf(pid).catch((thrown: unknown) => {
    log('warn', 'The helpers of a process that was left behind could not be listed', { pid, error: thrown })
    return []
  })
  // Listing takes time, in which it may have ended and another process may have got its id.
  if (isOurs(row)) signalGroup(pid, 'SIGKILL')
  endAll(family)
}

/**
 * Whether it is still our process or its helpers. The system does not reuse a process id while a group has that id. So a group without its
 * leader is still the old group.
 */
function isOurs(row: z.infer<typeof Child>): boolean {
  if (isAlive(row)) return true
  return process.platform === 'linux' && startOf(row.pid) === undefined && isThisBoot(row.started) && groupIsAlive(row.pid)
}

/** On Linux a start time begins with the boot id. */
function isThisBoot(started: string): boolean {
  return started.split(':')[0] === startOf(process.pid)?.split(':')[0]
}
