import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import type { SamplingUsageView } from '../../../shared/domain/sampling'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { fill, user } from '../../testing/user'
import { SamplingSection } from './SamplingSection'

const [one, two] = [ModelRef.parse('local/one'), ModelRef.parse('local/two')]
const spend: SamplingUsageView = { calls: 3, callsPerDay: 20, tokens: 6_800, tokensPerDay: 20_000 }

async function show(more: Partial<SamplingUsageView> = {}) {
  const props = aServer()
  const host = hostOf(props)
    .publish('sampling.usage', { good: { ...spend, ...more } })
    .publish('models', { providers: [{ id: 'local', kind: 'openai-compatible', name: 'Local', hasKey: false, models: [one, two] }] })
    .answer('servers.setSamplingLimits', () => undefined)
  const shown = await renderWithHost(<SamplingSection server={props.server} />, host)
  const saved = () =>
    host.asked.flatMap(({ name, input }) => (name === 'servers.setSamplingLimits' ? [(input as { limits: unknown }).limits] : []))
  return { ...shown, saved }
}

/** Replaces a limit and leaves its field. */
async function enter(name: string, limit: string): Promise<void> {
  await fill(screen.getByRole('textbox', { name }), limit)
  await user.tab()
}

it('shows what was spent today, and keeps the limits that are entered', async () => {
  const shown = await show()
  const { textContent } = document.body
  expect([textContent.includes('3 of 20 answers today'), textContent.includes('6.8k of 20k today')]).toEqual([true, true])
  await enter('Answers a day', '0')
  expect(screen.getByText('Needs a whole number from 1')).toBeTruthy()
  await enter('Answers a day', '5')
  await enter('Tokens a day', '10,000')
  expect(shown.saved()).toEqual([
    { callsPerDay: 5, tokensPerDay: 50_000 },
    { callsPerDay: 20, tokensPerDay: 10_000 },
  ])
})

it('says what a policy leaves of it, who set that and whom to ask', async () => {
  const cap = { id: 'policy.cap.tokens', params: { count: 20_000 } } as const
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } } as const
  await show({
    off: { id: 'legacy.text', params: { text: 'Atlas IT does not allow it.' } },
    policyCaps: [{ id: 'sampling.policyAllows', params: { by: 'Atlas IT', caps: [cap], ask } }],
    estimated: true,
  })
  const { textContent } = document.body
  expect([
    textContent.includes('Atlas IT allows a server at most 20,000 tokens a day. Ask Atlas IT: it@atlas.example.'),
    textContent.includes('Atlas IT does not allow it.'),
    textContent.includes('about 6.8k of 20k today'),
  ]).toEqual([true, true, true])
})

it('allows all models or those that are chosen', async () => {
  const shown = await show()
  await user.click(screen.getByRole('checkbox', { name: 'All of mine' }))
  expect(shown.saved()).toEqual([{ callsPerDay: 20, tokensPerDay: 50_000, models: [one, two] }])
})
