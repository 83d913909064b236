import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { freeBytesOf, migrate, versionOf, type MigrateOptions } from './migrate'
import { migrations } from './migrations'
import { emptyTemporary, showNewer } from './newerDatabase'
import { asideReason, damage, explainOpenFailure, needsWriting, NewerDatabase, type AsideReason } from './sqliteErrors'

/** How long SQLite waits for another process that is writing, such as the command line next to the window. */
const BUSY_MS = 5_000
/** Files up to this size are checked completely when opened. Larger ones would delay the start. */
const CHECKED_BYTES = 64 * 1024 * 1024

export interface OpenedDatabase {
  readonly sqlite: DatabaseSync
  /** What a person should know of the file: it was replaced, or a newer Parley wrote it. */
  readonly problem: AppErrorData | undefined
  /** True if a newer Parley wrote the file. `sqlite` is then a temporary copy, and the file itself is only read. */
  readonly isNewer: boolean
}

/** Only tests pass their own. */
export type OpenOptions = Partial<MigrateOptions>

/**
 * Opens Parley's file, and brings it to this version. A file that is damaged or somebody else's is moved aside and replaced by an empty
 * one; a file of a newer Parley is only read.
 * @throws {AppError} CONFLICT if another program holds the file, FILE_UNREADABLE if the system does not let Parley have it, INTERNAL if it
 *   could not be migrated. The file is then as it was.
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  const all: MigrateOptions = { steps: migrations, freeBytes: freeBytesOf, ...options }
  if (file === ':memory:') return { sqlite: openMemory(all), problem: undefined, isNewer: false }
  try {
    return openFile(file, all)
  } catch (thrown) {
    throw explainOpenFailure(thrown, file)
  }
}

function openFile(file: string, options: MigrateOptions): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Nothing that this Parley or an earlier one writes is empty once it was used.
  const wasEmptied = statSync(file, { throwIfNoEntry: false })?.size === 0 && !existsSync(`${file}-wal`)
  try {
    const { sqlite, before } = openChecked(file, options)
    return { sqlite, problem: wasEmptied && before === 0 ? problemOf('storage.emptyDatabase', file) : undefined, isNewer: false }
  } catch (thrown) {
    if (thrown instanceof NewerDatabase) return openNewer(file, options)
    const reason = asideReason(thrown)
    if (!reason) throw thrown
    const problem = setAside(file, reason)
    return { sqlite: openChecked(file, options).sqlite, problem, isNewer: false }
  }
}

/** @returns the connection, and the version that the file had */
function openChecked(file: string, options: MigrateOptions): { readonly sqlite: DatabaseSync; readonly before: number } {
  refuseNewer(file, options)
  const sqlite = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  try {
    if (process.platform !== 'win32') chmodSync(file, 0o600)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    if (statSync(file).size <= CHECKED_BYTES) check(sqlite)
    return { sqlite, before: migrate(sqlite, file, options) }
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

/** Looks at the version through a connection that cannot write, because opening for writing already changes a file. */
function refuseNewer(file: string, { steps }: MigrateOptions): void {
  if (!existsSync(file)) return
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  try {
    if (versionOf(sqlite) > steps.length) throw new NewerDatabase()
  } catch (thrown) {
    // A crash left something that only a connection that writes can bring in order. The version is looked at again then.
    if (!needsWriting(thrown)) throw thrown
  } finally {
    sqlite.close()
  }
}

/** What cannot be read of it in this version is not shown at all, because a part could mislead. */
function openNewer(file: string, { steps }: MigrateOptions): OpenedDatabase {
  try {
    return { sqlite: showNewer(file, steps), problem: problemOf('storage.newerDatabase', file), isNewer: true }
  } catch (thrown) {
    const { message } = AppError.from(thrown)
    return { sqlite: emptyTemporary(steps), problem: { ...problemOf('storage.newerUnreadable', file), said: message }, isNewer: true }
  }
}

function openMemory({ steps }: MigrateOptions): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  for (const step of steps) sqlite.exec(step)
  sqlite.exec(`PRAGMA user_version = ${steps.length}`)
  return sqlite
}

function check(sqlite: DatabaseSync): void {
  const found = sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw damage(String(found))
}

function setAside(file: string, reason: AsideReason): AppErrorData {
  const kept = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  // The write-ahead log is moved too, because SQLite would apply it to the new file.
  for (const suffix of ['-wal', '-shm', '']) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix)
  return problemOf(reason, kept)
}

function problemOf(
  reason: AsideReason | 'storage.emptyDatabase' | 'storage.newerDatabase' | 'storage.newerUnreadable',
  path: string,
): AppErrorData {
  return new AppError('FILE_UNREADABLE', { reason, params: { path } }).toData()
}
