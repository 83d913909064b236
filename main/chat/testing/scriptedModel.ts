import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to the model: the body of one `POST /chat/completions`. */
export interface ModelRequest {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content: unknown
    readonly tool_calls?: readonly unknown[]
    readonly tool_call_id?: string
  }[]
  readonly stream_options?: object
  readonly temperature?: number
  readonly max_tokens?: number
  readonly reasoning_effort?: string
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown } }[]
}

export interface ScriptedCall {
  readonly id: string
  readonly name: string
  /** The raw text from the model, so that a test can send invalid JSON. */
  readonly arguments: string
}

/** One answer of the scripted model. */
export type ScriptedAnswer =
  | {
      readonly text?: readonly string[]
      readonly reasoning?: string
      readonly calls?: readonly ScriptedCall[]
      readonly finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter'
      /** What the request used, as OpenAI writes it. */
      readonly usage?: object
      /** `breakOff` drops the connection after the text. `hold` never ends the answer. `end` ends it without a finish reason. */
      readonly ending?: 'breakOff' | 'hold' | 'end'
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }

/** A real OpenAI-compatible endpoint on this computer that gives the answers that a test wrote. */
export class ScriptedModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = []
  readonly #server: Server
  readonly #answers: (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[]
  #asked = Promise.withResolvers<void>()

  private constructor(answers: readonly (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[]) {
    this.#answers = [...answers]
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(...answers: readonly (ScriptedAnswer | ((request: ModelRequest) => ScriptedAnswer))[]): Promise<ScriptedModel> {
    const model = new ScriptedModel(answers)
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve))
    return model
  }

  get baseUrl(): string {
    const address = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${address.port}/v1`
  }

  /** Adds answers to the end of the script. */
  add(...answers: readonly ScriptedAnswer[]): void {
    this.#answers.push(...answers)
  }

  /** Resolves when the model has received this many requests. */
  async asked(times: number): Promise<void> {
    while (this.requests.length < times) await this.#asked.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted-1' }] }))
      return
    }
    if (request.method !== 'POST') return void response.writeHead(404).end()
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest
    this.requests.push(body)
    const next = this.#answers.shift() ?? { text: ['(the script has ended)'] }
    this.#asked.resolve()
    this.#asked = Promise.withResolvers()
    play(typeof next === 'function' ? next(body) : next, response)
  }
}

function play(answer: ScriptedAnswer, response: ServerResponse): void {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (delta: object, finish: string | null = null): void => {
    response.write(`data: ${JSON.stringify({ id: 'scripted', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  }
  if (answer.reasoning) say({ role: 'assistant', reasoning_content: answer.reasoning })
  for (const words of answer.text ?? []) say({ role: 'assistant', content: words })
  answer.calls?.forEach(({ id, name, arguments: args }, index) => {
    say({ role: 'assistant', tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] })
  })
  if (answer.ending === 'hold') return
  if (answer.ending === 'breakOff') {
    response.write(': the connection drops now\n\n', () => response.destroy())
    return
  }
  if (answer.ending !== 'end') say({}, answer.finish ?? (answer.calls ? 'tool_calls' : 'stop'))
  if (answer.usage) response.write(`data: ${JSON.stringify({ id: 'scripted', choices: [], usage: answer.usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}
