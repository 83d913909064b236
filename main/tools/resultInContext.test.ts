import { expect, it } from 'vitest'
import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { resultForModel } from './resultForModel'
import { resultInContext, resultText } from './resultInContext'

const limits = { resultCharactersToModel: 32_000, resultBytesToModel: 262_144 }
const resultOf = (...content: readonly ContentBlock[]): ToolResult => ({
  content,
  structured: 'noSchema',
  isError: false,
  bytes: JSON.stringify({ content }).length,
})
const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const long = resultOf(text(`# Report\n${'A line of it.\n'.repeat(10_000)}`))
const toModel = (result: ToolResult) =>
  resultForModel(resultInContext(result, limits), { pictures: 'inside', remarks: [], handle: 'ab12cd34' })

it('gives a model the beginning of a long text, what is where in it, and how to read on', () => {
  const output = toModel(long)
  const value = output.type === 'text' ? output.value : ''
  expect(value).toMatch(/^# Report\nA line of it\.\n/)
  expect(value).toContain(
    'these are only its first 8000 of 140009 characters. Its headings, each after the character at which it stands: 0 "# Report".',
  )
  expect(value).toContain('Read on with read_result, or find words in it with search_result: its handle is "ab12cd34".')
  expect(value.length).toBeLessThan(9_000)
})

it('leaves a shorter result whole, and one that is long by its picture alone', () => {
  const short = resultOf(text('A line of it.\n'.repeat(2_000)))
  expect(resultInContext(short, limits)).toBe(short)
  const picture = resultOf(text('A map'), { type: 'image', mimeType: 'image/png', data: 'iVBO'.repeat(20_000) })
  expect(resultInContext(picture, limits)).toBe(picture)
})

it('reads as the model would have read all of it, without what is for the person only', () => {
  const result = resultOf(text('For both'), { ...text('For the person'), annotations: { audience: ['user'] } } as ContentBlock)
  expect(resultText(result)).toContain('For both')
  expect(resultText(result)).not.toContain('For the person')
})

it('begins with as many characters as it says, whatever they are, also where all is structured, and keeps the picture', () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, title: '日本語のとても長い題名' }))
  const structured: ToolResult = { ...resultOf(), structuredContent: { rows }, bytes: 100_000 }
  const { content, long: told } = resultInContext(structured, limits)
  expect([content.length, content[0]?.type === 'text' && content[0].text, told?.read]).toEqual([
    1,
    JSON.stringify({ rows }).slice(0, 8_000),
    8_000,
  ])
  const page = resultOf(text('A line of it.\n'.repeat(10_000)), { type: 'image', mimeType: 'image/png', data: 'iVBO'.repeat(10_000) })
  expect(resultInContext(page, limits).content.map(({ type }) => type)).toEqual(['text', 'image'])
})
