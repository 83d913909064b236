import { expect, it } from 'vitest'
import { guessProvider } from './providerKinds'

it('tells whose key it is only where no other provider has such keys: a key that is tried is sent', () => {
  expect(guessProvider(' sk-ant-api03-x ')).toEqual({ kind: 'anthropic' })
  expect(guessProvider('sk-or-v1-x')).toMatchObject({ baseUrl: 'https://openrouter.ai/api/v1' })
  expect(guessProvider('AIzaSyX')).toEqual({ kind: 'google' })
  expect(guessProvider('sk-proj-x')).toEqual({ kind: 'openai' })
  expect(guessProvider('sk-abcdefghijklmnopqrstT3BlbkFJabcdefghijklmnopqrst')).toEqual({ kind: 'openai' })
  // DeepSeek, Moonshot, Qwen and many gateways have such ones.
  expect(guessProvider('sk-0123456789abcdef0123456789abcdef')).toBeUndefined()
  expect(guessProvider('gsk_x')).toBeUndefined()
})
