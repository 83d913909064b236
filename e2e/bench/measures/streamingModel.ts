import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two pieces of an answer. A fast model sends about as many. */
const EVERY_MS = 10

export interface StreamingModel extends AsyncDisposable {
  readonly url: string
  /** What the next answer is made of. */
  next(answer: PacedAnswer): void
}

/** An answer that is sent in pieces. After each part, the model waits until `goOn` resolves. */
export interface PacedAnswer {
  readonly parts: readonly (readonly string[])[]
  readonly goOn: (part: number) => Promise<void>
}

/** A model endpoint without a model, behind the routes of OpenAI, which sends long answers at a steady pace. */
export async function startStreamingModel(): Promise<StreamingModel> {
  let answer: PacedAnswer = { parts: [], goOn: () => Promise.resolve() }
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.endsWith('/models') === true) return void response.end(JSON.stringify({ data: [{ id: 'any' }] }))
    // What `goOn` could not wait for is told by whoever asked for the answer.
    stream(response, answer).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The model has no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    next: (next) => void (answer = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function stream(response: ServerResponse, { parts, goOn }: PacedAnswer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, end: string | null = null): void => {
    const chunk = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'any', choices: [{ index: 0, delta, finish_reason: end }] }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  for (const [index, pieces] of parts.entries()) {
    for (const content of pieces) {
      write({ role: 'assistant', content })
      await sleep(EVERY_MS)
    }
    await goOn(index)
  }
  write({}, 'stop')
  response.end('data: [DONE]\n\n')
}
