import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import * as z from 'zod'
import { median, percentile } from '../percentile'
import { atMost, type Row } from '../row'
import { readingServer } from '../servers'
import { withChatPage } from './openChatPage'

const ROUNDS = 20
const CALLS = 3
/** How long the answers of a question wait (`renderer/ui/hooks/useClickGuard.ts`). */
const ARMING_MS = 500
const LIMIT_MS = 200
/** How late a timer of half a second may be in the page of a quiet machine. */
const USUAL_LATE_MS = 30
const WAIT_MS = 30_000

const Body = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown().optional() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
})
const Pressed = z.object({ enabled: z.number(), pressed: z.number() })

/** The moments of one round, in milliseconds since 1970. */
interface Round {
  /** The model has written its calls. */
  readonly asked: number
  /** The answer could be pressed, and was pressed. */
  readonly enabled: number
  readonly pressed: number
  /** The last of the calls came to the server. */
  readonly ran: number
  /** By how much a timer of the page's was late just before. */
  readonly late: number
}

/**
 * Measures, for three calls that only read and that a model makes at once, how long it takes from the end of the model's request until the last of
 * them runs, beyond the half second in which no answer can be pressed and beyond the press itself.
 */
export async function measureApproving(): Promise<readonly Row[]> {
  await using model = await startAskingModel()
  const fill = (dataDir: string): void =>
    writeFileSync(join(dataDir, 'servers.json'), JSON.stringify({ mcpServers: { reading: readingServer } }))
  return await withChatPage({ modelUrl: model.url, fill }, async (page) => {
    const rounds: Round[] = []
    await page.getByText('1 of 1 ready').waitFor()
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await ask(page, model)
      // The first round loads what draws the card.
      if (round > 0) rounds.push(one)
    }
    return [rowOf(rounds)]
  })
}

async function ask(page: Page, model: AskingModel): Promise<Round> {
  const late = Number(
    await page.evaluate(`new Promise((done) => {
    const began = performance.now()
    setTimeout(() => done(performance.now() - began - ${ARMING_MS}), ${ARMING_MS})
  })`),
  )
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Look at three things')
  await message.press('Enter')
  const { enabled, pressed } = Pressed.parse(await page.evaluate(press))
  const { asked, ran } = await model.round()
  return { asked, enabled, pressed, ran, late }
}

/** Presses "Allow all 3" in the first frame in which it can be pressed. */
const press = `new Promise((done, fail) => {
  const began = performance.now()
  const look = () => {
    const button = document.querySelector('[data-approval-card] [data-answer="allow"]:not(:disabled)')
    if (button?.textContent.includes('${CALLS}')) {
      const enabled = Date.now()
      button.click()
      done({ enabled, pressed: Date.now() })
    } else if (performance.now() - began > ${WAIT_MS}) fail(new Error('Nothing could be allowed'))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

function rowOf(rounds: readonly Round[]): Row {
  const beyond = rounds.map(({ asked, enabled, pressed, ran }) => ran - asked - ARMING_MS - (pressed - enabled))
  return {
    measure: `${CALLS} calls that only read, from the ask to the run: p50`,
    parley: `${median(beyond).toFixed(0)} ms beyond the half second and the press, p95 ${percentile(beyond, 0.95).toFixed(0)} ms`,
    comparedWith: `${rounds.length} times`,
    value: median(beyond),
    unit: 'ms',
    goal: atMost(LIMIT_MS),
    control: { what: 'half a second in the page, late by', value: median(rounds.map(({ late }) => late)), usual: USUAL_LATE_MS },
  }
}

interface AskingModel extends AsyncDisposable {
  readonly url: string
  /** Resolves when the results of a round came: when the model asked for its calls, and when the last of them ran. */
  round(): Promise<{ readonly asked: number; readonly ran: number }>
}

/** A model endpoint without a model, behind the routes of OpenAI. It asks for the calls at once, and takes the results, which are times. */
async function startAskingModel(): Promise<AskingModel> {
  let asked = 0
  let waiting = Promise.withResolvers<{ readonly asked: number; readonly ran: number }>()
  const answer = (body: z.output<typeof Body>): readonly object[] => {
    const results = body.messages.slice(body.messages.findLastIndex(({ role }) => role !== 'tool') + 1)
    const tool = body.tools.find(({ function: { name } }) => name.includes('look'))
    if (results.length > 0) {
      waiting.resolve({ asked, ran: Math.max(...results.map(({ content }) => Number(/\d{13}/.exec(JSON.stringify(content))?.[0]))) })
      return [{ role: 'assistant', content: 'Seen' }]
    }
    // Without tools, only a title is wanted.
    if (!tool) return [{ role: 'assistant', content: 'Looking' }]
    return Array.from({ length: CALLS }, (_, index) => ({
      role: 'assistant',
      tool_calls: [
        { index, id: `call_${asked}_${index}`, type: 'function', function: { name: tool.function.name, arguments: `{"number":${index}}` } },
      ],
    }))
  }
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models') === true) return void response.end(JSON.stringify({ data: [{ id: 'any' }] }))
    if (request.method !== 'POST') return void response.writeHead(404).end()
    void bodyOf(request).then((body) => {
      const deltas = answer(Body.parse(JSON.parse(body)))
      const isAsking = deltas.length === CALLS
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const write = (delta: object, end: string | null = null): void => {
        const chunk = {
          id: 'a',
          object: 'chat.completion.chunk',
          created: 0,
          model: 'any',
          choices: [{ index: 0, delta, finish_reason: end }],
        }
        response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      }
      for (const delta of deltas) write(delta)
      write({}, isAsking ? 'tool_calls' : 'stop')
      response.end('data: [DONE]\n\n')
      if (isAsking) asked = Date.now()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The model has no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    async round() {
      const done = await waiting.promise
      waiting = Promise.withResolvers()
      return done
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
