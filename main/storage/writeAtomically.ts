import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../lib/clock'

/** Temporary files older than this were left by a killed process. */
const ABANDONED_MS = 60_000
const WINDOWS_TRIES = 20

/**
 * Writes a file completely or not at all, readable only by the user. At any moment, even after a crash, a reader finds the old text or the
 * new one. A symbolic link stays, and its target is written.
 */
export function writeAtomically(path: string, text: string, clock: Clock): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const target = realPath(path)
  const temporary = `${target}.${clock.newId()}.tmp`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    replace(temporary, target)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
  syncFolder(dirname(target))
}

/** The target of a symbolic link, or the path itself. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (thrown) {
    if (isMissing(thrown)) return path
    throw thrown
  }
}

/** Removes temporary files that killed processes left behind. */
export function removeAbandoned(path: string, clock: Clock): void {
  const target = realPath(path)
  const folder = dirname(target)
  for (const name of namesIn(folder)) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith('.tmp')) continue
    const file = join(folder, name)
    const age = clock.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? clock.now())
    if (age > ABANDONED_MS) rmSync(file, { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (thrown) {
    if (isMissing(thrown)) return []
    throw thrown
  }
}

/** Retries on Windows, which refuses to replace a file while a virus scanner or watcher briefly has it open. */
function replace(from: string, to: string): void {
  for (let tries = process.platform === 'win32' ? WINDOWS_TRIES : 1; ; tries--) {
    try {
      return renameSync(from, to)
    } catch (thrown) {
      if (tries <= 1) throw thrown
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Makes the new file name survive a power cut. Windows has no equivalent for folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
