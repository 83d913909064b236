import { expect, it } from 'vitest'
import { estimateTokens } from './estimateTokens'

const sentence = 'The invoices of March are in the folder, and two of them were refunded in July. '

it('estimates about as many tokens as a tokenizer counts', () => {
  // o200k counts 19 tokens for this sentence.
  expect(estimateTokens(sentence)).toBeGreaterThan(15)
  expect(estimateTokens(sentence)).toBeLessThan(23)
  expect(estimateTokens('')).toBe(0)
})

it('says of a long text about what it says of its parts', () => {
  const [once, often] = [estimateTokens(sentence.repeat(100)), estimateTokens(sentence.repeat(10_000))]
  expect(often / once).toBeGreaterThan(95)
  expect(often / once).toBeLessThan(105)
})
