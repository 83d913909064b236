import { streamText } from 'ai'
import { expect, it } from 'vitest'
import { webServer } from '../../net/testing/webServer'
import { explainModelError } from '../explainModelError'
import { openModel } from '../openModel'

const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', output: [] }

/** How an answer is explained that OpenAI began and then failed with this. */
async function failsWith(error: { readonly code: string; readonly message: string }) {
  const events = [
    { type: 'response.created', sequence_number: 0, response: { ...RESPONSE, status: 'in_progress' } },
    { type: 'response.failed', sequence_number: 1, response: { ...RESPONSE, status: 'failed', error } },
  ]
  await using server = await webServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  })
  const { model } = openModel({ kind: 'openai', baseUrl: `http://127.0.0.1:${server.port}`, key: 'sk-123456789' }, 'gpt-5')
  for await (const part of streamText({ model, prompt: 'Hi', maxRetries: 0, onError: () => undefined }).fullStream) {
    if (part.type !== 'error') continue
    const { code, reason, said } = explainModelError(part.error, { modelName: 'gpt-5', answered: false }).toData()
    return { code, reason, said }
  }
  throw new Error('It should have failed')
}

// Catches a JSON document on the screen in the place of one sentence.
it.each([
  ['rate_limit_exceeded', 'MODEL_RATE_LIMITED', 'models.tooManyRequests'],
  ['insufficient_quota', 'MODEL_QUOTA', 'models.quotaUsedUp'],
  ['server_error', 'MODEL_ERROR', 'models.serverError'],
])('an answer that failed with %s before its first word is explained in the words of OpenAI', async (code, kind, reason) => {
  expect(await failsWith({ code, message: 'Its own words.' })).toEqual({ code: kind, reason, said: 'Its own words.' })
})
