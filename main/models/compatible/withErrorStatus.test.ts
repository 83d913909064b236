import { streamText } from 'ai'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { webServer } from '../../net/testing/webServer'
import { explainModelError } from '../explainModelError'
import { openModel } from '../openModel'

/** What comes of an answer to a request for a stream. */
async function read(answer: (response: ServerResponse) => void) {
  await using server = await webServer((_asked, response) => answer(response))
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` }, 'tiny')
  const result = streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => undefined })
  let text = ''
  for await (const part of result.fullStream) {
    if (part.type === 'error') {
      const { code, reason, said, retryAfterSeconds } = explainModelError(part.error, { modelName: 'tiny', answered: false }).toData()
      return { code, reason, said, retryAfterSeconds }
    }
    if (part.type === 'text-delta') text += part.text
  }
  return { text }
}

const json =
  (body: unknown, headers = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

// Catches a sentence that says nothing of a limit, and no retry after it.
it.each([
  [{ error: { message: 'Rate limit', code: 429 } }, { code: 'MODEL_RATE_LIMITED', reason: 'models.tooManyRequests', said: 'Rate limit' }],
  [{ error: { message: 'Busy', code: '503' } }, { code: 'MODEL_OVERLOADED', reason: 'models.overloaded', said: 'Busy' }],
  [{ error: { message: 'No credits', code: 402 } }, { code: 'MODEL_QUOTA', reason: 'models.quotaUsedUp', said: 'No credits' }],
  [{ error: { message: 'Out of luck', code: 'luck' } }, { code: 'MODEL_ERROR', reason: 'models.reported', said: 'Out of luck' }],
  [{ error: { message: 'Odd', code: 200 } }, { code: 'MODEL_ERROR', reason: 'models.reported', said: 'Odd' }],
  [{ error: 'no such model' }, { code: 'MODEL_ERROR', reason: 'models.reported', said: 'no such model' }],
])('an answer of success with %j is the error that it says', async (body, error) => {
  expect(await read(json(body))).toEqual({ ...error, retryAfterSeconds: undefined })
})

it('what the answer says of when to ask again counts', async () => {
  const body = { error: { message: 'Rate limit', code: 429 } }
  expect(await read(json(body, { 'retry-after': '17' }))).toMatchObject({ reason: 'models.retryLater', retryAfterSeconds: 17 })
})

it.each([
  ['another object', json({ detail: 'hm' })],
  ['an error that is none', json({ error: null })],
  ['a list', json([1])],
])('%s is not understood', async (_what, answer) => {
  expect(await read(answer)).toMatchObject({ reason: 'models.notUnderstood' })
})

it('a stream that is called JSON is a stream', async () => {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const answer = await read((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('\n')
    response.end(chunk({ content: '{"error":{"code":429,"message":"x"}}' }, null) + chunk({}, 'stop'))
  })
  expect(answer).toEqual({ text: '{"error":{"code":429,"message":"x"}}' })
})
