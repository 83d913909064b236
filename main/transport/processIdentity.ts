import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** One process: its id, and its start time as the operating system writes it, because process ids are reused. */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
}

interface ProcessLine extends ProcessIdentity {
  readonly parent: number
  readonly group: number
}

/** Returns when a process started, or undefined if there is no process with this id. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxLine(pid)?.started : posixStart(pid)
}

/** Whether this same process still exists, and not another one with its id. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  return startOf(pid) === started
}

/** Returns all descendants of a process, also those that left its group. */
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

/** Whether a group has any process left. */
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
  // proc(5): the second field is the name in brackets and may hold anything. The other fields follow its last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  // A zombie has ended. Only its parent has not collected it yet.
  if (state === 'Z' || state === 'X') return undefined
  return { pid, parent: Number(parent), group: Number(group), started: `${bootId()}:${fields[19] ?? ''}` }
}

let boot: string | undefined

/** Linux start times count from the boot, so they include the boot id. */
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
    // ps exits with 1 if there is no such process.
    if (thrown instanceof Error && 'status' in thrown && thrown.status === 1) return undefined
    throw thrown
  }
}

let looking: Promise<readonly ProcessLine[]> | undefined

/** Lists all processes. Simultaneous callers share one listing, so that stopping many servers at once does not block everything. */
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

/** Whether a thrown value is the operating system error with this code. */
export function isErrno(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
