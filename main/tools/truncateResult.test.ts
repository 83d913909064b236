import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { truncateBytes } from '../lib/truncateBytes'
import { truncateResult } from './truncateResult'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

function result(...content: ContentBlock[]): ToolResult {
  return { content, structured: 'noSchema', isError: false, bytes: Buffer.byteLength(JSON.stringify(content)) }
}
const text = (words: string): ContentBlock => ({ type: 'text', text: words })

it('TL-06: leaves a result at the limit as it is, and cuts it one byte over', () => {
  const whole = result(text('x'.repeat(100)))
  expect(truncateResult(whole, whole.bytes)).toBe(whole)
  expect(truncateResult(whole, whole.bytes - 1).cut).toBe(true)
})

it('leaves out an image that does not fit, and keeps what comes after it', () => {
  const image: ContentBlock = { type: 'image', data: 'A'.repeat(500), mimeType: 'image/png' }
  expect(truncateResult(result(text('before'), image, text('after')), 200).content).toEqual([text('before'), text('after')])
})

it('leaves out no text before the last one that it keeps, so that the page knows which ones it has', () => {
  const block = fc.oneof(
    fc.string().map(text),
    fc.string().map((words): ContentBlock => ({ type: 'resource', uri: 'docs://text', text: words })),
    fc.nat(300).map((length): ContentBlock => ({ type: 'image', data: 'A'.repeat(length), mimeType: 'image/png' })),
  )
  const textsOf = (content: readonly ContentBlock[]) =>
    content.flatMap((one) => ('text' in one && one.text !== undefined ? [one.text] : []))
  fc.assert(
    fc.property(fc.array(block), fc.nat(1_000), (content, bytes) => {
      const [all, kept] = [textsOf(content), textsOf(truncateResult(result(...content), bytes).content)]
      return kept.every((one, place) => (place === kept.length - 1 ? all[place]?.startsWith(one) : all[place] === one))
    }),
  )
})

it('J18: cuts the largest result that can come without a stall, and gives no half of a picture', () => {
  const image: ContentBlock = { type: 'image', data: 'A'.repeat(8_000_000), mimeType: 'image/png' }
  const whole = result(text('ä'.repeat(4_000_000)), image, text('after'))
  const begin = threadCpuMs()
  const cut = truncateResult(whole, 256 * 1024)
  expect(threadCpuMs() - begin).toBeLessThan(2_000)
  expect(Buffer.byteLength(JSON.stringify(cut.content))).toBeLessThan(257 * 1024)
  expect(cut.content.map(({ type }) => type)).not.toContain('image')
})

it.each<[string, ContentBlock]>([
  ['text', text('x'.repeat(1_000))],
  ['pictures', { type: 'image', data: 'A'.repeat(1_000), mimeType: 'image/png' }],
])('J36: writes no more %s to measure them than it keeps, however many blocks come', (_what, block) => {
  let written = 0
  const toJSON = (): object => {
    written++
    return block
  }
  const many = Array.from({ length: 12_000 }, () => ({ ...block, toJSON }))
  const { content } = truncateResult({ ...result(), content: many, bytes: 12_000_000 }, 200_000)
  expect([content.length > 100, written <= content.length + 1]).toEqual([true, true])
})

it('cuts text at a character', () => {
  expect(truncateBytes('aäb', 2)).toBe('a')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (words, bytes) => {
      const cut = truncateBytes(words, bytes)
      return Buffer.byteLength(cut) <= bytes && words.startsWith(cut)
    }),
  )
})
