import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { streamModelStep } from './modelStep'
import { webServer } from '../net/testing/webServer'
import { limitModelResponse } from '../models/limitModelResponse'
import { openModel } from '../models/openModel'

const MB = 1024 * 1024
const signal = new AbortController().signal
const small = { modelAnswerBytes: MB, modelLineBytes: 64 * 1024, modelAnswerLines: 2_000 }
const delta = (content: string): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

/** Writes as fast as the reader takes it, until the connection closes. */
function writeForEver(response: ServerResponse, piece: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

/** Reads one answer of an endpoint that writes like this. Returns its text, and how it ended. */
async function read(write: (response: ServerResponse) => void, limits = small) {
  const closed = Promise.withResolvers<void>()
  await using server = await webServer((_asked, response) => {
    response.on('close', () => closed.resolve())
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response)
  })
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` }, 'tiny', { limits })
  const step = { model, modelName: 'tiny', instructions: '', tools: [], descriptionBytes: 100, quietMs: 60_000 }
  let text = ''
  let reason: string | undefined
  try {
    for await (const event of streamModelStep({ ...step, messages: [{ role: 'user', content: 'Hi' }] }, signal)) {
      if (event.type === 'text') text += event.text
    }
  } catch (thrown) {
    reason = AppError.from(thrown).toData().reason
  }
  await closed.promise
  return { text, reason }
}

it('J26: an answer that never ends is ended at its limit, its connection is closed, and what came is kept', async () => {
  const { text, reason } = await read((response) => writeForEver(response, delta('x'.repeat(1_000))))
  expect([reason, text.length > MB / 2, text.length <= MB]).toEqual(['models.endlessAnswer', true, true])
})

it('J26: so is one of many tiny events', async () => {
  const { text, reason } = await read((response) => writeForEver(response, delta('x')))
  expect([reason, text.length > 500, text.length <= 1_000]).toEqual(['models.endlessAnswer', true, true])
})

it('J26: and a line that never ends, of which nothing is kept waiting', async () => {
  const { text, reason } = await read((response) => {
    response.write(delta('Hello'))
    response.write('data: {"choices":[{"index":0,"delta":{"content":"')
    writeForEver(response, 'x'.repeat(10_000))
  })
  expect([reason, text]).toEqual(['models.endlessLine', 'Hello'])
})

it('reads an answer that is exactly as long as it may be', async () => {
  const piece = delta('x'.repeat(500))
  const whole = piece.repeat(100) + end
  const limits = { modelAnswerBytes: whole.length, modelLineBytes: piece.length - 2, modelAnswerLines: 202 }
  expect(await read((response) => response.end(whole), limits)).toEqual({ text: 'x'.repeat(50_000), reason: undefined })
  const tooSmall = { ...limits, modelAnswerBytes: whole.length - 1 }
  expect((await read((response) => response.end(whole), tooSmall)).reason).toBe('models.endlessAnswer')
  expect((await read((response) => response.end(whole), { ...limits, modelLineBytes: piece.length - 3 })).reason).toBe('models.endlessLine')
  expect((await read((response) => response.end(whole), { ...limits, modelAnswerLines: 201 })).reason).toBe('models.endlessAnswer')
})

it('J26: reads nothing of an answer before somebody wants it, and then no more than that', async () => {
  let pulled = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    pulled++
    controller.enqueue(new Uint8Array(1_000))
  }
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const reader = limitModelResponse(new Response(body), small, 'tiny').body?.getReader()
  for (let turns = 0; turns < 20; turns++) await nextTurn()
  const before = pulled
  await reader?.read()
  for (let turns = 0; turns < 20; turns++) await nextTurn()
  expect([before, pulled]).toEqual([0, 1])
})

it('J26: other work has a turn while one chunk of the answer is worked through', async () => {
  const events = 20_000
  let turns = 0
  let reading = true
  const turn = (): void => {
    turns++
    if (reading) setImmediate(turn)
  }
  setImmediate(turn)
  const { text } = await read((response) => response.end(delta('x').repeat(events) + end), defaultLimits)
  reading = false
  expect([text.length, turns > (events * delta('x').length) / 20_000]).toEqual([events, true])
})
