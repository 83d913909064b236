import { expect, it } from 'vitest'
import { deferralOf } from './deferral'
import { providerKinds } from './providerKinds'

const of = (kind: 'anthropic' | 'openai', ...names: readonly string[]) =>
  names.map((name) => deferralOf({ kind, baseUrl: providerKinds[kind].baseUrl }, name))

// Catches a model that refuses each request after its first search, and one that pays for the whole conversation again.
it('Claude takes references from 4.5 on, with or without a date', () => {
  const taken = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5', 'claude-haiku-4-5-20251001', 'claude-opus-4-8', 'claude-fable-5-1']
  expect(of('anthropic', ...taken, 'claude-sonnet-5', 'claude-opus-5-5', 'claude-haiku-10').filter((way) => way !== 'references')).toEqual(
    [],
  )
  const older = ['claude-opus-4-1-20250805', 'claude-opus-4-1', 'claude-opus-4-0', 'claude-sonnet-4-20250514', 'claude-3-7-sonnet-20250219']
  expect(of('anthropic', ...older, 'claude-3-5-haiku-latest', 'claude-2.1', 'gpt-6-sol', '').filter(Boolean)).toEqual([])
})

it('GPT takes additions from 5.6 on, and none of its kinds that are not for this', () => {
  const taken = ['gpt-5.6', 'gpt-5.6-sol', 'gpt-6-astra', 'gpt-6.1-terra-2026-10-01', 'gpt-6-luna', 'gpt-10']
  expect(of('openai', ...taken).filter((way) => way !== 'additions')).toEqual([])
  expect(of('openai', 'gpt-5.5', 'gpt-5', 'gpt-5.4-nano', 'gpt-6-chat-latest', 'gpt-4.1', 'o3', 'claude-opus-5').filter(Boolean)).toEqual(
    [],
  )
})

it('nothing is known of what answers at another address, or of another provider', () => {
  const gateway = { baseUrl: 'https://gateway.example/v1' }
  expect(deferralOf({ kind: 'anthropic', ...gateway }, 'claude-opus-5')).toBeUndefined()
  expect(deferralOf({ kind: 'openai', ...gateway }, 'gpt-6-sol')).toBeUndefined()
  expect(deferralOf({ kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' }, 'gpt-6-sol')).toBeUndefined()
  expect(deferralOf({ kind: 'google', baseUrl: providerKinds.google.baseUrl }, 'claude-opus-5')).toBeUndefined()
})
