import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { isAlive, startOf } from '../main/transport/processIdentity'
import { log } from '../main/lib/log'
import { AppError } from '../shared/errors/appError'
import { createDataDir } from './createDataDir'

const HostRecord = z.object({
  shell: z.enum(['electron', 'browser']),
  pid: z.int().positive(),
  started: z.string(),
  /** The port of the browser shell, and the secret with which it gives another link. Absent while it starts, and in Electron. */
  door: z.object({ port: z.int().min(1).max(65_535), secret: z.string().min(20) }).optional(),
})
export type HostRecord = z.infer<typeof HostRecord>

/** A data folder that this process owns until it releases it. */
export interface Claim {
  /** Writes the address where this host can be asked for a link. */
  announce(door: NonNullable<HostRecord['door']>): void
  /** Removes that address, because this host is about to end. Never throws: a full disk must not keep the host from ending well. */
  withdraw(): void
  release(): void
}

export type Claimed = { readonly how: 'claimed'; readonly claim: Claim } | { readonly how: 'taken'; readonly by: HostRecord }

/**
 * Claims a data folder: only one window host may use it. `host.json` names the live host by process number and start time; the record of a
 * dead host is ignored. A lock orders two simultaneous starts. The system releases it when its holder dies.
 * @throws {AppError} FILE_UNREADABLE when the folder cannot be used.
 */
export function claimDataFolder(dataDir: string, shell: HostRecord['shell']): Claimed {
  createDataDir(dataDir)
  const mine: HostRecord = { shell, pid: process.pid, started: startOf(process.pid) ?? '' }
  return locked(dataDir, () => {
    const other = liveHost(dataDir)
    if (other) return { how: 'taken', by: other }
    write(dataDir, mine)
    return {
      how: 'claimed',
      claim: {
        announce: (door) => write(dataDir, { ...mine, door }),
        withdraw: () => withdraw(dataDir, mine),
        release: () => release(dataDir, mine),
      },
    }
  })
}

/** Returns the live window host of a data folder, if there is one. */
export function liveHost(dataDir: string): HostRecord | undefined {
  const record = read(dataDir)
  return record && lives(record) ? record : undefined
}

/** Windows does not tell when a process started. There, any process with this number counts. */
function lives({ pid, started }: HostRecord): boolean {
  if (process.platform !== 'win32') return isAlive({ pid, started })
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

const fileOf = (dataDir: string): string => join(dataDir, 'host.json')

function read(dataDir: string): HostRecord | undefined {
  try {
    const parsed = HostRecord.safeParse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch (thrown) {
    // The file does not exist yet, or its host died while writing. It contains no user data.
    if (thrown instanceof SyntaxError || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) return undefined
    throw thrown
  }
}

function write(dataDir: string, record: HostRecord): void {
  const next = `${fileOf(dataDir)}.${process.pid}`
  try {
    writeFileSync(next, `${JSON.stringify(record)}\n`, { mode: 0o600 })
    chmodSync(next, 0o600)
    renameSync(next, fileOf(dataDir))
  } catch (thrown) {
    rmSync(next, { force: true })
    throw thrown
  }
}

function withdraw(dataDir: string, mine: HostRecord): void {
  try {
    write(dataDir, mine)
  } catch (thrown) {
    // Whoever asks at the old address finds nobody there.
    log('warn', 'The address of this host stays until it has ended', { error: AppError.from(thrown) })
  }
}

function release(dataDir: string, mine: HostRecord): void {
  const now = read(dataDir)
  if (now?.pid === mine.pid && now.started === mine.started) rmSync(fileOf(dataDir), { force: true })
}

function locked<T>(dataDir: string, work: () => T): T {
  const lock = new DatabaseSync(join(dataDir, 'host.lock'), { timeout: 5_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    const value = work()
    lock.exec('COMMIT')
    return value
  } finally {
    lock.close()
  }
}
