import * as z from 'zod'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../shared/errors/appError'
import { liveHost, type HostRecord } from './singleInstance'

const WAITS_MS = 20_000
const ANSWERS_WITHIN_MS = 5_000

const Answer = z.object({ url: z.url() })

/**
 * Asks the host that already serves a data folder for another one-time link. Returns undefined when that host ended first; then the folder
 * is free.
 * @throws {AppError} CONFLICT when the host cannot give a link.
 */
export async function requestOneTimeLink(dataDir: string, first: HostRecord): Promise<string | undefined> {
  const record = await waitForDoor(dataDir, first)
  if (!record) return undefined
  if (record.shell === 'electron') {
    throw new AppError('CONFLICT', { reason: 'shell.windowOpen', params: { process: String(record.pid) } })
  }
  if (!record.door) throw silent(record)
  const { port, secret } = record.door
  try {
    const response = await fetch(`http://127.0.0.1:${port}/link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    })
    return Answer.parse(await response.json()).url
  } catch (thrown) {
    throw silent(record, thrown)
  }
}

/**
 * A host that has just started announces its port a moment later. A host that is ending has withdrawn its port and is gone a moment later.
 */
async function waitForDoor(dataDir: string, first: HostRecord): Promise<HostRecord | undefined> {
  let record: HostRecord | undefined = first
  const until = Date.now() + WAITS_MS
  while (record?.shell === 'browser' && !record.door && Date.now() < until) {
    await sleep(100)
    record = liveHost(dataDir)
  }
  return record
}

function silent(record: HostRecord, cause?: unknown): AppError {
  return new AppError('CONFLICT', { reason: 'shell.otherSilent', params: { process: String(record.pid) } }, { cause })
}
