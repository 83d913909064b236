import { expect, it } from 'vitest'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { pngHeader } from '../files/testing/hostileFiles'
import { picturesAfter, resultForModel, type ResultOptions } from './resultForModel'

function result(content: readonly ContentBlock[], rest: Partial<ToolResult> = {}): ToolResult {
  return { content, structured: 'noSchema', isError: false, bytes: 1, ...rest }
}
const plain: ResultOptions = { pictures: 'nowhere', remarks: [] }
const png = pngHeader(2, 3).toString('base64')
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }

it('TL-19: gives text as text, and an error as an error', () => {
  expect(resultForModel(result([{ type: 'text', text: 'hi' }]), plain)).toEqual({ type: 'text', value: 'hi' })
  expect(resultForModel(result([{ type: 'text', text: 'no' }], { isError: true }), plain)).toEqual({ type: 'error-text', value: 'no' })
})

it('TL-06, TL-16: gives images where the endpoint takes them, and a sentence where it does not', () => {
  expect(resultForModel(result([image]), { pictures: 'inside', remarks: [] })).toEqual({
    type: 'content',
    value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: png } }],
  })
  expect(resultForModel(result([image]), plain)).toMatchObject({ type: 'text', value: expect.stringContaining('an image (image/png)') })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  expect(resultForModel(result([{ ...image, data: svg }]), { pictures: 'inside', remarks: [] }).type).toBe('text')
})

it('G04: a link to a resource is words for the model; nothing is fetched', () => {
  const link: ContentBlock = { type: 'resource_link', uri: 'https://evil.invalid/?d=1', name: 'data', mimeType: 'text/plain' }
  expect(resultForModel(result([link]), { pictures: 'inside', remarks: [] })).toEqual({
    type: 'text',
    value: 'Link to the resource https://evil.invalid/?d=1 (data, text/plain)',
  })
})

it('TL-15: says structured content once', () => {
  const structuredContent = { a: 1, b: [2] }
  const said = result([{ type: 'text', text: '{ "b": [2], "a": 1 }' }], { structuredContent })
  expect(resultForModel(said, plain)).toEqual({ type: 'text', value: '{ "b": [2], "a": 1 }' })
  expect(resultForModel(result([{ type: 'text', text: 'see there' }], { structuredContent }), plain)).toEqual({
    type: 'text',
    value: 'see there\n\n{"a":1,"b":[2]}',
  })
})

it.each([[0], [false], [null], ['']])('TL-14: gives structured content that is %j', (structuredContent) => {
  expect(resultForModel(result([], { structuredContent }), plain)).toEqual({ type: 'text', value: JSON.stringify(structuredContent) })
})

it('says so when there is nothing, when it is cut, and when a person changed something', () => {
  expect(resultForModel(result([]), plain)).toMatchObject({ value: expect.stringContaining('returned nothing') })
  const cut = resultForModel(result([{ type: 'text', text: 'ab' }], { cut: true, bytes: 99 }), {
    pictures: 'nowhere',
    remarks: ['changed'],
  })
  expect(cut).toEqual({
    type: 'text',
    value: '[Parley: changed]\n\nab\n\n[Parley: this is only the beginning. The whole result has 99 bytes.]',
  })
})

it('TL-18: keeps what is meant for the person only from the model, and says that there is more', () => {
  const own: ContentBlock = { type: 'text', text: 'for you alone', annotations: { audience: ['user'] } }
  const both: ContentBlock = { type: 'text', text: 'for both', annotations: { audience: ['assistant', 'user'], priority: 1 } }
  expect(resultForModel(result([own, both]), plain)).toEqual({
    type: 'text',
    value: 'for both\n\n[Parley: one part of the result went to the person only.]',
  })
  const said: ContentBlock = { type: 'text', text: '{"a":1}', annotations: { audience: ['user'] } }
  expect(resultForModel(result([said], { structuredContent: { a: 1 } }), plain)).toMatchObject({
    value: expect.stringContaining('{"a":1}'),
  })
})

it('reads a text that came as bytes, and leaves other bytes to the person', () => {
  const bytes = (mimeType: string, blob: string): ContentBlock => ({ type: 'resource', uri: 'a://b', mimeType, blob })
  expect(resultForModel(result([bytes('text/plain', Buffer.from('Grüße').toString('base64'))]), plain)).toMatchObject({
    value: 'Resource a://b:\nGrüße',
  })
  expect(resultForModel(result([bytes('text/plain', '/w==')]), plain)).toMatchObject({ value: expect.stringContaining('is not text') })
  expect(resultForModel(result([bytes('image/png', png)]), { pictures: 'inside', remarks: [] }).type).toBe('content')
  expect(resultForModel(result([bytes('image/png', '"><')]), { pictures: 'inside', remarks: [] }).type).toBe('text')
})

it('J11: text that is JSON nested 100,000 deep is text beside structured content, not the end of the turn', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(resultForModel(result([{ type: 'text', text: deep }], { structuredContent: [[]] }), plain)).toEqual({
    type: 'text',
    value: `${deep}\n\n[[]]`,
  })
})

it('leaves pictures to a message after the result where the endpoint takes them only there', () => {
  const answer = result([{ type: 'text', text: 'Here' }, image])
  expect(resultForModel(answer, { pictures: 'after', remarks: [] })).toEqual({
    type: 'text',
    value: 'Here\n\n[Parley: a picture, which follows this result.]',
  })
  expect(picturesAfter(answer)).toEqual([{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: png } }])
})

// An endpoint that gets what is no picture refuses the whole conversation, at each message again.
it.each([
  ['is none', Buffer.from('no picture at all').toString('base64')],
  ['would take gigabytes to decode', pngHeader(60_000, 60_000).toString('base64')],
  ['is larger than endpoints take', pngHeader(2, 3).toString('base64') + 'A'.repeat(8_000_000)],
  ['is no base64', '"><'],
])('J77: a picture that %s does not go to a model', (_what, data) => {
  const answer = result([{ type: 'image', mimeType: 'image/png', data }])
  for (const pictures of ['inside', 'after'] as const) expect(resultForModel(answer, { pictures, remarks: [] }).type).toBe('text')
  expect(picturesAfter(answer)).toEqual([])
})

it('a picture goes by its own type, whatever its server calls it, and those for the person only do not go', () => {
  const pieces = picturesAfter(
    result([
      { ...image, mimeType: 'image/jpg' },
      { ...image, annotations: { audience: ['user'] } },
    ]),
  )
  expect(pieces).toMatchObject([{ mediaType: 'image/png' }])
})

// Catches a result with a blank text, for which Anthropic refuses the whole conversation from then on.
it('leaves blank texts out, and says so when nothing else is there', () => {
  const blank: ContentBlock = { type: 'text', text: ' \n' }
  const empty: ContentBlock = { type: 'text', text: '' }
  const picture = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: png } }
  expect(resultForModel(result([empty, image, blank]), { ...plain, pictures: 'inside' })).toEqual({ type: 'content', value: [picture] })
  expect(resultForModel(result([blank, { type: 'text', text: ' a\n' }]), plain)).toEqual({ type: 'text', value: ' a\n' })
  const nothing = '[Parley: the tool succeeded and returned nothing.]'
  expect(resultForModel(result([blank, empty]), plain)).toEqual({ type: 'text', value: nothing })
  const failed = '[Parley: the tool failed and said nothing.]'
  expect(resultForModel(result([blank], { isError: true }), plain)).toEqual({ type: 'error-text', value: failed })
})
