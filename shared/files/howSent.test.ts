import { expect, it } from 'vitest'
import { excessOf, fileTaker, howSent, RequestMedia } from './howSent'
import { strictestLimits } from './mediaLimits'

const anthropic = fileTaker('anthropic', 'claude-sonnet-5')
const picture = (bytes: number, width = 100, height = 100) => ({ type: 'image/jpeg', bytes, width, height, text: 'none' as const })
const pdf = (pages?: number) => ({
  type: 'application/pdf',
  bytes: 3_000_000,
  text: 'whole' as const,
  ...(pages !== undefined && { pages }),
})
const largest = (5 * 1024 * 1024 * 3) / 4

// A picture or a PDF beyond these made Anthropic refuse every request of the conversation from then on.
it('sends as it is what an endpoint takes, to the byte, the pixel and the page, and else the text, or nothing', () => {
  expect([picture(largest), picture(largest + 1), picture(9, 8_000), picture(9, 1, 8_001)].map((one) => howSent(one, anthropic))).toEqual([
    'native',
    'not',
    'native',
    'not',
  ])
  expect([pdf(600), pdf(601), pdf()].map((one) => howSent(one, anthropic))).toEqual(['native', 'text', 'text'])
  expect(howSent({ ...pdf(601), text: 'none' }, anthropic)).toBe('not')
  expect([picture(largest + 1), picture(9, 8_001), pdf(101), pdf(), pdf(1)].map((one) => excessOf(one, strictestLimits))).toEqual([
    'length',
    'edge',
    'pages',
    'unread',
    undefined,
  ])
  expect([picture(largest + 1, 9_000), pdf(900), pdf()].map((one) => howSent(one, fileTaker('openai', 'gpt-5')))).toEqual([
    'native',
    'native',
    'native',
  ])
  expect([pdf(1_000), pdf(1_001)].map((one) => howSent(one, fileTaker('google', 'gemini-3')))).toEqual(['native', 'text'])
  const gateway = (model: string) => howSent(picture(largest + 1), fileTaker('openai-compatible', model))
  expect([gateway('anthropic/claude-opus-5'), gateway('qwen-3')]).toEqual(['not', 'native'])
})

// Long PDFs came as bare text to models that read them whole.
it('allows 600 pages to the models of Anthropic with a long context, and 100 to those of which that is not known', () => {
  const pages = (model: string): number | undefined => fileTaker('anthropic', model).limits.pages
  for (const model of ['claude-opus-4-6', 'claude-sonnet-4-6-20260217', 'claude-sonnet-5-20260601', 'claude-fable-5', 'claude-opus-4-10'])
    expect([model, pages(model)]).toEqual([model, 600])
  for (const model of ['claude-sonnet-4-5', 'claude-opus-4-20250514', 'claude-haiku-5', 'claude-3-opus-20240229', 'claude-new-7', 'mine'])
    expect([model, pages(model)]).toEqual([model, 100])
})

it('counts the pages of all PDFs of a request together, and allows many pictures only while all are small', () => {
  const some = new RequestMedia(strictestLimits)
  expect([pdf(60), pdf(41), pdf(40), pdf(1)].map((one) => some.take(one))).toEqual([true, false, true, false])
  const small = new RequestMedia(strictestLimits)
  expect(Array.from({ length: 101 }, () => small.take(picture(9, 2_000))).filter(Boolean)).toHaveLength(100)
  const after = (edges: readonly number[], edge: number): boolean => new RequestMedia(strictestLimits, edges).take(picture(9, edge))
  const twenty = Array.from({ length: 20 }, () => 800)
  expect([after(twenty, 2_000), after(twenty, 2_001), after([2_001, ...twenty.slice(1)], 10)]).toEqual([true, false, false])
  const rest = new RequestMedia(strictestLimits, twenty.slice(1))
  expect([rest.takePictures([10, 2_001]), rest.takePictures([2_001]), rest.takePictures([10])]).toEqual([false, true, false])
  const large = new RequestMedia(strictestLimits)
  const edges = [2_001, ...Array.from({ length: 20 }, () => 10)]
  expect(edges.map((edge) => large.take(picture(9, edge))).filter(Boolean)).toHaveLength(20)
  const late = new RequestMedia(strictestLimits)
  expect(edges.toReversed().map((edge) => late.take(picture(9, edge)))).toEqual([...Array.from({ length: 20 }, () => true), false])
})
