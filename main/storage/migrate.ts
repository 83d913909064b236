import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/errors/appError'
import { copyDatabase } from './copyDatabase'
import { copyPath, deleteOldCopies, deleteUnfinishedCopies } from './migrationCopies'
import { asideReason, ForeignDatabase, NewerDatabase } from './sqliteErrors'

/** What a migration needs beside the copy: its write-ahead log grows to about the size of the file. */
const SPACE_FACTOR = 2
const SPARE_BYTES = 8 * 1024 * 1024
const MEGABYTE = 1024 * 1024

export interface MigrateOptions {
  /** Step N upgrades from version N to N + 1. */
  readonly steps: readonly string[]
  /** How many bytes this user may still write into a folder. */
  readonly freeBytes: (folder: string) => number
}

/**
 * Brings an open database to the newest version, all steps or none. A file that has something in it is copied first. The version is read
 * under the lock of writers, so that two processes cannot both run a step, and nobody writes between the copy and the steps.
 * @returns the version that the file had; 0 if it was new
 * @throws {AppError} INTERNAL if the copy or a step failed; the file is as it was
 * @throws {ForeignDatabase} if the tables are not Parley's
 * @throws {NewerDatabase}
 */
export function migrate(sqlite: DatabaseSync, file: string, options: MigrateOptions): number {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const { version, copy } = bringToNewest(sqlite, file, options)
    sqlite.exec('COMMIT')
    deleteOldCopies(file, copy)
    return version
  } catch (thrown) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw thrown
  }
}

/** The version of an open database; 0 in a new one. */
export function versionOf(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** How many bytes this user may still write into a folder, as the system says. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Returns the version that the file had, and the copy that was made of it. */
function bringToNewest(
  sqlite: DatabaseSync,
  file: string,
  { steps, freeBytes }: MigrateOptions,
): { readonly version: number; readonly copy: string | undefined } {
  const version = versionOf(sqlite)
  if (version > steps.length) throw new NewerDatabase()
  if (version < 0 || hasTable(sqlite, 'conversation') !== version > 0 || (version === 0 && !isEmpty(sqlite)))
    throw new ForeignDatabase('Not the tables of Parley')
  deleteUnfinishedCopies(file)
  if (version === steps.length) return { version, copy: undefined }
  const copy = version > 0 ? copyBefore(file, version, freeBytes) : undefined
  runSteps(sqlite, steps, { version, copy })
  return { version, copy }
}

function runSteps(
  sqlite: DatabaseSync,
  steps: readonly string[],
  from: { readonly version: number; readonly copy: string | undefined },
): void {
  try {
    for (const step of steps.slice(from.version)) sqlite.exec(step)
    sqlite.exec(`PRAGMA user_version = ${steps.length}`)
  } catch (thrown) {
    // A damaged file is moved aside instead.
    if (from.copy === undefined || asideReason(thrown)) throw thrown
    throw new AppError('INTERNAL', { reason: 'storage.migrationFailed', params: { path: from.copy } }, saidBy(thrown))
  }
}

/** Returns where the copy is. */
function copyBefore(file: string, version: number, freeBytes: MigrateOptions['freeBytes']): string {
  const target = copyPath(file, version)
  const bytes = sizeOf(file) + sizeOf(`${file}-wal`)
  const [needed, free] = [SPACE_FACTOR * bytes + SPARE_BYTES, freeBytes(dirname(file))]
  if (free < needed) {
    const params = { needed: String(Math.ceil(needed / MEGABYTE)), free: String(Math.floor(free / MEGABYTE)), path: file }
    throw new AppError('INTERNAL', { reason: 'storage.noSpaceForCopy', params })
  }
  try {
    copyDatabase(file, target)
  } catch (thrown) {
    if (asideReason(thrown)) throw thrown
    throw new AppError('INTERNAL', { reason: 'storage.copyFailed', params: { path: target } }, saidBy(thrown))
  }
  return target
}

function hasTable(sqlite: DatabaseSync, name: string): boolean {
  return sqlite.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined
}

/** Whether a database has nothing at all: a view that another program made is something too. */
function isEmpty(sqlite: DatabaseSync): boolean {
  return sqlite.prepare(`SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'`).get() === undefined
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function saidBy(thrown: unknown): { readonly cause: unknown; readonly said?: string } {
  return { cause: thrown, ...(thrown instanceof Error && { said: thrown.message }) }
}
