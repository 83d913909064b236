import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'

const LOOK_AGAIN_MS = 15
const SQLITE_BUSY = 5

/**
 * Runs `work` while holding the lock of a file against all processes and other callers in this one. The lock is SQLite's, on an empty file
 * next to it. The operating system releases it if the process is killed.
 */
export async function withFileLock<T>(path: string, clock: Clock, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
  try {
    while (!taken(lock)) {
      await clock.sleep(LOOK_AGAIN_MS, signal)
    }
    return await work()
  } catch (thrown) {
    if (signal.aborted) throw AppError.from(signal.reason)
    throw thrown
  } finally {
    lock.close()
  }
}

function taken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (thrown) {
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return false
    throw thrown
  }
}
