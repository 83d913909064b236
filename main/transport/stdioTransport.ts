import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import type { Evidence, ProcessExit } from '../../shared/domain/connection'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { LineSplitter } from './lineSplitter'
import { OutputBuffer } from './outputBuffer'
import { signalGroup, signalQuietly } from './processGroup'
import { descendantsOf, groupIsAlive, isAlive, isErrno, type ProcessIdentity } from './processIdentity'

/** How long a server has for each step of leaving; together they stay under five seconds. */
const PATIENCE = { flushMs: 2_000, termMs: 1_500 }
const KILL_MS = 1_000
/** After the process has ended, what it wrote last is still in the pipe; a helper that holds the pipe must not make us wait for it. */
const DRAIN_MS = 150
const POLL_MS = 20
const MUTE_MS = 500

export interface StdioOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly messageBytes: number
  readonly outputBytes: number
  /** How long to wait after closing stdin, and after SIGTERM. */
  readonly patience?: { readonly flushMs: number; readonly termMs: number }
  /** Called with the new process before anything else happens to it; what it returns is called when the process has ended. */
  readonly onSpawn: (pid: number) => () => void
}

/**
 * Owns one server process and its pipes. The process leads its own group, so that closing ends everything it started.
 * It has `pid` and `stderr` because the SDK knows by these that it may probe the protocol's era in place.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** A message was longer than the limit and is lost; the connection lives. */
  onoversized?: () => void
  readonly stderr = null
  readonly output: OutputBuffer
  /** How the process ended, where it ended by itself and not because it was closed. */
  exit: ProcessExit | undefined
  /** How long the message was that `onmessage` is being called with, where it had a line of its own. */
  lineBytes: number | undefined
  /** Lines on stdout that are no messages. */
  noise = 0

  readonly #options: StdioOptions
  readonly #framer: LineSplitter
  readonly #exited = Promise.withResolvers<void>()
  #child: ChildProcess | undefined
  #gone = false
  #ended = false
  #closing: Promise<void> | undefined

  constructor(options: StdioOptions) {
    this.#options = options
    this.output = new OutputBuffer(options.outputBytes)
    this.#framer = new LineSplitter(options.messageBytes, {
      onLine: (line, bytes) => this.#takeLine(line, bytes),
      onOversized: () => this.onoversized?.(),
    })
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** @throws {AppError} INVALID_INPUT or COMMAND_NOT_FOUND when the command cannot be started. */
  async start(): Promise<void> {
    refuseImpossible(this.#options)
    const { command, args, env, cwd } = this.#options
    const child = spawn(command, [...args], {
      env,
      ...(cwd !== undefined && { cwd }),
      // Three pipes and nothing else: no other descriptor of ours reaches the server.
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    const forget = child.pid === undefined ? undefined : this.#options.onSpawn(child.pid)
    child.once('exit', (code, signal) => {
      forget?.()
      this.#leave({ code, signal })
    })
    child.once('close', () => this.#finish())
    child.stdout?.on('data', (chunk: Buffer) => this.#framer.push(chunk))
    child.stdout?.once('end', () => this.#endMute())
    child.stderr?.on('data', (chunk: Buffer) => this.output.push(chunk))
    // Pipes fail when the process has just ended; its exit tells why.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on('error', (error) => this.onerror?.(error))
    const started = Promise.withResolvers<void>()
    child.once('spawn', started.resolve)
    child.once('error', (error) => started.reject(this.#explainSpawn(error)))
    await started.promise
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (!stdin?.writable || this.#ended) throw new AppError('SERVER_EXITED', { reason: 'transport.notRunning' })
    if (stdin.write(`${JSON.stringify(message)}\n`)) return
    const drained = Promise.withResolvers<void>()
    stdin.once('drain', drained.resolve)
    stdin.once('close', drained.resolve)
    await drained.promise
  }

  /** Ends the process and everything it started, in under five seconds whatever it does. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const pid = this.#child?.pid
    if (this.#child === undefined || pid === undefined) return this.#finish()
    const { flushMs, termMs } = this.#options.patience ?? PATIENCE
    // Helpers that left the group can only be found while their parents live.
    const family = await descendantsOf(pid)
    if (!this.#gone) {
      // Closing stdin first lets a well-behaved server finish what it is writing.
      this.#child.stdin?.end()
      await this.#exitedWithin(flushMs)
    }
    if (!this.#gone || groupIsAlive(pid)) {
      signalGroup(pid, 'SIGTERM')
      await this.#exitedWithin(termMs)
      await groupEndedWithin(pid, this.#gone ? termMs / 2 : 0)
    }
    if (!this.#gone || groupIsAlive(pid)) signalGroup(pid, 'SIGKILL')
    endAll(family)
    await this.#exitedWithin(KILL_MS)
    this.#finish()
  }

  /** The process has ended by itself or by us. Helpers that it left in its group end with it. */
  #leave(exit: ProcessExit): void {
    this.#gone = true
    if (!this.#closing) this.exit = exit
    this.#exited.resolve()
    const pid = this.#child?.pid
    if (pid !== undefined && !this.#closing && groupIsAlive(pid)) signalGroup(pid, 'SIGKILL')
    setTimeout(() => this.#finish(), DRAIN_MS).unref()
  }

  /** A server that has closed its stdout can answer nothing any more; one that is ending closes it too, and gets the time for that. */
  #endMute(): void {
    setTimeout(() => {
      const pid = this.#child?.pid
      if (pid !== undefined && !this.#gone && !this.#closing) signalGroup(pid, 'SIGTERM')
    }, MUTE_MS).unref()
  }

  #finish(): void {
    if (this.#ended) return
    this.#ended = true
    this.#child?.stdin?.destroy()
    this.#child?.stdout?.destroy()
    this.#child?.stderr?.destroy()
    this.onclose?.()
  }

  async #exitedWithin(ms: number): Promise<void> {
    const timer = new AbortController()
    await Promise.race([this.#exited.promise, wait(ms, undefined, { signal: timer.signal })])
    timer.abort()
  }

  #takeLine(line: string, bytes: number): void {
    if (line.length === 0) return
    const messages = readMessages(line)
    if (!messages) {
      this.noise++
      this.output.push(Buffer.from(`${line.slice(0, 1_000)}\n`))
      return
    }
    for (const message of messages) {
      this.lineBytes = messages.length === 1 ? bytes : undefined
      this.onmessage?.(message)
    }
    this.lineBytes = undefined
  }

  #explainSpawn(error: Error): AppError {
    const { command, env } = this.#options
    if (isErrno(error, 'ENOENT')) {
      return new AppError(
        'COMMAND_NOT_FOUND',
        { reason: 'transport.commandNotFound', params: { command } },
        { cause: { path: (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '') } },
      )
    }
    if (isErrno(error, 'EACCES')) {
      return new AppError('COMMAND_NOT_FOUND', { reason: 'transport.commandForbidden', params: { command } }, { cause: error })
    }
    return new AppError('SERVER_EXITED', { reason: 'transport.commandFailed', params: { command, why: error.message } }, { cause: error })
  }
}

/** What can be shown beside a failure to start or a crash. */
export function evidenceOf(transport: StdioTransport, error: AppError): Evidence | undefined {
  if (isRecord(error.cause) && Array.isArray(error.cause['path'])) return { kind: 'path', folders: error.cause['path'].map(String) }
  const lines = transport.output.lastLines(40)
  return lines.length > 0 || transport.exit ? { kind: 'output', lines, ...(transport.exit && { exit: transport.exit }) } : undefined
}

function refuseImpossible({ command, args, env, cwd }: StdioOptions): void {
  const words = [command, ...args, cwd ?? '', ...Object.entries(env).flat()]
  if (words.some((word) => word.includes('\0'))) {
    throw new AppError('INVALID_INPUT', { reason: 'transport.nulInCommand' })
  }
  // Without this, a missing folder looks like a missing command.
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError('INVALID_INPUT', { reason: 'transport.noFolder', params: { folder: cwd } })
  }
}

/** The messages of one line; a batch of the 2025-03-26 revision holds several. Undefined when it is something else. */
function readMessages(line: string): readonly JSONRPCMessage[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.length > 0 && items.every(isMessage) ? items : undefined
}

/** Only the frame of a message is looked at here; the SDK checks each kind by its schema. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value['jsonrpc'] === '2.0' && ('method' in value || 'id' in value)
}

async function groupEndedWithin(group: number, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && groupIsAlive(group); waited += POLL_MS) await wait(POLL_MS)
}

function endAll(family: readonly ProcessIdentity[]): void {
  for (const member of family) if (isAlive(member)) signalQuietly(member.pid, 'SIGKILL')
}
