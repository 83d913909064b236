import { expect, it } from 'vitest'
import type { Part } from '../../../shared/domain/chat'
import { isRecord } from '../../../shared/lib/json'
import { ModelRef } from '../../../shared/domain/ids'
import { openModel } from '../../models/openModel'
import { webServer, type Asked, type WebServer } from '../../net/testing/webServer'
import { Database } from '../../storage/database'
import { ChatBench, textResult } from '../testing/chatBench'
import {
  anthropicAnswer,
  anthropicCall,
  anthropicText,
  anthropicThought,
  googleAnswer,
  openaiAnswer,
  openaiCompleted,
} from '../testing/providerAnswers'

const echo = { files: { echo: () => Promise.resolve(textResult('hi')) } }

function answering(bodies: string[]): Promise<WebServer> {
  return webServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(bodies.shift())
  })
}

const opened = (kind: 'anthropic' | 'google' | 'openai', name: string, { port }: WebServer) =>
  openModel({ kind, baseUrl: `http://127.0.0.1:${port}`, key: 'sk-123456789' }, name)

function bench(kind: 'anthropic' | 'google', name: string, server: WebServer, database = new Database(':memory:')): ChatBench {
  return new ChatBench({ openModel: () => opened(kind, name, server), tools: echo, database })
}

/** What the model is sent of answers: the messages, or what else stands in this list, that are not the person's or Parley's. */
function answersIn(asked: Asked | undefined, list: 'messages' | 'contents' | 'input'): unknown[] {
  const body: unknown = JSON.parse(asked?.body ?? '{}')
  const messages: unknown = isRecord(body) ? body[list] : undefined
  if (!Array.isArray(messages)) throw new Error('A request has messages')
  return messages.filter((one: unknown) => isRecord(one) && one['role'] !== 'user' && one['role'] !== 'developer')
}

const thoughtsOf = (parts: readonly Part[] = []): unknown[] =>
  parts.flatMap((part) => (part.kind === 'reasoning' ? [[part.text, part.forModel]] : []))

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'SIG' }
const redacted = { type: 'redacted_thinking', data: 'RED' }

// Catches: with reasoning on, Claude refused every answer that called a tool, at its second request.
it('Claude gets its thoughts back as it signed them, also one that it does not show, before its call and in the next turn', async () => {
  const thinks = anthropicAnswer([anthropicThought('Hm.', 'SIG'), [redacted], anthropicCall('files__echo')], 'tool_use')
  await using server = await answering([
    thinks,
    anthropicAnswer([anthropicText('Done')], 'end_turn'),
    anthropicAnswer([anthropicText('Yes')], 'end_turn'),
  ])
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
  expect(answersIn(server.asked[1], 'messages')).toEqual([{ role: 'assistant', content: [thinking, redacted, call] }])
  const restarted = bench('anthropic', 'claude-sonnet-4-5', server, chat.database)
  restarted.watch(id)
  restarted.runner.send(id, 'Sure?')
  await restarted.ended(id)
  expect(answersIn(server.asked[2], 'messages')[0]).toEqual({ role: 'assistant', content: [thinking, redacted, call] })
})

it('Gemini gets its signatures back, wherever in a block they came', async () => {
  await using server = await answering([
    googleAnswer(
      [[{ text: 'Hm', thought: true, thoughtSignature: 'S1' }], [{ text: 'Fo' }], [{ text: 'ur' }], [{ text: '', thoughtSignature: 'S2' }]],
      'STOP',
    ),
    googleAnswer([[{ text: 'Yes' }]], 'STOP'),
  ])
  const chat = bench('google', 'gemini-2.5-pro', server)
  const id = chat.open()
  chat.runner.send(id, 'Two and two?')
  await chat.ended(id)
  chat.runner.send(id, 'Sure?')
  await chat.ended(id)
  expect(answersIn(server.asked[1], 'contents')).toEqual([
    {
      role: 'model',
      parts: [
        { text: 'Hm', thought: true, thoughtSignature: 'S1' },
        { text: 'Four', thoughtSignature: 'S2' },
      ],
    },
  ])
})

// Catches: a conversation that went on with a second account, or with another model, was refused at every message from there on.
it('what OpenAI encrypted goes back to the model that wrote it alone, also after another one has answered', async () => {
  const answer = openaiAnswer({ encrypted: 'ENC', text: 'Four' }, openaiCompleted)
  await using first = await answering([answer, answer])
  await using second = await answering([answer])
  const chat = new ChatBench({ openModel: (ref) => opened('openai', 'gpt-5', ref.startsWith('local/first') ? first : second) })
  const id = chat.open()
  for (const [model, words] of [
    ['local/first', 'Two and two?'] as const,
    ['local/second', 'Sure?'] as const,
    ['local/first', 'Well?'] as const,
  ]) {
    chat.commands.setModel(id, ModelRef.parse(model))
    chat.runner.send(id, words)
    await chat.ended(id)
  }
  const said = { role: 'assistant', content: 'Four' }
  expect(answersIn(second.asked[0], 'input')).toEqual([said])
  const thought = { type: 'reasoning', id: 'rs_1', encrypted_content: 'ENC', summary: [] }
  expect(answersIn(first.asked[1], 'input')).toEqual([thought, said, said])
})

it('a model that goes on with the answer of one that is gone gets none of its signatures, now or later', async () => {
  // After these it answers with nothing, which is no answer.
  const bodies = [
    anthropicAnswer([anthropicText('One')], 'end_turn'),
    anthropicAnswer([anthropicThought('Hm.', 'SIG'), anthropicCall('files__echo')], 'tool_use'),
  ]
  await using server = await answering(bodies)
  const chat = bench('anthropic', 'claude-sonnet-4-5', server)
  const id = chat.open()
  chat.runner.send(id, 'Go')
  const answer = (await chat.ended(id)).messages[1]
  if (!answer) throw new Error('There is an answer')
  await chat.runner.regenerate(id, answer.id, ModelRef.parse('gone/first'))
  await chat.ended(id)
  const began = chat.store.load(id).messages[1]
  expect([began?.model, thoughtsOf(began?.parts)]).toEqual(['gone/first', [['Hm.', { anthropic: { signature: 'SIG' } }]]])
  bodies.push(anthropicAnswer([anthropicText('Done')], 'end_turn'))
  chat.runner.retry(id)
  await chat.ended(id)
  const ended = chat.store.load(id).messages[1]
  expect([ended?.model, ended?.state, thoughtsOf(ended?.parts)]).toEqual(['local/scripted-1', 'done', [['Hm.', undefined]]])
  expect(server.asked.at(-1)?.body).not.toContain('SIG')
})
