import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter } from 'node:path'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import type { Evidence, ProcessExit } from '../../shared/domain/connectionState'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { LineSplitter } from './lineSplitter'
import { OutputBuffer } from './outputBuffer'
import { signalGroup } from './processGroup'
import { groupIsAlive, isErrno } from './processIdentity'
import { shutDownProcess, type ShutdownPatience } from './stdioShutdown'

/** Time to read the last output from the pipe after the process has ended. A helper that holds the pipe open must not delay us longer. */
const DRAIN_MS = 150
const MUTE_MS = 500

export interface StdioOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly messageBytes: number
  readonly outputBytes: number
  readonly patience?: ShutdownPatience
  /** Called first, with the id of the new process. The returned function is called when the process has ended. */
  readonly onSpawn: (pid: number) => () => void
}

/**
 * Owns one server process and its pipes. The process leads its own group, so that closing ends everything it started. It has `pid` and
 * `stderr`, because these tell the SDK that it may probe the protocol's era on this transport.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Called when a message over the size limit was dropped. The connection continues. */
  onoversized?: () => void
  readonly stderr = null
  readonly output: OutputBuffer
  /** How the process ended, if it ended by itself and was not closed. */
  exit: ProcessExit | undefined
  /** Length of the message that `onmessage` is handling, if it had a line of its own. */
  lineBytes: number | undefined
  /** Number of lines on stdout that are not messages. */
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

  /** Starts the process. @throws {AppError} INVALID_INPUT, COMMAND_NOT_FOUND or SERVER_EXITED when the command cannot be started. */
  async start(): Promise<void> {
    refuseImpossible(this.#options)
    const { command, args, env, cwd } = this.#options
    const child = spawn(command, [...args], {
      env,
      ...(cwd !== undefined && { cwd }),
      // Three pipes only: the server gets no other file descriptor of ours.
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
    // Pipes fail when the process has just ended. Its exit explains why.
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

  /** Ends the process and everything it started, in under five seconds, whatever the process does. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const child = this.#child
    if (child?.pid !== undefined) {
      const { patience } = this.#options
      await shutDownProcess({ pid: child.pid, stdin: child.stdin, exited: this.#exited.promise, hasExited: () => this.#gone }, patience)
    }
    this.#finish()
  }

  /** Handles the end of the process, whether it ended by itself or was closed. Helpers in its group end with it. */
  #leave(exit: ProcessExit): void {
    this.#gone = true
    if (!this.#closing) this.exit = exit
    this.#exited.resolve()
    const pid = this.#child?.pid
    if (pid !== undefined && !this.#closing && groupIsAlive(pid)) signalGroup(pid, 'SIGKILL')
    setTimeout(() => this.#finish(), DRAIN_MS).unref()
  }

  /**
   * Ends a server that closed its stdout, because it can no longer answer. A server that is ending also closes stdout, so it gets some time
   * first.
   */
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

/** Returns evidence to show with a failed start or a crash. */
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
  // Without this check, a missing folder looks like a missing command.
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError('INVALID_INPUT', { reason: 'transport.noFolder', params: { folder: cwd } })
  }
}

/** Returns the messages of one line, or undefined if it holds anything else. A batch of the 2025-03-26 revision has several messages. */
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

/** Checks only the frame of a message. The SDK checks each kind against its schema. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value['jsonrpc'] === '2.0' && ('method' in value || 'id' in value)
}
