import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ContextBudget } from '../../../../shared/domain/usage/context'
import { ModelRef, ServerId } from '../../../../shared/domain/ids'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { ContextMeter } from './ContextMeter'

const sonnet = ModelRef.parse('claude/sonnet')
const unknown = ModelRef.parse('claude/unknown')
const budget = (results: number): ContextBudget => ({
  total: 10_000 + results,
  instructions: 1_000,
  tools: { tokens: 4_000, servers: [{ serverId: ServerId.parse('files'), tokens: 4_000 }] },
  history: { tokens: 5_000, messages: 3 },
  attachments: { tokens: 0, count: 0 },
  results: { tokens: results, calls: 2, largest: { tool: 'read', tokens: results } },
})

async function show(results: number, choice: ModelRef | 'none' = sonnet, answer?: number) {
  const host = new FakeHost()
    .publish('models', { providers: [], default: sonnet })
    .answer('models.facts', () => ({ asOf: '2026-07-02', models: { [sonnet]: { context: 100_000 } } }))
    .answer('chat.context', () => ({ ...budget(results), ...(answer !== undefined && { answer }) }))
  await renderWithHost(<ContextMeter conversation={undefined} choice={choice} text="" files={[]} />, host)
  return host
}
const meter = () => screen.findByRole('meter', { name: 'Context' })

it.each([
  [20_000, '30', 'about 30k of 100k tokens'],
  [64_000, '74', '74k of 100k, filling up'],
  [85_000, '95', '95k of 100k, nearly full'],
  [150_000, '100', '160k, only 100k fit'],
])('says how full the model is, with a word from 70 % on (%i)', async (results, now, words) => {
  await show(results)
  const shown = await meter()
  expect([shown.getAttribute('aria-valuenow'), shown.getAttribute('aria-valuetext')]).toEqual([now, words])
})

it('says no share of a window that nobody knows', async () => {
  await show(20_000, unknown)
  expect(await screen.findByRole('button', { name: 'Context: about 30k tokens' })).toBeTruthy()
  expect(screen.queryByRole('meter')).toBeNull()
})

it('says nothing without a model', async () => {
  const host = await show(20_000, 'none')
  expect(host.asked.map(({ name }) => name)).not.toContain('chat.context')
})

it('pressed, it lists what fills it, and leaves out what there is none of', async () => {
  await show(64_000)
  await meter()
  await user.click(screen.getByRole('button', { name: 'Context: 74%, filling up' }))
  const rows = within(screen.getByRole('dialog', { name: 'Context' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Instructions1k',
    'Toolsfiles 4k4k',
    'History3 messages5k',
    'Results2 callsThe largest: read 64k64k',
    'Free26k',
    '“sonnet” takes100k',
  ])
})

it('keeps room free for an answer whose length was set: what is left for the request is full sooner', async () => {
  await show(64_000, sonnet, 20_000)
  expect((await meter()).getAttribute('aria-valuetext')).toBe('94k of 100k, nearly full')
  await user.click(screen.getByRole('button', { name: 'Context: 94%, nearly full' }))
  const rows = within(screen.getByRole('dialog', { name: 'Context' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent).slice(-3)).toEqual(['Room for the answerkept free20k', 'Free6k', '“sonnet” takes100k'])
})

it('keeps no more than half of the model free for an answer, however long one may be', async () => {
  await show(20_000, sonnet, 1_000_000)
  expect((await meter()).getAttribute('aria-valuetext')).toBe('80k of 100k, filling up')
})
