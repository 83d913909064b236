import { expect, it } from 'vitest'
import { modelTier } from './modelTier'

it.each([
  ['claude-haiku-4-5', 'quick'],
  ['gpt-5-mini', 'quick'],
  ['gemini-2.5-flash-lite', 'quick'],
  ['qwen3:4b', 'quick'],
  ['claude-opus-4-5', 'clever'],
  ['gemini-2.5-pro', 'clever'],
  ['meta-llama/llama-3.3-70b-instruct', 'clever'],
  ['claude-sonnet-4-5', 'usual'],
  // "gemini" contains "mini", and "llama3" does not state its size.
  ['gemini-2.5', 'usual'],
  ['llama3', 'usual'],
  ['qwen3:14b', 'usual'],
  ['', 'usual'],
])('takes %s for %s', (name, tier) => {
  expect(modelTier(name)).toBe(tier)
})
