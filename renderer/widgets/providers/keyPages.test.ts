import { expect, it } from 'vitest'
import { keyPageOf } from './keyPages'

it('knows where keys come from by who the provider is, and sends nobody there for the key of another address', () => {
  expect([
    keyPageOf({ kind: 'anthropic' })?.name,
    keyPageOf({ kind: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1' })?.name,
    keyPageOf({ kind: 'anthropic', baseUrl: 'https://gateway.example/v1' }),
    keyPageOf({ kind: 'openai-compatible', baseUrl: 'https://openrouter.ai.evil.example/api/v1' }),
    keyPageOf({ kind: 'openai-compatible', baseUrl: 'not an address' }),
    keyPageOf({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434' }),
  ]).toEqual(['Anthropic', 'OpenRouter', undefined, undefined, undefined, undefined])
})
