import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ModelRef } from '../../../../shared/domain/ids'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import type { MonthUsage } from '../../../../shared/domain/usage/usage'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { dayOf } from '../../../ui/format/calendarDay'
import { UsagePage } from './UsagePage'

const sonnet = ModelRef.parse('anthropic/claude-sonnet-4-5')
const local = ModelRef.parse('ollama/qwen3:14b')
const anthropic: ProviderView = { id: 'anthropic', kind: 'anthropic', name: 'Anthropic', models: [sonnet], hasKey: true }
const today = dayOf(Date.now())

const hostWith = (days: MonthUsage['days'], provider = anthropic) =>
  new FakeHost()
    .publish('models', { providers: [provider] })
    .answer('models.facts', () => ({ asOf: '2026-07-02', models: { [sonnet]: { price: { input: 3, output: 15, cacheRead: 0.3 } } } }))
    .answer('models.refreshLocal', () => undefined)
    .answer('chat.recentModels', () => [])
    .answer('models.setPrice', () => undefined)
    .answer('usage.month', ({ month }) => (month === today.slice(0, 7) ? { days, since: '2020-01' } : { days: [], since: '2020-01' }))

it('tells what each model used on a day and about what it cost, and leaves an unknown cost empty', async () => {
  await renderWithHost(
    <UsagePage />,
    hostWith([
      { day: today, model: sonnet, input: 100_000, cached: 80_000, output: 2_000, cost: 0.114 },
      { day: today, model: local, input: 5_000, output: 10, unpriced: 2 },
    ]),
  )
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(
    rows.map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([[], ['claude-sonnet-4-5', '100,000', '80,000', '2,000', '$0.11'], ['qwen3:14b', '5,000', '', '10', '']])
  expect(screen.getByText('Today').parentElement?.textContent).toBe('Today about $0.11 · 107,010 tokens')
  expect(document.body.textContent).toContain('Of 2 requests no price is known: they are not in the costs.')
})

it('says so where a month used nothing, and goes no further than the first one', async () => {
  await renderWithHost(<UsagePage />, hostWith([]))
  expect(await screen.findByText(/^Nothing was used in/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('button', { name: 'Later month' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Earlier month' }))
  expect(screen.getByRole('button', { name: 'Later month' })).toHaveProperty('disabled', false)
})

it('keeps the month that is shown until the earlier one is there, and the button under the finger', async () => {
  const host = hostWith([{ day: today, model: sonnet, input: 1_000, output: 10, cost: 0.1 }])
  await renderWithHost(<UsagePage />, host)
  await screen.findByRole('table')
  const { promise, resolve } = Promise.withResolvers<MonthUsage>()
  host.answer('usage.month', () => promise)
  const earlier = screen.getByRole('button', { name: 'Earlier month' })
  await user.click(earlier)
  expect(screen.getByRole('table')).toBeTruthy()
  expect(earlier).toHaveProperty('disabled', false)
  resolve({ days: [], since: '2020-01' })
  expect(await screen.findByText(/^Nothing was used in/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('says nothing of missing prices where nothing has one, and which provider where two have a model of one name', async () => {
  const other = ModelRef.parse('bedrock/claude-sonnet-4-5')
  const rows = [sonnet, other].map((model) => ({ day: today, model, input: 1_000, output: 10, unpriced: 1 }))
  await renderWithHost(<UsagePage />, hostWith(rows))
  expect(await screen.findByText('claude-sonnet-4-5 · Anthropic')).toBeTruthy()
  expect(screen.getByText('claude-sonnet-4-5 · bedrock')).toBeTruthy()
  expect(document.body.textContent).not.toContain('no price is known')
})

it('says of when the list is, and sets a price that begins with what the list says', async () => {
  const view = await renderWithHost(<UsagePage />, hostWith([]))
  expect(await screen.findByText(/list of models\.dev from 2 Jul 2026/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set a price' }))
  await user.click(screen.getByRole('combobox', { name: 'Model whose price is set' }))
  await user.click(await screen.findByRole('option', { name: /claude-sonnet-4-5/ }))
  const read = screen.getByRole('textbox', { name: 'Read' })
  expect(read).toHaveProperty('value', '3')
  await user.clear(read)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A number, 0 or more.')).toBeTruthy()
  await user.type(read, '2.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(view.host.asked.findLast(({ name }) => name === 'models.setPrice')?.input).toEqual({
    model: sonnet,
    price: { input: 2.5, output: 15, cacheRead: 0.3 },
  })
})

it('lists the prices that the person set, and removes one', async () => {
  // Its provider does not list the model any more: the price counts all the same.
  const provider = { ...anthropic, models: [], prices: { 'claude-sonnet-4-5': { input: 2, output: 9 } } }
  const view = await renderWithHost(<UsagePage />, hostWith([], provider))
  expect(await screen.findByText('2 read, 2 from the cache, 2 into the cache, 9 written')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove the price of “claude-sonnet-4-5”' }))
  expect(view.host.asked.findLast(({ name }) => name === 'models.setPrice')?.input).toEqual({ model: sonnet, price: null })
})
