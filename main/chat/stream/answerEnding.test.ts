import { describe, expect, it } from 'vitest'
import type { ProviderKind } from '../../../shared/domain/models/modelProvider'
import type { Part } from '../../../shared/domain/chat'
import { openModel } from '../../models/openModel'
import { json, webServer } from '../../net/testing/webServer'
import { ChatBench, textResult } from '../testing/chatBench'
import {
  anthropicAnswer,
  anthropicCall,
  anthropicText,
  anthropicThought,
  compatibleAnswer,
  googleAnswer,
  openaiAnswer,
  openaiCompleted,
} from '../testing/providerAnswers'
import { answerEnding } from './answerEnding'

/** What comes of an answer in a chat, and how often a tool ran for it. */
async function ends(kind: ProviderKind, body: string) {
  let answers = 0
  await using server = await webServer(({ url }, response) => {
    if (url === '/api/show' || url === '/api/ps') return json(response, {}, 404)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answers++ === 0 ? body : '')
  })
  const opened = openModel({ kind, baseUrl: `http://127.0.0.1:${server.port}`, key: 'sk-123456789' }, 'some-model')
  const chat = new ChatBench({ openModel: () => opened, tools: { files: { echo: () => Promise.resolve(textResult('hi')) } } })
  const id = chat.open()
  chat.runner.send(id, 'Hello')
  const { state, parts = [] } = (await chat.ended(id)).messages[1] ?? {}
  return { state, parts: parts.map(shape), ran: chat.servers.calls.length }
}

function shape(part: Part): string {
  if (part.kind === 'notice') return part.error.reason ?? ''
  if (part.kind === 'call') return `call ${part.call.state}`
  return 'text' in part ? part.text : part.kind
}

const compatibleCall = { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'files__echo', arguments: '{}' } }] }
const googleCall = { functionCall: { name: 'files__echo', args: {} } }

/** Of each provider: half an answer, and one whose call is whole while its end is missing. */
const cut: readonly (readonly [ProviderKind, string, string])[] = [
  ['anthropic', anthropicAnswer([anthropicText('Half')]), anthropicAnswer([anthropicText('Half'), anthropicCall('files__echo')])],
  ['openai', openaiAnswer({ text: 'Half' }), openaiAnswer({ text: 'Half', calls: 'files__echo' })],
  ['google', googleAnswer([[{ text: 'Half' }]]), googleAnswer([[{ text: 'Half' }], [googleCall]])],
  ['openai-compatible', compatibleAnswer([{ content: 'Half' }]), compatibleAnswer([{ content: 'Half' }, compatibleCall])],
  ['ollama', '{"message":{"content":"Half"}}\n', '{"message":{"content":"Half","tool_calls":[{"function":{"name":"files__echo"}}]}}\n'],
]

describe.each(cut)('%s', (kind, text, call) => {
  // Catches: half an answer stood there as a whole one, and nobody was told.
  it('an answer without an end broke off', async () => {
    expect(await ends(kind, text)).toEqual({ state: 'failed', parts: ['Half', 'models.brokeOff'], ran: 0 })
  })

  // Catches: a tool ran for an answer that may have gone on to another call, or to a word against it.
  it('a call of an answer without an end is not made', async () => {
    expect(await ends(kind, call)).toEqual({ state: 'failed', parts: ['Half', 'call cutOff', 'models.brokeOff'], ran: 0 })
  })
})

it('a thought without an end broke off', async () => {
  expect(await ends('anthropic', anthropicAnswer([anthropicThought('Hm.', 'S')]))).toEqual({
    state: 'failed',
    parts: ['Hm.', 'models.brokeOff'],
    ran: 0,
  })
})

it.each([
  ['anthropic', anthropicAnswer([anthropicText('Whole')], 'end_turn')],
  ['anthropic', anthropicAnswer([anthropicText('Whole')], 'a_reason_of_tomorrow')],
  ['openai', openaiAnswer({ text: 'Whole' }, openaiCompleted)],
  ['google', googleAnswer([[{ text: 'Whole' }]], 'STOP')],
  ['google', googleAnswer([[{ text: 'Whole' }]], 'OTHER')],
  ['openai-compatible', compatibleAnswer([{ content: 'Whole' }], 'stop')],
  ['openai-compatible', compatibleAnswer([{ content: 'Whole' }], 'eos_token')],
  ['openai-compatible', compatibleAnswer([{ content: 'Whole' }], '')],
  ['ollama', '{"message":{"content":"Whole"},"done":true,"done_reason":"unload"}\n'],
] as const)('%s: an answer with an end is whole, whatever its reason is called (%#)', async (kind, body) => {
  expect(await ends(kind, body)).toEqual({ state: 'done', parts: ['Whole'], ran: 0 })
})

it.each([
  ['google', googleAnswer([[{ text: 'I call' }]], 'MALFORMED_FUNCTION_CALL'), 'chat.unreadableCall'],
  ['google', googleAnswer([[{ text: 'I call' }, googleCall]], 'UNEXPECTED_TOOL_CALL'), 'chat.unreadableCall'],
  ['openai-compatible', compatibleAnswer([{ content: 'I call' }, compatibleCall], 'error'), 'models.reported'],
] as const)('%s: an answer that ended in an error says so, and none of its calls is made (%#)', async (kind, body, reason) => {
  const { state, parts, ran } = await ends(kind, body)
  expect([state, parts[0], parts.at(-1), ran]).toEqual(['failed', 'I call', reason, 0])
})

it('only the end itself decides', () => {
  const said = { said: true, thought: false }
  expect(answerEnding({ finishReason: 'tool-calls', rawFinishReason: 'tool_use' }, said, 'm')).toEqual({})
  // Anthropic's last event came, without a reason.
  expect(answerEnding({ finishReason: 'other' }, said, 'm')).toEqual({})
  expect(answerEnding({ finishReason: 'error' }, said, 'm').failure?.reason).toBe('models.reported')
  expect(answerEnding({ finishReason: 'length', rawFinishReason: 'max_tokens' }, said, 'm').notice?.reason).toBe('chat.longestAnswer')
})
