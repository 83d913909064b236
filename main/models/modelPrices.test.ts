import { expect, it } from 'vitest'
import { ModelRef } from '../../shared/domain/ids'
import type { ProviderView } from '../../shared/domain/models/modelProvider'
import { modelPrice } from './modelPrices'
import { knownModels } from './knownModels'
import { loadModelCatalog } from './modelsDev/modelCatalog'

const catalog = await loadModelCatalog()
const sonnet = ModelRef.parse('anthropic/claude-sonnet-4-5')
const anthropic: ProviderView = { id: 'anthropic', kind: 'anthropic', name: 'Anthropic', models: [sonnet], hasKey: true }
const own = { input: 1, output: 2 }

it('takes the price that the person set, else that of the list', () => {
  expect(modelPrice(anthropic, sonnet, catalog)).toMatchObject({ input: 3, output: 15 })
  expect(modelPrice({ ...anthropic, prices: { 'claude-sonnet-4-5': own } }, sonnet, catalog)).toEqual(own)
  expect(modelPrice({ ...anthropic, prices: { another: own } }, sonnet, catalog)).toMatchObject({ input: 3 })
})

it('knows no price of what runs on this computer, whatever its name, of an unknown address, and of a name of JavaScript', () => {
  const local = { ...anthropic, baseUrl: 'http://127.0.0.1:1234/v1', onThisComputer: true } as const
  expect(modelPrice(local, sonnet, catalog)).toBeUndefined()
  expect(modelPrice({ ...local, prices: { 'claude-sonnet-4-5': own } }, sonnet, catalog)).toEqual(own)
  expect(modelPrice({ ...anthropic, baseUrl: 'https://gateway.example.com/v1' }, sonnet, catalog)).toBeUndefined()
  expect(modelPrice({ ...anthropic, prices: {} }, ModelRef.parse('anthropic/constructor'), catalog)).toBeUndefined()
})

it('the list of models shows the price that counts, also of a model of which nothing else is known', async () => {
  const secret = ModelRef.parse('anthropic/secret-preview')
  const provider = { ...anthropic, models: [sonnet, secret], prices: { 'claude-sonnet-4-5': own, 'secret-preview': own } }
  const { models } = await knownModels({ providers: [provider] }, () => Promise.resolve(new Map()), new AbortController().signal)
  expect(models[sonnet]).toMatchObject({ context: 200_000, price: own })
  expect(models[secret]).toEqual({ price: own })
})
