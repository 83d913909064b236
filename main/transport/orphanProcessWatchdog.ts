import { spawn, type ChildProcess } from 'node:child_process'
import { log } from '../lib/log'

/**
 * Reads "add GROUP" and "remove GROUP" until the pipe is closed, which the system does however Parley ended. What is still listed then has the
 * time of a shutdown: for the closing of its stdin, then SIGTERM, then SIGKILL. A group that is gone is taken off the list at once, since
 * its number may be given to another one.
 */
const SCRIPT = `
groups=' '
while read -r what group; do
  case $what in
    add) groups="$groups$group " ;;
    remove) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
look() { left=' '; for group in $groups; do kill -0 "-$group" && left="$left$group "; done; groups=$left; }
patience() { for second in 1 2; do look; [ "$groups" = ' ' ] && exit 0; sleep 1; done; look; }
patience
for group in $groups; do kill -TERM "-$group"; done
patience
for group in $groups; do kill -KILL "-$group"; done
`

/** How often a guard that ended by itself is started again for the same servers. */
const MOST_RESTARTS = 3

/**
 * Ends the servers of a Parley that was killed, seconds later, also those that ignore that their stdin was closed. It is a shell that waits
 * for the end of a pipe, one for all servers as long as there are any. What it misses, Parley's next start ends (`ChildProcessRecords`). On
 * Windows there is none: there Node puts what it starts itself into a job that ends with it.
 */
export class OrphanProcessWatchdog {
  readonly #spawn: () => ChildProcess
  readonly #groups = new Set<number>()
  #shell: ChildProcess | undefined
  #restarts = 0

  /** @param spawn Starts the shell. */
  constructor(spawn: () => ChildProcess = spawnShell) {
    this.#spawn = spawn
  }

  /** Guards the process group that this process leads. */
  add(group: number): void {
    if (process.platform === 'win32') return
    this.#groups.add(group)
    if (this.#shell) this.#tell(`add ${group}`)
    else this.#start()
  }

  /** The process has ended, and Parley itself ends what is left of its group. */
  remove(group: number): void {
    if (!this.#groups.delete(group)) return
    this.#tell(`remove ${group}`)
    if (this.#groups.size > 0) return
    this.#shell?.stdin?.end()
    this.#shell = undefined
    this.#restarts = 0
  }

  #start(): void {
    try {
      this.#watch(this.#spawn())
    } catch (thrown) {
      cannotGuard(thrown)
    }
  }

  #watch(shell: ChildProcess): void {
    this.#shell = shell
    shell.once('exit', () => {
      if (this.#shell !== shell) return
      this.#shell = undefined
      // Somebody ended it, and there are servers to guard.
      if (this.#restarts++ < MOST_RESTARTS) this.#start()
    })
    shell.once('error', (error) => {
      if (this.#shell === shell) this.#shell = undefined
      cannotGuard(error)
    })
    shell.stdin?.on('error', () => undefined)
    for (const group of this.#groups) this.#tell(`add ${group}`)
    // It must not keep Parley from ending. A pipe of a child is a socket, whatever its type says.
    shell.unref()
    const { stdin } = shell
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  }

  #tell(line: string): void {
    this.#shell?.stdin?.write(`${line}\n`)
  }
}

function spawnShell(): ChildProcess {
  // A session of its own: what ends Parley's process group must not end this.
  return spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // For `sleep`. Nothing else of Parley's environment.
    env: { PATH: `/usr/bin:/bin:${process.env['PATH'] ?? ''}` },
  })
}

function cannotGuard(error: unknown): void {
  log('warn', 'Nothing ends servers if Parley is killed, until its next start', { error })
}
