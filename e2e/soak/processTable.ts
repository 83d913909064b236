import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What Linux tells about one process, seen from outside. */
export interface ProcessFigures {
  readonly residentMb: number
  readonly descriptors: number
  readonly sockets: number
  /** Files and folders that it has watched. */
  readonly watches: number
  readonly threads: number
}

export interface ServerProcess {
  readonly pid: number
  readonly command: string
}

/** Reads the figures of a process. Undefined when it has ended. */
export function figuresOf(pid: number): ProcessFigures | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => ({ fd, target: linkOf(`/proc/${pid}/fd/${fd}`) }))
    const watches = targets.filter(({ target }) => target === 'anon_inode:inotify').map(({ fd }) => watchesIn(pid, fd))
    return {
      residentMb: numberAfter(status, 'VmRSS') / 1024,
      descriptors: targets.length,
      sockets: targets.filter(({ target }) => target.startsWith('socket:')).length,
      watches: watches.reduce((total, count) => total + count, 0),
      threads: numberAfter(status, 'Threads'),
    }
  } catch (thrown) {
    if (isGone(thrown)) return undefined
    throw thrown
  }
}

/** Returns the processes whose environment contains this text, such as `NAME=value`. */
export function processesWith(text: string): readonly ServerProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), environment: textOf(`/proc/${name}/environ`) }))
    .filter(({ environment }) => environment.split('\0').includes(text))
    .map(({ pid }) => ({ pid, command: textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }))
    .filter(({ command }) => command !== '')
}

function watchesIn(pid: number, fd: string): number {
  return textOf(`/proc/${pid}/fdinfo/${fd}`)
    .split('\n')
    .filter((line) => line.startsWith('inotify ')).length
}

/** A process that has ended, and one that is a zombie, has no text. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if (isGone(thrown)) return ''
    throw thrown
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch (thrown) {
    if (isGone(thrown)) return ''
    throw thrown
  }
}

function numberAfter(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(thrown.code))
}
