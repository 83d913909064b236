import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ProviderStatus, ProviderView } from '../../../../shared/domain/models/modelProvider'
import { ModelRef } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { FakeHost } from '../../../testing/fakeHost'
import { namesOf } from '../../../testing/namesOf'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { ProviderList } from './ProviderList'

const cloud: ProviderView = { id: 'cloud', kind: 'anthropic', name: 'Cloud', models: [ModelRef.parse('cloud/a')], hasKey: true }
const studio: ProviderView = {
  id: 'studio',
  kind: 'openai-compatible',
  name: 'Studio',
  baseUrl: 'http://127.0.0.1:1234/v1',
  onThisComputer: true,
  models: [ModelRef.parse('studio/b')],
  hasKey: false,
}
const refused = new AppError(
  'MODEL_REFUSED_KEY',
  { reason: 'models.keyNotTaken', params: { host: 'studio.test', status: '401' } },
  { said: 'It belongs to another organisation' },
).toData()
const away = new AppError('MODEL_UNREACHABLE', { reason: 'models.addressUnreachable', params: { model: '127.0.0.1:1234' } }).toData()

async function list(providers: readonly ProviderView[], statuses: Readonly<Record<string, ProviderStatus>>): Promise<FakeHost> {
  const host = new FakeHost().publish('models.statuses', statuses).answer('models.refreshLocal', () => undefined)
  await renderWithHost(<ProviderList providers={providers}>{null}</ProviderList>, host)
  return host
}

const rows = () => namesOf(screen.getAllByRole('group'))
const row = (name: string) => within(screen.getByRole('group', { name }))

it('puts a provider with trouble first: what happened, what to do, what it said, and the ways on; others say when they answered', async () => {
  await list([cloud, studio], { cloud: { answeredAt: Date.now() }, studio: { answeredAt: 0, trouble: refused } })
  expect(rows()).toEqual(['Studio', 'Cloud'])
  const said = row('Studio').getByRole('status').textContent
  expect(said).toMatch(/refused the key.*Check that it is whole.*another organisation/)
  expect(row('Studio').getByText(/^Last answered/)).toBeDefined()
  expect(namesOf(row('Studio').getAllByRole('button'))).toEqual(['Show what you typed', 'Try and save', 'Try again', 'Delete'])
  expect(row('Cloud').queryByRole('status')).toBeNull()
  expect(row('Cloud').getByText('Answered just now')).toBeDefined()
  expect(row('Cloud').queryByRole('textbox')).toBeNull()
})

it('says of a provider without a key that it needs one, before anybody asked it, and of nobody that it works unless it answered', async () => {
  await list([studio, { ...cloud, hasKey: false }], {})
  expect(rows()).toEqual(['Cloud', 'Studio'])
  expect(row('Cloud').getByRole('status').textContent).toContain('There is no key for “Cloud” yet')
  expect(row('Cloud').queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(row('Studio').queryByText(/nswered/)).toBeNull()
})

it('moves no row while the focus is in the list, and says a trouble that stays only once when it is asked again', async () => {
  const host = await list([cloud, studio], {})
  host.answer('models.check', () => ({ ok: false, error: away }))
  await user.click(row('Studio').getByRole('button', { name: 'Read its models anew' }))
  host.publish('models.statuses', { studio: { trouble: away } })
  await settle()
  expect(rows()).toEqual(['Cloud', 'Studio'])
  await user.click(row('Studio').getByRole('button', { name: 'Try again' }))
  expect(row('Studio').getAllByText(/cannot be reached/)).toHaveLength(1)
  expect(row('Studio').queryByRole('textbox')).toBeNull()
  await user.click(document.body)
  expect(rows()).toEqual(['Studio', 'Cloud'])
})
