import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from './writeAtomically'

/** How long SQLite waits for another process that holds the whole file. */
const BUSY_MS = 5_000

/**
 * Copies a database into a new file that only the user can read, while others read and write it. The copy holds what was committed when it
 * began, in one file without a write-ahead log. An older file at `target` is replaced once the copy is complete, never before.
 * @throws SQLite's and the system's errors; nothing is left at `target` then
 */
export function copyDatabase(file: string, target: string): void {
  const temporary = `${target}.${process.pid}.tmp`
  rmSync(temporary, { force: true })
  try {
    // SQLite fills an empty file. It would create its own with wider permissions.
    closeSync(openSync(temporary, 'wx', 0o600))
    const source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
    try {
      source.prepare('VACUUM INTO ?').run(temporary)
    } finally {
      source.close()
    }
    syncFile(temporary)
    renameSync(temporary, target)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
  syncFolder(dirname(target))
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
