import { chmodSync, closeSync, copyFileSync, constants, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileHash } from '../../shared/domain/ids'
import { syncFolder } from '../storage/writeAtomically'
import { contentNames, hashOfContent } from './contentFolder'

/**
 * Copies the contents of attached files into another folder, for their owner alone. What is there already is not copied again, and nothing
 * there is removed: contents that an earlier backup needs stay until `removeOtherContents`.
 * @returns the names of those that the folder has
 * @throws the system's errors; what was copied before stays
 */
export function copyContents(from: string, to: string): ReadonlySet<FileHash> {
  const names = contentNames(from).filter((name) => lstatSync(join(from, name), { throwIfNoEntry: false })?.isFile())
  if (names.length === 0) return new Set()
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of names) if (hashOfContent(join(to, name)) !== name) copyContent(join(from, name), join(to, name))
  syncFolder(to)
  return new Set(names)
}

/** Removes the contents of a backup that it does not need any more. Nothing else in its folder is touched. */
export function removeOtherContents(folder: string, needed: ReadonlySet<FileHash>): void {
  for (const name of contentNames(folder)) if (!needed.has(name)) rmSync(join(folder, name), { force: true })
}

function copyContent(from: string, to: string): void {
  const temporary = `${to}.${process.pid}.tmp`
  try {
    copyFileSync(from, temporary, constants.COPYFILE_FICLONE)
    chmodSync(temporary, 0o600)
    const file = openSync(temporary, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, to)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    // Deleted by Parley meanwhile.
    if (lstatSync(from, { throwIfNoEntry: false }) !== undefined) throw thrown
  }
}
