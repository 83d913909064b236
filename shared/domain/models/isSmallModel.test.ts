import { expect, it } from 'vitest'
import { isSmallModel } from './isSmallModel'

it('takes the size from the name, and a model of Ollama without one for small', () => {
  const small = ['qwen3:4b', 'Qwen3-0.6B-Instruct', 'llama-3.1-8b', 'meta/llama-8b:free', 'gemma3:12b-it-qat']
  expect(small.filter((name) => !isSmallModel('openai-compatible', name))).toEqual([])
  const large = ['gpt-5', 'gpt-oss:20b', 'qwen3-30b-a3b', 'llama-3.3-70B', 'claude-4', 'mixtral:8x7b', 'kimi-k2:1t-cloud', 'v4b2', '']
  expect(large.filter((name) => isSmallModel('openai-compatible', name))).toEqual([])
  expect([isSmallModel('ollama', 'llama3'), isSmallModel('ollama', 'gpt-oss:120b')]).toEqual([true, false])
})
