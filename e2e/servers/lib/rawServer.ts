import { createInterface } from 'node:readline'

/** One JSON-RPC message as it comes over the wire. Fixture servers read only a few of its fields. */
export interface RawMessage {
  readonly id?: number | string
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly cursor?: string
    readonly uri?: string
    readonly arguments?: Readonly<Record<string, unknown>>
    readonly _meta?: { readonly progressToken?: number | string }
  }
}

export interface RawTool {
  readonly name: string
  readonly [field: string]: unknown
}

/** The behaviour of a server without the SDK. For everything else, `serveRaw` answers like a well-behaved server. */
export interface RawServer {
  readonly name: string
  readonly instructions?: string
  readonly serverInfo?: Readonly<Record<string, unknown>>
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly tools?: readonly RawTool[]
  /** Answers any method except `tools/call`. When it returns `undefined`, `serveRaw` gives the default answer. */
  readonly answer?: (message: RawMessage) => unknown
  readonly callTool?: (message: RawMessage) => unknown
}

/** Writes one line to the host. */
export function sendLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function send(message: Readonly<Record<string, unknown>>): void {
  sendLine(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

/** Builds a text result of a tool. */
export function text(words: string): Readonly<Record<string, unknown>> {
  return { content: [{ type: 'text', text: words }] }
}

/** The input schema of a tool without arguments. */
export const noInput = { type: 'object', properties: {} } as const

/**
 * Serves the 2025 era over stdio without the SDK, so that a fixture can send what the SDK would never send. When `callTool` returns
 * `undefined`, the host gets no answer.
 */
export function serveRaw(server: RawServer): void {
  const initialized = {
    protocolVersion: '2025-11-25',
    capabilities: server.capabilities ?? { tools: {} },
    serverInfo: server.serverInfo ?? { name: server.name, version: '1.0.0' },
    ...(server.instructions !== undefined && { instructions: server.instructions }),
  }
  const resultOf = (message: RawMessage): unknown => {
    const own = server.answer?.(message)
    if (own !== undefined) return own
    if (message.method === 'initialize') return initialized
    if (message.method === 'ping') return {}
    if (message.method === 'tools/list') return { tools: server.tools ?? [] }
    return undefined
  }
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    const message = JSON.parse(line) as RawMessage
    if (message.id === undefined || message.method === undefined) return
    const { id } = message
    if (message.method === 'tools/call') {
      void Promise.resolve(server.callTool?.(message)).then((result) => {
        if (result !== undefined) send({ id, result })
      })
      return
    }
    const result = resultOf(message)
    send(result === undefined ? { id, error: { code: -32601, message: `Unknown method ${message.method}` } } : { id, result })
  })
}
