import type { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { signalGroup, signalQuietly } from './processGroup'
import { descendantsOf, groupIsAlive, isAlive, type ProcessIdentity } from './processIdentity'

/** How long a server has for each step of its shutdown, in milliseconds: after its stdin was closed, and after SIGTERM. */
export interface ShutdownPatience {
  readonly flushMs: number
  readonly termMs: number
}

/** All steps together take less than five seconds. */
const PATIENCE: ShutdownPatience = { flushMs: 2_000, termMs: 1_500 }
const KILL_MS = 1_000
const POLL_MS = 20

/** A process that leads its own group. */
export interface RunningProcess {
  readonly pid: number
  readonly stdin: Writable | null
  /** Resolves when it has exited. */
  readonly exited: Promise<void>
  hasExited(): boolean
}

/**
 * Ends a server's process and everything that it started: closes stdin, then SIGTERM, then SIGKILL (2026-07-28, stdio, shutdown). Takes
 * less than five seconds, whatever the process does.
 */
export async function shutDownProcess(running: RunningProcess, { flushMs, termMs }: ShutdownPatience = PATIENCE): Promise<void> {
  const { pid, stdin } = running
  // After its exit another process may have its id. Helpers that left the group can only be found while their parents live, and some are started when stdin closes or at SIGTERM.
  const family = running.hasExited() ? [] : [...(await descendantsOf(pid))]
  if (!running.hasExited()) {
    // Closing stdin first lets a well-behaved server finish writing.
    stdin?.end()
    await exitedWithin(running, flushMs)
  }
  if (!running.hasExited() || groupIsAlive(pid)) {
    family.push(...(await descendantsOf(pid)))
    signalGroup(pid, 'SIGTERM')
    await exitedWithin(running, termMs)
    await groupEndedWithin(pid, running.hasExited() ? termMs / 2 : 0)
  }
  if (!running.hasExited() || groupIsAlive(pid)) {
    family.push(...(await descendantsOf(pid)))
    signalGroup(pid, 'SIGKILL')
  }
  endAll(family)
  await exitedWithin(running, KILL_MS)
}

async function exitedWithin({ exited }: RunningProcess, ms: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([exited, wait(ms, undefined, { signal: timer.signal })])
  timer.abort()
}

async function groupEndedWithin(group: number, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && groupIsAlive(group); waited += POLL_MS) await wait(POLL_MS)
}

/** Ends processes at once that may have ended already. */
export function endAll(family: readonly ProcessIdentity[]): void {
  for (const member of family) if (isAlive(member)) signalQuietly(member.pid, 'SIGKILL')
}
