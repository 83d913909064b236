import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { systemClock } from '../lib/clock'
import { log } from '../lib/log'

/** The latest copies stay. Older ones are deleted once a migration is done. */
const COPIES_KEPT = 2
/** A copy still holds what a person has deleted since, so it does not stay for ever. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

interface Copy {
  readonly path: string
  readonly version: number
  readonly mtimeMs: number
}

/** Where the copy lies that was made before a file of this version was migrated. */
export function copyPath(file: string, version: number): string {
  return `${file}.version-${version}`
}

/** Deletes copies that a crash left unfinished. Only for the process that has the lock of writers: no other one makes a copy then. */
export function deleteUnfinishedCopies(file: string): void {
  tryTo(() => beside(file, /^(\d+)\.\d+\.tmp$/).forEach(({ path }) => deleteCopy(path)))
}

/**
 * Deletes the copies that are no longer kept. One that cannot be deleted stays, because the database itself is sound.
 * @param made the copy that was made just now
 */
export function deleteOldCopies(file: string, made: string | undefined): void {
  tryTo(() => copiesToDelete(beside(file, /^(\d+)$/), { made, now: systemClock.now() }).forEach(deleteCopy))
}

/** Pure: which copies are deleted. The age of a copy counts, not its number, which anybody can write into a name. */
function copiesToDelete(copies: readonly Copy[], { made, now }: { readonly made: string | undefined; readonly now: number }): string[] {
  const latestFirst = copies
    .filter(({ path }) => made === undefined || path !== resolve(made))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs || b.version - a.version)
  const kept = made === undefined ? COPIES_KEPT : COPIES_KEPT - 1
  return latestFirst.filter(({ mtimeMs }, index) => index >= kept || now - mtimeMs > KEPT_MS).map(({ path }) => path)
}

/** The files beside the database whose name goes on like this after `.version-`. The pattern's first group is the version. */
function beside(file: string, rest: RegExp): readonly Copy[] {
  const folder = resolve(dirname(file))
  const prefix = `${basename(file)}.version-`
  return readdirSync(folder).flatMap((name) => {
    const version = name.startsWith(prefix) ? rest.exec(name.slice(prefix.length))?.[1] : undefined
    if (version === undefined) return []
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? [{ path, version: Number(version), mtimeMs: found.mtimeMs }] : []
  })
}

function deleteCopy(path: string): void {
  tryTo(() => rmSync(path, { force: true }))
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch (thrown) {
    log('warn', 'An old copy of the database could not be deleted', { error: thrown })
  }
}
