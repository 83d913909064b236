import { expect, it } from 'vitest'
import { CONTENT_CHARACTERS } from '../telemetry/contentForTelemetry'
import { AnswerForTelemetry, messagesForTelemetry } from './messagesForTelemetry'

it('an answer that comes letter by letter is one part of text, and one before a call is another than the one after it', () => {
  const answer = new AnswerForTelemetry()
  for (const text of 'Let me look.') answer.add({ type: 'text', block: 'a', text })
  answer.add({ type: 'call', modelCallId: 'c1', modelToolName: 'take', arguments: { path: '/' } })
  for (const text of 'Done') answer.add({ type: 'text', block: 'b', text })
  expect(JSON.parse(answer.toJson('stop'))).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'Let me look.' },
        { type: 'tool_call', id: 'c1', name: 'take', arguments: { path: '/' } },
        { type: 'text', content: 'Done' },
      ],
      finish_reason: 'stop',
    },
  ])
})

it('of an answer without end the beginning is kept', () => {
  const answer = new AnswerForTelemetry()
  for (let piece = 0; piece < 100_000; piece++) answer.add({ type: 'text', block: 'a', text: 'words, ' })
  expect(answer.toJson(undefined).length).toBeLessThan(CONTENT_CHARACTERS + 200)
})

it('of a history with pictures and more words than fit, the end is sent, and of pictures their kind and size', () => {
  const data = Buffer.alloc(3_000, 'picture').toString('base64')
  const output = {
    type: 'content' as const,
    value: [{ type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data } }],
  }
  const text = messagesForTelemetry([
    { role: 'user', content: `the first ${'word '.repeat(20_000)}` },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'take', output }] },
    { role: 'user', content: [{ type: 'text', text: 'the last word' }] },
  ])
  expect(text.length).toBeLessThan(CONTENT_CHARACTERS + 200)
  expect(JSON.parse(text)).toMatchObject([
    { role: 'user', parts: [{ content: expect.stringMatching(/^the first word/) as string }] },
    {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: 'c1', response: { value: [{ type: 'file', mediaType: 'image/png', bytes: 3_000 }] } }],
    },
    { role: 'user', parts: [{ type: 'text', content: 'the last word' }] },
  ])
})
