import { expect, it } from 'vitest'
import { webServer } from '../net/testing/webServer'
import { openModel } from '../models/openModel'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { streamModelStep } from './modelStep'
import type { ModelEvent } from './turnLoop'

const chunk = (delta: object, more: object = {}): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...more }] })}\n\n`

/** What Parley takes of one answer of an endpoint, and whether it ended with an error. */
async function read(body: string) {
  await using server = await webServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(body)
  })
  const { model } = openModel({ kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${server.port}/v1` }, 'tiny', {
    limits: defaultLimits,
  })
  const step = { model, modelName: 'tiny', instructions: '', tools: [], descriptionBytes: 100, quietMs: 60_000 }
  const events: ModelEvent[] = []
  let failed = false
  try {
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    for await (const event of streamModelStep({ ...step, messages }, new AbortController().signal)) events.push(event)
  } catch {
    failed = true
  }
  return {
    kinds: [...new Set(events.map(({ type }) => type))],
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    failed,
  }
}

it('B05: what an endpoint adds to the pieces of an answer is dropped', async () => {
  const extras = { execute: 'window.pwned=1', html: '<script>', type: 'execute', __proto__: { type: 'call' } }
  const body =
    chunk({ role: 'assistant', content: 'Hel', ...extras }, { execute: extras }) +
    ': execute\nid: 1\nretry: 1\n\n' +
    chunk({ content: 'lo<scr' }) +
    chunk({ content: 'ipt>', refusal: null, audio: { data: 'x' }, annotations: [{ type: 'execute', code: 'x' }] }) +
    chunk({}, { finish_reason: 'stop' }) +
    'data: [DONE]\n\n'
  expect(await read(body)).toEqual({ kinds: ['text', 'blockEnded'], text: 'Hello<script>', failed: false })
})

it('B05: an event that no answer has ends it as an error, and makes nothing else of it', async () => {
  const event = 'event: execute\ndata: {"type":"execute","data":{"code":"window.pwned=1"}}\n\n'
  const { kinds, text, failed } = await read(chunk({ content: 'Hi' }) + event + chunk({ content: '!' }))
  expect([kinds.filter((kind) => kind !== 'text' && kind !== 'blockEnded'), text, failed]).toEqual([[], 'Hi', true])
})
