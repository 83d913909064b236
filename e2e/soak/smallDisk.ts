import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostProcess, runHost, type HostEnd, type HostStart } from './hostProcess.ts'

/** How this computer makes a mount namespace: as root, or with a namespace of users around it. */
const ways: readonly (readonly string[])[] = [['-m'], ['-U', '-r', '-m']]
const way = process.platform === 'linux' ? ways.find((flags) => spawnSync('unshare', [...flags, 'true']).status === 0) : undefined

/** Why there can be no small disk here. Undefined where there can. */
export const noSmallDisk = way ? undefined : 'this computer refuses mount namespaces'

/** How often the two mounts are made, and how often the second is tried each time. */
const BINDS = 20
const REMOUNTS = 10

/**
 * A disk of a few megabytes that can be full or read-only, with Parley's data folder on it. It lives in a mount namespace, so that nobody
 * else sees it and nothing has to be unmounted. Rights of files would not do: root ignores them.
 */
export class SmallDisk implements AsyncDisposable {
  readonly #folder: string
  readonly #holder: ChildProcess
  readonly #hosts: HostProcess[] = []

  private constructor(folder: string, holder: ChildProcess) {
    this.#folder = folder
    this.#holder = holder
  }

  /** @param files their contents by name */
  static async make(megabytes: number, files: Readonly<Record<string, string>>): Promise<SmallDisk> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))
    mkdirSync(join(folder, 'disk'))
    mkdirSync(join(folder, 'home'))
    const script = `mount -t tmpfs -o size=${megabytes}m parley "$1" && echo made && exec cat`
    const holder = spawn('unshare', [...(way ?? []), 'sh', '-c', script, 'sh', join(folder, 'disk')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await Promise.race([
      once(holder.stdout, 'data'),
      once(holder, 'exit').then(() => Promise.reject(new Error('The disk could not be mounted'))),
    ])
    const disk = new SmallDisk(folder, holder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(disk.path, name), text)
    return disk
  }

  /** The disk as seen from outside of its namespace. */
  get path(): string {
    return `/proc/${this.#holder.pid}/root${this.#inside}`
  }

  /** Starts Parley with its data on this disk. */
  async start(): Promise<HostProcess> {
    const host = await HostProcess.start(this.#start)
    this.#hosts.push(host)
    return host
  }

  /** Runs Parley until it ends by itself. */
  run(): Promise<HostEnd & { readonly printed: string }> {
    return runHost(this.#start)
  }

  /** Writes until not one more byte fits. */
  fill(): void {
    const file = openSync(join(this.path, 'fill'), 'a')
    try {
      for (const bytes of [65_536, 4_096, 1]) writeUntilFull(file, bytes)
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(join(this.path, 'fill'))
  }

  /** From now on no file can be created or opened for writing. Files that are open stay so. */
  makeReadOnly(): void {
    // A host that opens a file between the two mounts keeps the second one from being made read-only, until it has closed that file. It may
    // never close it, as a database; then the first mount is left to it, and made anew.
    const script = `for bind in $(seq ${BINDS}); do
        mount --bind "$1" "$1"
        for try in $(seq ${REMOUNTS}); do mount -o remount,bind,ro "$1" && exit 0; done
        umount -l "$1"
      done
      exit 1`
    const { status, stderr } = spawnSync('nsenter', [...this.#into, 'sh', '-c', script, 'sh', this.#inside], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The disk could not be made read-only: ${stderr}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const host of this.#hosts) await host.end('SIGKILL')
    const ended = once(this.#holder, 'exit')
    this.#holder.stdin?.end()
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #inside(): string {
    return join(this.#folder, 'disk')
  }

  /** The arguments of `nsenter` that lead into the namespace. */
  get #into(): readonly string[] {
    const users = way?.includes('-U') ? ['-U', '--preserve-credentials'] : []
    return ['-t', String(this.#holder.pid), ...users, '-m']
  }

  get #start(): HostStart {
    return { dataDir: this.#inside, home: join(this.#folder, 'home'), through: ['nsenter', ...this.#into] }
  }
}

function writeUntilFull(file: number, bytes: number): void {
  try {
    for (;;) writeSync(file, Buffer.alloc(bytes))
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC')) throw thrown
  }
}
