import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** One process: its number and the operating system's own words for when it started, since numbers are given again. */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
}

interface ProcessLine extends ProcessIdentity {
  readonly parent: number
  readonly group: number
}

/** When a process started, or undefined when there is none with this number. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxLine(pid)?.started : posixStart(pid)
}

/** Whether the very process is still there, and not another one that was given its number. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started
}

/** All processes that a process started, and those that these started, also where they left its group. */
export async function descendantsOf(pid: number): Promise<readonly ProcessIdentity[]> {
  const lines = await allLines()
  const found: ProcessLine[] = []
  for (let parents = [pid]; parents.length > 0;) {
    const children = lines.filter((line) => parents.includes(line.parent) && !found.includes(line))
    found.push(...children)
    parents = children.map((line) => line.pid)
  }
  return found.map((line) => ({ pid: line.pid, started: line.started }))
}

/** Whether any process is left in a group. */
export function groupIsAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch (thrown) {
    return isErrno(thrown, 'EPERM')
  }
}

function linuxLine(pid: number): ProcessLine | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT') || isErrno(thrown, 'ESRCH')) return undefined
    throw thrown
  }
  // proc(5): the second field is the name in brackets and may hold anything; the others follow its last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  // A zombie has ended; only its parent has not asked yet.
  if (state === 'Z' || state === 'X') return undefined
  return { pid, parent: Number(parent), group: Number(group), started: `${bootId()}:${fields[19] ?? ''}` }
}

let boot: string | undefined

/** Start times on Linux count from the boot, so the boot is a part of them. */
function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

function posixStart(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return text.trim().replaceAll(/\s+/g, ' ') || undefined
  } catch (thrown) {
    // ps ends with 1 when there is no such process.
    if (thrown instanceof Error && 'status' in thrown && thrown.status === 1) return undefined
    throw thrown
  }
}

let looking: Promise<readonly ProcessLine[]> | undefined

/** Whoever asks at the same time shares one look: many servers that are stopped at once would otherwise hold up everything. */
function allLines(): Promise<readonly ProcessLine[]> {
  looking ??= lookAround().finally(() => {
    looking = undefined
  })
  return looking
}

async function lookAround(): Promise<readonly ProcessLine[]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return psLines()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => linuxLine(Number(name)) ?? [])
}

async function psLines(): Promise<readonly ProcessLine[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,lstart='])
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, ...started] = line.trim().split(/\s+/)
    return pid && parent && group ? [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(' ') }] : []
  })
}

/** Whether a thrown value is the operating system's error of this name. */
export function isErrno(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
