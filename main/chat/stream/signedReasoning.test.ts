import { expect, it } from 'vitest'
import type { Part } from '../../../shared/domain/chat'
import { isRecord } from '../../../shared/lib/json'
import { openModel } from '../../models/openModel'
import { webServer, type Asked, type WebServer } from '../../net/testing/webServer'
import { Database } from '../../storage/database'
import { ChatBench, textResult } from '../testing/chatBench'
import { anthropicAnswer, anthropicCall, anthropicText, anthropicThought, googleAnswer } from '../testing/providerAnswers'

const echo = { files: { echo: () => Promise.resolve(textResult('hi')) } }

function answering(...bodies: string[]): Promise<WebServer> {
  return webServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(bodies.shift())
  })
}

function bench(kind: 'anthropic' | 'google', name: string, { port }: WebServer, database = new Database(':memory:')): ChatBench {
  const opened = openModel({ kind, baseUrl: `http://127.0.0.1:${port}`, key: 'sk-ant-123456789' }, name)
  return new ChatBench({ openModel: () => opened, tools: echo, database })
}

/** What the model is sent of its own answer: of each message of its, what stands under this name. */
function ownMessages(asked: Asked | undefined, list: 'messages' | 'contents', content: 'content' | 'parts'): unknown[] {
  const body: unknown = JSON.parse(asked?.body ?? '{}')
  const messages: unknown = isRecord(body) ? body[list] : undefined
  if (!Array.isArray(messages)) throw new Error('A request has messages')
  return messages.flatMap((one: unknown) => (isRecord(one) && one['role'] !== 'user' ? [one[content]] : []))
}

const thoughtsOf = (parts: readonly Part[] = []): unknown[] =>
  parts.flatMap((part) => (part.kind === 'reasoning' ? [[part.text, part.forModel]] : []))

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'SIG' }
const redacted = { type: 'redacted_thinking', data: 'RED' }

// Catches: with reasoning on, Claude refused every answer that called a tool, at its second request.
it('Claude gets its thoughts back as it signed them, also one that it does not show, before its call and in the next turn', async () => {
  const thinks = anthropicAnswer([anthropicThought('Hm.', 'SIG'), [redacted], anthropicCall('files__echo')], 'tool_use')
  await using server = await answering(
    thinks,
    anthropicAnswer([anthropicText('Done')], 'end_turn'),
    anthropicAnswer([anthropicText('Yes')], 'end_turn'),
  )
  const chat = bench('anthropic', 'claude-sonnet-4-5', server)
  const id = chat.open()
  await chat.settings.change(id, { parameters: { reasoning: 'high' } })
  chat.runner.send(id, 'Hello')
  await chat.ended(id)
  expect(thoughtsOf(chat.store.load(id).messages[1]?.parts)).toEqual([
    ['Hm.', { anthropic: { signature: 'SIG' } }],
    ['', { anthropic: { redactedData: 'RED' } }],
  ])
  const call = { type: 'tool_use', id: 'toolu_1', name: 'files__echo', input: {} }
  expect(ownMessages(server.asked[1], 'messages', 'content')).toEqual([[thinking, redacted, call]])
  const restarted = bench('anthropic', 'claude-sonnet-4-5', server, chat.database)
  restarted.watch(id)
  restarted.runner.send(id, 'Sure?')
  await restarted.ended(id)
  expect(ownMessages(server.asked[2], 'messages', 'content')[0]).toMatchObject([thinking, redacted, call])
})

it('Gemini gets its signatures back, wherever in a block they came', async () => {
  await using server = await answering(
    googleAnswer(
      [[{ text: 'Hm', thought: true, thoughtSignature: 'S1' }], [{ text: 'Fo' }], [{ text: 'ur' }], [{ text: '', thoughtSignature: 'S2' }]],
      'STOP',
    ),
    googleAnswer([[{ text: 'Yes' }]], 'STOP'),
  )
  const chat = bench('google', 'gemini-2.5-pro', server)
  const id = chat.open()
  chat.runner.send(id, 'Two and two?')
  await chat.ended(id)
  chat.runner.send(id, 'Sure?')
  await chat.ended(id)
  expect(ownMessages(server.asked[1], 'contents', 'parts')).toEqual([
    [
      { text: 'Hm', thought: true, thoughtSignature: 'S1' },
      { text: 'Four', thoughtSignature: 'S2' },
    ],
  ])
})
