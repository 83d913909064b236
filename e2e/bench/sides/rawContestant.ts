import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { isRecord, type JsonObject } from '../../../shared/lib/json'
import type { Connected, Contestant, ServerCommand } from './contestant'

const NEWLINE = 0x0a

/** The smallest possible client: it writes lines, splits the replies into lines, and parses each line once. */
export class RawContestant implements Contestant {
  #pipes: RawPipe[] = []

  async connect(servers: readonly ServerCommand[]): Promise<Connected> {
    const started = performance.now()
    let firstMs = Infinity
    this.#pipes = servers.map((server) => new RawPipe(server))
    await Promise.all(
      this.#pipes.map(async (pipe) => {
        await pipe.open()
        await pipe.request('tools/list', {})
        firstMs = Math.min(firstMs, performance.now() - started)
      }),
    )
    return { firstMs, allMs: performance.now() - started }
  }

  async call(server: number, tool: string, args: JsonObject): Promise<void> {
    await this.#pipe(server).request('tools/call', { name: tool, arguments: args })
  }

  async listTools(): Promise<number> {
    const result = await this.#pipe(0).request('tools/list', {})
    return isRecord(result) && Array.isArray(result['tools']) ? result['tools'].length : 0
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.#pipes.map((pipe) => pipe.close()))
    this.#pipes = []
  }

  #pipe(server: number): RawPipe {
    const pipe = this.#pipes[server]
    if (!pipe) throw new Error(`There is no server ${server}`)
    return pipe
  }
}

class RawPipe {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting = new Map<number, (result: unknown) => void>()
  #parts: Buffer[] = []
  #lastId = 0

  constructor({ command, args, env }: ServerCommand) {
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    this.#child.stdout.on('data', (chunk: Buffer) => this.#push(chunk))
  }

  async open(): Promise<void> {
    const clientInfo = { name: 'raw', version: '1.0.0' }
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }

  request(method: string, params: JsonObject): Promise<unknown> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer.resolve)
    this.#write({ jsonrpc: '2.0', id, method, params })
    return answer.promise
  }

  async close(): Promise<void> {
    this.#child.kill()
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
  }

  #write(message: JsonObject): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(Buffer.concat([...this.#parts, chunk.subarray(start, end)]))
      this.#parts = []
      start = end + 1
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start))
  }

  #take(line: Buffer): void {
    const message: unknown = JSON.parse(line.toString('utf8'))
    if (!isRecord(message) || typeof message['id'] !== 'number') return
    this.#waiting.get(message['id'])?.(message['result'])
    this.#waiting.delete(message['id'])
  }
}
