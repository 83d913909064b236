import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { t } from '../i18n/t'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { fill, user } from '../testing/user'
import { EndpointForm } from './EndpointForm'

/** What a screen reader says of a field beside its name. */
const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
    .join(' ')

const notAnAddress = new AppError('INVALID_INPUT', { reason: 'models.notAnAddress' }).toData()

it.each(['hello', 'models.example:47812'])('says of “%s” that it is no address, and offers no model there', async (typed) => {
  const host = new FakeHost().answer('models.check', () => ({ ok: false, error: notAnAddress }))
  await renderWithHost(<EndpointForm onDone={() => undefined} />, host)
  await fill(screen.getByRole('textbox', { name: t('models.address') }), typed)
  const field = screen.getByRole('textbox', { name: t('models.address') })
  expect(await screen.findByText(new RegExp(t('errors.models.notAnAddress')))).toBeTruthy()
  expect([field.getAttribute('aria-invalid'), descriptionOf(field)]).toEqual([
    'true',
    expect.stringContaining(t('errors.models.notAnAddress')),
  ])
  expect(screen.queryByRole('textbox', { name: t('models.model') })).toBeNull()
})

it('saves the address under which the models were found', async () => {
  const host = new FakeHost()
    .answer('models.check', () => ({ ok: true, kind: 'openai-compatible', models: ['tiny'], baseUrl: 'http://127.0.0.1:8000/v1' }))
    .answer('models.saveProvider', () => ({ id: 'local' }))
    .answer('models.setDefault', () => undefined)
  await renderWithHost(<EndpointForm onDone={() => undefined} />, host)
  await fill(screen.getByRole('textbox', { name: t('models.address') }), 'http://127.0.0.1:8000')
  await user.click(await screen.findByRole('button', { name: t('models.use', { model: 'tiny' }) }))
  expect(host.asked.find(({ name }) => name === 'models.saveProvider')?.input).toMatchObject({ baseUrl: 'http://127.0.0.1:8000/v1' })
})
