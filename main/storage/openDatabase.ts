import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import { freeBytesOf, migrate, versionOf, type MigrateOptions } from './migrate'
import { migrations } from './migrations'
import { emptyTemporary, showReadOnly } from './readOnlyDatabaseCopy'
import { compareSchema } from './schemaDifferences'
import { removeAbandoned } from './writeAtomically'
import { asideReason, ChangedDatabase, damage, explainOpenFailure, needsWriting, NewerDatabase, type AsideReason } from './sqliteErrors'

/** How long SQLite waits for another process that is writing, such as the command line next to the window. */
const BUSY_MS = 5_000
/** Files up to this size are checked completely when opened. Larger ones would delay the start. */
const CHECKED_BYTES = 64 * 1024 * 1024

export interface OpenedDatabase {
  readonly sqlite: DatabaseSync
  /** What a person should know of the file: it was replaced, a newer Parley wrote it, or another program changed its tables. */
  readonly problem: AppErrorData | undefined
  /** True if a newer Parley wrote the file, or another program changed its tables. `sqlite` is then a temporary copy, and the file itself is only read. */
  readonly isReadOnly: boolean
}

/** Only tests pass their own. */
export type OpenOptions = Partial<MigrateOptions>

/**
 * Opens Parley's file, and brings it to this version. A file that is damaged or somebody else's is moved aside and replaced by an empty
 * one; a file of a newer Parley, or one in which another program changed something of the schema, is only read.
 * @throws {AppError} CONFLICT if another program holds the file, FILE_UNREADABLE if the system does not let Parley have it, INTERNAL if it
 *   could not be migrated. The file is then as it was.
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  const all: MigrateOptions = { steps: migrations, freeBytes: freeBytesOf, ...options }
  if (file === ':memory:') return { sqlite: openMemory(all), problem: undefined, isReadOnly: false }
  try {
    return openFile(file, all)
  } catch (thrown) {
    throw explainOpenFailure(thrown, file)
  }
}

function openFile(file: string, options: MigrateOptions): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (!existsSync(file)) create(file, options)
  // Nothing that this Parley or an earlier one writes is empty once it was used.
  const wasEmptied = statSync(file, { throwIfNoEntry: false })?.size === 0 && !existsSync(`${file}-wal`)
  try {
    const { sqlite, before } = openChecked(file, options)
    return { sqlite, problem: wasEmptied && before === 0 ? problemOf('storage.emptyDatabase', file) : undefined, isReadOnly: false }
  } catch (thrown) {
    if (thrown instanceof NewerDatabase) return openReadOnly(file, options.steps, { from: options.steps.length, why: 'newer' })
    if (thrown instanceof ChangedDatabase) return openReadOnly(file, options.steps, { from: thrown.version, why: 'changed' })
    const reason = asideReason(thrown)
    if (!reason) throw thrown
    const problem = setAside(file, reason)
    return { sqlite: openChecked(file, options).sqlite, problem, isReadOnly: false }
  }
}

/**
 * Makes a new file under another name, and gives it its own once it is whole. Several Parleys may begin in the same moment, as commands in a
 * script do: one that found a file in the making would take it for one that somebody emptied, or for one that another program holds.
 */
function create(file: string, options: MigrateOptions): void {
  removeAbandoned(file, systemClock)
  const made = `${file}.${systemClock.newId()}.tmp`
  try {
    openChecked(made, options).sqlite.close()
    linkSync(made, file)
  } catch (thrown) {
    // Where there are no links, the file is made in its place.
    if (!linkFailures.some((code) => isErrno(thrown, code))) throw thrown
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(made + suffix, { force: true })
  }
}

/** Another Parley was quicker; or what systems say that know no hard links. */
const linkFailures = ['EEXIST', 'EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EMLINK', 'UNKNOWN']

function isErrno(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}

/** @returns the connection, and the version that the file had */
function openChecked(file: string, options: MigrateOptions): { readonly sqlite: DatabaseSync; readonly before: number } {
  const isLookedAt = existsSync(file) && lookWithoutWriting(file, options)
  const sqlite = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  try {
    if (process.platform !== 'win32') chmodSync(file, 0o600)
    // What is deleted is overwritten, also the former state of a long text that changed: a question on the disk may repeat what somebody
    // typed. FAST would leave most of it on pages that are free.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
    if (!isLookedAt) refuseOthers(sqlite, options)
    if (statSync(file).size <= CHECKED_BYTES) check(sqlite)
    return { sqlite, before: migrate(sqlite, file, options) }
  } catch (thrown) {
    sqlite.close()
    throw thrown
  }
}

/**
 * Looks at the schema through a connection that cannot write, because opening for writing already changes a file.
 * @returns false if a crash left something that only a connection that writes can bring in order
 */
function lookWithoutWriting(file: string, options: MigrateOptions): boolean {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  try {
    refuseOthers(sqlite, options)
    return true
  } catch (thrown) {
    if (needsWriting(thrown)) return false
    throw thrown
  } finally {
    sqlite.close()
  }
}

/**
 * Goes before anything else is read: a foreign trigger runs at each write, a check at each test of the file, and a view in the place of a
 * table can compute rows without an end. A file without anything of Parley's is left to `migrate`, which does not take it.
 */
function refuseOthers(sqlite: DatabaseSync, { steps }: MigrateOptions): void {
  const version = versionOf(sqlite)
  if (version > steps.length) throw new NewerDatabase()
  const { differences, hasOwn } = compareSchema(sqlite, steps)
  if (differences.length > 0 && hasOwn) throw new ChangedDatabase(version)
}

/**
 * What cannot be read of it in this version is not shown at all, because a part could mislead.
 * @param from The version whose tables are read.
 */
function openReadOnly(
  file: string,
  steps: readonly string[],
  { from, why }: { readonly from: number; readonly why: 'newer' | 'changed' },
): OpenedDatabase {
  try {
    return { sqlite: showReadOnly(file, steps, from), problem: problemOf(`storage.${why}Database`, file), isReadOnly: true }
  } catch (thrown) {
    const { message } = AppError.from(thrown)
    return { sqlite: emptyTemporary(steps), problem: { ...problemOf(`storage.${why}Unreadable`, file), said: message }, isReadOnly: true }
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
  reason: AsideReason | 'storage.emptyDatabase' | `storage.${'newer' | 'changed'}${'Database' | 'Unreadable'}`,
  path: string,
): AppErrorData {
  return new AppError('FILE_UNREADABLE', { reason, params: { path } }).toData()
}
