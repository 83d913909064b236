import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { environmentOf } from '../lib/shell.ts'
import { HostPage } from './hostPage.ts'

const root = join(import.meta.dirname, '../..')
const KEPT_OUTPUT = 200_000

export interface HostStart {
  readonly dataDir: string
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  /** Options of Node itself, before the program. */
  readonly nodeArgs?: readonly string[]
  /** A program that starts the host in its place, such as one that makes a mount namespace first. */
  readonly through?: readonly string[]
}

/** How a host ended. */
export interface HostEnd {
  readonly code: number | null
  readonly signal: string | null
}

/** The compiled browser shell as a process of its own, with a channel to what was loaded into it before it (`probe.mjs`). */
export class HostProcess {
  readonly link: string
  readonly #child: ChildProcess
  readonly #printed: { text: string }
  readonly #asked: ((answer: unknown) => void)[] = []

  private constructor(child: ChildProcess, printed: { text: string }, link: string) {
    this.#child = child
    this.#printed = printed
    this.link = link
    child.on('message', (answer) => this.#asked.shift()?.(answer))
    child.on('disconnect', () => {
      for (const resolve of this.#asked.splice(0)) resolve(undefined)
    })
  }

  /** Starts the shell. Rejects with what it printed if it ends before it prints its link. */
  static async start(start: HostStart): Promise<HostProcess> {
    const { child, printed } = spawnHost(start)
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line'),
      once(child, 'close').then(([code]) => Promise.reject(new Error(`Parley ended with ${code} before its link: ${printed.text}`))),
    ])) as [string]
    return new HostProcess(child, printed, line.replace('Parley: ', ''))
  }

  get pid(): number {
    return this.#child.pid ?? -1
  }

  /** What it printed on stderr, the last part of it. */
  get printed(): string {
    return this.#printed.text
  }

  /** How it ended, or undefined while it runs. */
  get ended(): HostEnd | undefined {
    const { exitCode: code, signalCode: signal } = this.#child
    return code === null && signal === null ? undefined : { code, signal }
  }

  openPage(): Promise<HostPage> {
    return HostPage.open(this.link)
  }

  /** Asks the probe, which answers in order. Resolves to undefined if the host ends first. */
  async ask(message: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (!this.#child.connected) return undefined
    const answer = new Promise((resolve) => this.#asked.push(resolve))
    this.tell(message)
    return answer
  }

  /** Tells the probe something, which answers nothing. */
  tell(message: Readonly<Record<string, unknown>>): void {
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Ends it as a person does, or at once. Resolves when it has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<HostEnd> {
    const ended = this.#child.exitCode !== null || this.#child.signalCode !== null ? undefined : once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
    return { code: this.#child.exitCode, signal: this.#child.signalCode }
  }
}

/** Runs the shell until it ends by itself. For starts that have to fail. */
export async function runHost(start: HostStart): Promise<HostEnd & { readonly printed: string }> {
  const { child, printed } = spawnHost(start)
  await once(child, 'close')
  return { code: child.exitCode, signal: child.signalCode, printed: printed.text }
}

function spawnHost({ dataDir, home, env = {}, nodeArgs = [], through = [] }: HostStart): {
  readonly child: ChildProcess
  readonly printed: { text: string }
} {
  const own = [process.execPath, ...nodeArgs, join(root, 'out/main/browser.js'), '--no-open', '--port', '0', '--data-dir', dataDir]
  const [command = '', ...args] = [...through, ...own]
  const environment = { ...environmentOf({ dataDir, home, env: {}, args: [] }), ...env }
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: environment })
  const printed = { text: '' }
  child.stderr?.on('data', (chunk: Buffer) => {
    printed.text = (printed.text + chunk.toString()).slice(-KEPT_OUTPUT)
  })
  return { child, printed }
}
