import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { catalogFrom } from './modelCatalog.mjs'

const checkout = mkdtempSync(join(tmpdir(), 'parley-models-'))
afterEach(() => rmSync(checkout, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

it('fills in what a provider leaves to the maker of a model, and leaves out what writes no text', () => {
  put(
    'models/anthropic/claude-x.toml',
    'reasoning = true\ntemperature = false\ntool_call = true\n[limit]\ncontext = 200\noutput = 64\n[modalities]\ninput = ["text", "image"]\noutput = ["text"]\n',
  )
  put(
    'providers/openrouter/models/anthropic/claude-x.toml',
    'base_model = "anthropic/claude-x"\nbase_model_omit = ["limit.output"]\n[limit]\ncontext = 1_000\n[cost]\ninput = 3\noutput = 15\n' +
      '[[cost.tiers]]\ntier = { size = 900 }\ninput = 9\noutput = 30\n[[cost.tiers]]\ntier = { size = 500 }\ninput = 6\noutput = 22.5\n',
  )
  put('providers/openai/models/paints.toml', '[limit]\ncontext = 9\n[modalities]\ninput = ["text"]\noutput = ["image"]\n')
  const { providers, date } = JSON.parse(catalogFrom(checkout, { commit: 'abcdef0', date: '2026-07-02' }))
  expect(date).toBe('2026-07-02')
  const tiers = [
    { over: 500, input: 6, output: 22.5 },
    { over: 900, input: 9, output: 30 },
  ]
  const price = { input: 3, output: 15, tiers }
  expect(providers.openrouter.models).toEqual({
    'anthropic/claude-x': { context: 1_000, sees: true, thinks: true, tools: true, temperature: false, price },
  })
  expect(providers.openai.models).toEqual({})
})
