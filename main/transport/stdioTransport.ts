import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter } from 'node:path'
import type { Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import spawn from 'cross-spawn'
import type { Evidence, ProcessExit } from '../../shared/domain/connectionState'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { IncomingStream } from './incomingQueue'
import { looksLikeResponse } from './malformedResponse'
import { LineSplitter } from './lineSplitter'
import type { MessageExcess, MessageLimits } from './messageMeter'
import { OutputBuffer } from './outputBuffer'
import { signalGroup } from './processGroup'
import { groupIsAlive, isErrno } from './processIdentity'
import { shutDownProcess, type ShutdownPatience } from './stdioShutdown'

/** Time to read the last output from the pipe after the process has ended. A helper that holds the pipe open must not delay us longer. */
const DRAIN_MS = 150
const MUTE_MS = 500
const PIECE_BYTES = 4 * 1024
/**
 * How much may wait for a server that does not read, besides the message that is being written. Then the server is ended, before its answers
 * fill Parley's memory.
 */
const UNSENT_MESSAGES = 1_000
const UNSENT_BYTES = 32 * 1024 * 1024
/** More than is shown, so that a secret at the end of what is shown is whole when secrets are taken out. */
const NOISE_CHARACTERS = 4_000

export interface StdioOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly limits: MessageLimits
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
  /** Called when a message over a limit was dropped. The connection continues. */
  onoversized?: (excess: MessageExcess) => void
  /** Called for each line on stdout that is not a message, also for an empty one. */
  onnoise?: () => void
  /** A line looks like an answer and is not JSON, such as one with NaN. */
  onbroken?: (line: string) => void
  /** Called when too much waits for a server that does not read its stdin. */
  onstalled?: () => void
  /** Called after each piece. Resolves when more may be read. See `IncomingQueue.ready`. */
  ready?: IncomingStream['ready']
  readonly stderr = null
  readonly output: OutputBuffer
  /** How the process ended, if it ended by itself and was not closed. */
  exit: ProcessExit | undefined
  /** Length of the message that `onmessage` is handling, if it had a line of its own. */
  lineBytes: number | undefined
  /** Number of lines on stdout that are not messages. */
  noise = 0
  /** The beginning of the first of them. */
  firstNoise: string | undefined

  readonly #options: StdioOptions
  readonly #framer: LineSplitter
  readonly #exited = Promise.withResolvers<void>()
  #child: ChildProcess | undefined
  /** What has arrived and is not read yet. One chunk, or a few if the process has ended meanwhile. */
  readonly #unread: Buffer[] = []
  #isReading = false
  #readOn: (() => void) | undefined
  #unsent = 0
  /** The size of what began to wait first, as long as anything waits. One message may be as large as it is. */
  #firstUnsentBytes = 0
  #drained: Promise<void> | undefined
  #gone = false
  #ended = false
  /** Whether Parley ended the process because it closed its stdout. */
  #endedMute = false
  #closing: Promise<void> | undefined

  constructor(options: StdioOptions) {
    this.#options = options
    this.output = new OutputBuffer(options.outputBytes)
    this.#framer = new LineSplitter(options.limits, {
      onLine: (line, bytes) => this.#takeLine(line, bytes),
      onOversized: (excess) => this.onoversized?.(excess),
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
    child.once('exit', (code, signal) => this.#leave({ code, signal }))
    child.once('close', () => this.#finish())
    child.stdout?.on('data', (chunk: Buffer) => this.#take(chunk))
    child.stdout?.once('end', () => this.#endMute())
    child.stderr?.on('data', (chunk: Buffer) => this.output.push(chunk))
    // Pipes fail when the process has just ended. Its exit explains why.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on('error', (error) => this.onerror?.(error))
    // If this throws, the process is ended as any other one.
    if (child.pid !== undefined) child.once('exit', this.#options.onSpawn(child.pid))
    const started = Promise.withResolvers<void>()
    child.once('spawn', started.resolve)
    child.once('error', (error) => started.reject(this.#explainSpawn(error)))
    await started.promise
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (!stdin?.writable || this.#ended) throw new AppError('SERVER_EXITED', { reason: 'transport.notRunning' })
    if (this.#unsent >= UNSENT_MESSAGES || stdin.writableLength - this.#firstUnsentBytes > UNSENT_BYTES) {
      this.onstalled?.()
      throw new AppError('PROTOCOL_ERROR', { reason: 'transport.doesNotRead' })
    }
    if (stdin.write(`${JSON.stringify(message)}\n`)) return
    if (!this.#drained) this.#firstUnsentBytes = stdin.writableLength
    this.#unsent++
    await this.#untilDrained(stdin)
    this.#unsent--
  }

  /** One listener for all that wait. */
  #untilDrained(stdin: Writable): Promise<void> {
    this.#drained ??= new Promise((resolve) => {
      const done = (): void => {
        stdin.off('drain', done)
        stdin.off('close', done)
        this.#drained = undefined
        this.#firstUnsentBytes = 0
        resolve()
      }
      stdin.on('drain', done)
      stdin.on('close', done)
    })
    return this.#drained
  }

  #take(chunk: Buffer): void {
    this.#unread.push(chunk)
    if (!this.#isReading) void this.#read()
  }

  /** Reads in pieces with rests between them, so that no chunk holds the thread. The last words of a process that has ended wait no longer. */
  async #read(): Promise<void> {
    const stdout = this.#child?.stdout
    this.#isReading = true
    for (let piece = this.#nextPiece(); piece; piece = this.#nextPiece()) {
      const before = performance.now()
      this.#framer.push(piece)
      const ready = this.#gone ? undefined : this.ready?.(performance.now() - before, this.#framer.isSkipping)
      if (!ready) continue
      stdout?.pause()
      await new Promise<void>((resolve) => {
        // Not a race with the end of the process: each race would leave a callback there for as long as the server runs.
        this.#readOn = resolve
        void ready.then(() => resolve())
      })
    }
    this.#isReading = false
    stdout?.resume()
  }

  #nextPiece(): Buffer | undefined {
    const [chunk] = this.#unread
    if (!chunk) return undefined
    const rest = chunk.subarray(PIECE_BYTES)
    if (rest.length > 0) this.#unread[0] = rest
    else this.#unread.shift()
    return chunk.subarray(0, PIECE_BYTES)
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
    if (!this.#closing) this.exit = this.#endedMute ? { ...exit, closedOutput: true } : exit
    this.#exited.resolve()
    // What it wrote last is still in the pipe.
    this.#readOn?.()
    this.#child?.stdout?.resume()
    const pid = this.#child?.pid
    if (pid !== undefined && !this.#closing && groupIsAlive(pid)) signalGroup(pid, 'SIGKILL')
    // Where this thread was busy for that long, what is in the pipe is read first.
    setTimeout(() => setImmediate(() => this.#finish()), DRAIN_MS).unref()
  }

  /**
   * Ends a server that closed its stdout, because it can no longer answer. A server that is ending also closes stdout, so it gets some time
   * first. On a busy computer that time may be over before this process has heard of an end that was in time: what is there to hear is heard
   * first.
   */
  #endMute(): void {
    const end = (): void => {
      const pid = this.#child?.pid
      if (pid === undefined || this.#gone || this.#closing) return
      this.#endedMute = true
      signalGroup(pid, 'SIGTERM')
    }
    setTimeout(() => setImmediate(end), MUTE_MS).unref()
  }

  #finish(): void {
    if (this.#ended) return
    // Whoever waits for an answer must get it before the end.
    for (let piece = this.#nextPiece(); piece; piece = this.#nextPiece()) this.#framer.push(piece)
    this.#ended = true
    this.#child?.stdin?.destroy()
    this.#child?.stdout?.destroy()
    this.#child?.stderr?.destroy()
    this.onclose?.()
  }

  #takeLine(line: string, bytes: number): void {
    if (line.length === 0) return this.onnoise?.()
    const messages = readMessages(line)
    if (typeof messages === 'string') {
      this.noise++
      this.onnoise?.()
      if (messages === 'notJson' && looksLikeResponse(line)) this.onbroken?.(line)
      this.firstNoise ??= line.slice(0, NOISE_CHARACTERS)
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
  const printed = transport.output.firstAndLastLines(40)
  const { exit } = transport
  return printed.lines.length > 0 || exit ? { kind: 'output', ...printed, ...(exit && { exit }) } : undefined
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

/** Returns the messages of one line, or what else it is. A batch of the 2025-03-26 revision has several messages. */
function readMessages(line: string): readonly JSONRPCMessage[] | 'notJson' | 'otherJson' {
  // Most noise is plain text. A parser that fails takes much longer than this look.
  if (!/^[\s]{0,100}[{[]/.test(line)) return 'notJson'
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return 'notJson'
    throw thrown
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.length > 0 && items.every(isMessage) ? items : 'otherJson'
}

/** Checks only the frame of a message. The SDK checks each kind against its schema. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value['jsonrpc'] === '2.0' && ('method' in value || 'id' in value)
}
