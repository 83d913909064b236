import { expect, it } from 'vitest'
import { formatContext } from './formatContext'

it.each([
  [512, '512'],
  [4_096, '4k'],
  [32_768, '32k'],
  [128_000, '128k'],
  [131_072, '128k'],
  [200_000, '200k'],
  [40_960, '40k'],
  [1_000_000, '1m'],
  [1_048_576, '1m'],
  [1_047_577, '1m'],
])('%d tokens are called %s', (tokens, words) => {
  expect(formatContext(tokens)).toBe(words)
})
