import { expect, it } from 'vitest'
import { estimateTokens } from './estimateTokens'

const book = 'x'.repeat(400_000)
const image = { type: 'image', data: book, mimeType: 'image/png' }
const message = (...content: readonly unknown[]) => ['Be brief.', [{ role: 'user', content }], undefined]
const result = (content: readonly unknown[], more = {}) => message({ type: 'tool_result', toolUseId: '1', content, ...more })

it('takes a flat sum for an image, by itself or in what a tool gave back', () => {
  for (const request of [message(image), result([image])]) expect(estimateTokens(request)).toBeLessThan(2_000)
})

it.each([
  ['words in what calls itself an image', result([{ type: 'image', text: book }])],
  ['words in what calls itself a sound', result([{ type: 'audio', text: book }])],
  ['an image among the arguments of a call', message({ type: 'tool_use', id: '1', name: 'look', input: image })],
  ['an image deep in what a tool gave back', result([{ type: 'unknown', content: [image] }])],
  ['an image in a structured result', result([], { structuredContent: image })],
  ['a kind of image that is none', message({ ...image, mimeType: 'text/plain' })],
  ['a long name of a kind', result([{ ...image, data: '', mimeType: book }])],
  ['a schema', ['', [], [{ name: 'look', inputSchema: image }]]],
  ['keys', ['', [], [{ name: 'look', inputSchema: { [book]: 1 } }]]],
])('counts %s as what a model reads', (_what, request) => {
  expect(estimateTokens(request)).toBeGreaterThan(99_000)
})
