import { expect, it } from 'vitest'
import { mediaLimits } from '../../../shared/files/mediaLimits'
import { factsInCatalog, loadModelCatalog } from './modelCatalog'

const sonnet = {
  context: 200_000,
  sees: true,
  thinks: true,
  tools: true,
  price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
}

it('knows models of the large providers by the names that their lists give', async () => {
  const catalog = await loadModelCatalog()
  expect(factsInCatalog(catalog, { kind: 'anthropic' }, 'claude-sonnet-4-5')).toMatchObject(sonnet)
  expect(factsInCatalog(catalog, { kind: 'google' }, 'models/gemini-2.5-pro')).toMatchObject({ thinks: true, tools: true })
  expect(factsInCatalog(catalog, { kind: 'openai-compatible', host: 'api.mistral.ai' }, 'mistral-large-latest')).toMatchObject({
    tools: true,
  })
  expect(factsInCatalog(catalog, { kind: 'google' }, 'gemini-2.5-pro')?.price).toEqual({
    input: 1.25,
    output: 10,
    cacheRead: 0.125,
    tiers: [{ over: 200_000, input: 2.5, output: 15, cacheRead: 0.25 }],
  })
  expect(factsInCatalog(catalog, { kind: 'openai' }, 'gpt-5')?.price).toEqual({ input: 1.25, output: 10, cacheRead: 0.125 })
  const temperatures = ['claude-sonnet-4-5', 'claude-opus-4-8'].map(
    (name) => factsInCatalog(catalog, { kind: 'anthropic' }, name)?.temperature,
  )
  expect(temperatures).toEqual([true, false])
  expect(catalog.date).toMatch(/^\d{4}-\d\d-\d\d$/)
})

// How many pages a model takes is decided by its name. A new family with a long context is found here.
it('agrees with the limits of media on which models of Anthropic have a long context', async () => {
  const { providers } = await loadModelCatalog()
  const models = Object.entries(providers['anthropic']?.models ?? {})
  const long = models.filter(([, { context }]) => context > 200_000).map(([name]) => name)
  expect(long).toContain('claude-sonnet-5')
  expect(models.map(([name]) => name).filter((name) => mediaLimits('anthropic', name).pages === 600)).toEqual(long)
})

it('takes a dated name for the model without a date', async () => {
  const catalog = await loadModelCatalog()
  expect(factsInCatalog(catalog, { kind: 'anthropic' }, 'claude-sonnet-4-5-20991231')).toMatchObject(sonnet)
  expect(factsInCatalog(catalog, { kind: 'openai' }, 'gpt-5-mini-2099-12-31')).toMatchObject({ price: { input: 0.25, output: 2 } })
})

it('names no price where another one is asked for: a variant, a gateway of somebody else, an unknown model', async () => {
  const catalog = await loadModelCatalog()
  const openRouter = { kind: 'openai-compatible', host: 'openrouter.ai' } as const
  expect(factsInCatalog(catalog, openRouter, 'anthropic/claude-sonnet-4.5')).toMatchObject({ price: { input: 3, output: 15 } })
  expect(factsInCatalog(catalog, openRouter, 'anthropic/claude-sonnet-4.5:nitro')).toMatchObject({ tools: true })
  expect(factsInCatalog(catalog, openRouter, 'anthropic/claude-sonnet-4.5:nitro')).not.toHaveProperty('price')
  const gateway = { kind: 'anthropic', host: 'gateway.example.com' } as const
  expect(factsInCatalog(catalog, gateway, 'claude-sonnet-4-5')).toBeUndefined()
  expect(factsInCatalog(catalog, { kind: 'anthropic' }, 'constructor')).toBeUndefined()
})
