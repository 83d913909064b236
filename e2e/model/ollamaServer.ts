import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Gate } from './gate.ts'

/** A model of the stand-in for Ollama. */
export interface OllamaModel {
  readonly name: string
  readonly capabilities: readonly string[]
  /** The most tokens that it takes in. */
  readonly context: number
}

/** The parts of a request to `/api/chat` that specs read. */
export interface OllamaChat {
  readonly model: string
  readonly options: { readonly num_ctx: number }
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_name?: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

type Line = Readonly<Record<string, unknown>>
/** What an answer is made of: its lines, and gates at which it waits. */
export type OllamaReply = readonly (Line | Gate)[] | ((chat: OllamaChat) => readonly (Line | Gate)[])

/** Text, as Ollama streams it. */
export const ollamaSays = (text: string): readonly Line[] => [
  { message: { role: 'assistant', content: text }, done: false },
  { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 5 },
]

/** A call of the first tool whose name ends like this, as Ollama streams it: whole and without an id. */
export const ollamaCalls =
  (ending: string, args: Line) =>
  ({ tools = [] }: OllamaChat): readonly Line[] => {
    const name = tools.map((tool) => tool.function.name).find((candidate) => candidate.endsWith(ending))
    return [
      { message: { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: args } }] }, done: false },
      { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 5 },
    ]
  }

/**
 * A stand-in for Ollama, not Ollama: it speaks the routes that Ollama documents (docs/api.md: tags, show, ps, chat, pull), with the models
 * and the answers that a spec wrote.
 */
export class OllamaServer {
  readonly chats: OllamaChat[] = []
  /** How often a download began. */
  pulls = 0
  readonly #server: Server
  readonly #models: OllamaModel[]
  readonly #loaded = new Set<string>()
  readonly #replies: OllamaReply[] = []
  #pull: OllamaReply = []

  private constructor(server: Server, models: readonly OllamaModel[]) {
    this.#server = server
    this.#models = [...models]
  }

  static async start(...models: readonly OllamaModel[]): Promise<OllamaServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ollama = new OllamaServer(server, models)
    server.on('request', (request, response) => {
      ollama.#serve(request, response).catch((error: unknown) => sendJson(response, 500, { error: String(error) }))
    })
    return ollama
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Queues the replies to the next requests, in order. */
  will(...replies: readonly OllamaReply[]): void {
    this.#replies.push(...replies)
  }

  /** What the next download says. A line with the status `success` brings a small model with tools. */
  willPull(reply: OllamaReply): void {
    this.#pull = reply
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`
    const body = await readJson(request)
    if (asked === 'GET /api/tags') return sendJson(response, 200, { models: this.#models.map(({ name }) => ({ name, model: name })) })
    if (asked === 'GET /api/ps') return sendJson(response, 200, { models: Array.from(this.#loaded, (name) => ({ name, model: name })) })
    if (asked === 'POST /api/show') return this.#show(String(body['model']), response)
    if (asked === 'POST /api/chat') return await this.#chat(body as unknown as OllamaChat, response)
    if (asked === 'POST /api/pull') return await this.#download(String(body['model']), response)
    sendJson(response, 404, { error: `no route ${asked}` })
  }

  #show(name: string, response: ServerResponse): void {
    const model = this.#models.find((one) => one.name === name)
    if (!model) return sendJson(response, 404, { error: `model '${name}' not found` })
    sendJson(response, 200, { capabilities: model.capabilities, model_info: { 'qwen3.context_length': model.context } })
  }

  async #chat(chat: OllamaChat, response: ServerResponse): Promise<void> {
    this.chats.push(chat)
    const script = this.#replies.shift()
    if (!script) return sendJson(response, 500, { error: `Nobody scripted an answer to request ${this.chats.length}` })
    await writeLines(response, typeof script === 'function' ? script(chat) : script, () => this.#loaded.add(chat.model))
  }

  async #download(name: string, response: ServerResponse): Promise<void> {
    this.pulls++
    const lines = typeof this.#pull === 'function' ? [] : this.#pull
    await writeLines(response, lines, (line) => {
      if (line['status'] === 'success') this.#models.push({ name, capabilities: ['completion', 'tools', 'thinking'], context: 40_960 })
    })
  }
}

/** Ollama sends its headers with the first line, after the model was loaded. */
async function writeLines(response: ServerResponse, lines: readonly (Line | Gate)[], onLine: (line: Line) => void): Promise<void> {
  const left = new Promise<void>((resolve) => response.once('close', () => resolve()))
  for (const line of lines) {
    if ('opened' in line) await Promise.race([line.opened as Promise<void>, left])
    else {
      onLine(line)
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(`${JSON.stringify(line)}\n`)
    }
    if (response.destroyed) return
  }
  response.end()
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Readonly<Record<string, unknown>>)
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
