import { describe, expect, it } from 'vitest'
import { costOf } from './costOf'

// As the catalogue has them on 2026-07-02 (main/models/modelsDev/modelCatalog.test.ts): US dollars for a million tokens.
const gpt5 = { input: 1.25, output: 10, cacheRead: 0.125 }
const sonnet45 = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
const gemini25Pro = {
  input: 1.25,
  output: 10,
  cacheRead: 0.125,
  tiers: [{ over: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
}

describe('what a request cost, by hand', () => {
  it('OpenAI: cached input costs less, reasoning is output', () => {
    // gpt-5: 1.25 in, 0.125 cached, 10 out, for a million tokens.
    // 12,000 in, of which 8,000 cached: 4,000 x 1.25 = 5,000; 8,000 x 0.125 = 1,000. 700 out, of which 500 thought: 700 x 10 = 7,000.
    // 13,000 millionths of a dollar.
    expect(costOf({ input: 12_000, cached: 8_000, output: 700, reasoning: 500 }, gpt5)).toBeCloseTo(0.013, 12)
  })

  it('Anthropic: what is written into the cache costs more than other input', () => {
    // claude-sonnet-4-5: 3 in, 0.3 read, 3.75 written, 15 out.
    // 100,000 in, of which 80,000 read and 15,000 written: 5,000 x 3 = 15,000; 80,000 x 0.3 = 24,000; 15,000 x 3.75 = 56,250.
    // 2,000 out: 2,000 x 15 = 30,000. Together 125,250 millionths.
    expect(costOf({ input: 100_000, cached: 80_000, written: 15_000, output: 2_000 }, sonnet45)).toBeCloseTo(0.12525, 12)
    // The same without a write, as the prices library of Pydantic has it: 20,000 x 3 = 60,000; 24,000; 30,000.
    expect(costOf({ input: 100_000, cached: 80_000, output: 2_000 }, sonnet45)).toBeCloseTo(0.114, 12)
  })

  it('Google: over 200,000 tokens of input the whole request costs more', () => {
    // gemini-2.5-pro: 1.25 in, 10 out up to 200,000 tokens of input; above, 2.5 in, 0.25 cached, 15 out.
    // 200,000 x 1.25 = 250,000; 1,000 x 10 = 10,000.
    expect(costOf({ input: 200_000, output: 1_000 }, gemini25Pro)).toBeCloseTo(0.26, 12)
    // 250,000 in, of which 50,000 cached: 200,000 x 2.5 = 500,000; 50,000 x 0.25 = 12,500; 1,000 x 15 = 15,000.
    expect(costOf({ input: 250_000, cached: 50_000, output: 1_000 }, gemini25Pro)).toBeCloseTo(0.5275, 12)
  })
})

it('says nothing where the provider did not count, and nothing absurd where it counted wrongly', () => {
  const price = { input: 1, output: 2, cacheRead: 0.1 }
  expect(costOf({ input: 1_000 }, price)).toBeUndefined()
  expect(costOf({ output: 1_000 }, price)).toBeUndefined()
  expect(costOf({}, price)).toBeUndefined()
  // So the library reads an object without counts.
  expect(costOf({ input: 0, output: 0 }, price)).toBeUndefined()
  // More cached than there was: all of it was.
  expect(costOf({ input: 1_000_000, cached: 9_000_000, written: 9, output: 0 }, price)).toBeCloseTo(0.1, 12)
})

it('takes the price of other input where none is told for the cache', () => {
  expect(costOf({ input: 1_000_000, cached: 400_000, written: 100_000, output: 0 }, { input: 2, output: 8 })).toBe(2)
})
