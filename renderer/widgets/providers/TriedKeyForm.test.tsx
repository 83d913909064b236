import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ModelRef } from '../../../shared/domain/ids'
import type { ProviderCheck, ProviderView } from '../../../shared/domain/models/modelProvider'
import { LONGEST_KEY } from '../../../shared/domain/models/keyLength'
import { AppError, type ErrorCode, type ErrorReason } from '../../../shared/errors/appError'
import { useLinkToOpen } from '../../state/linkToOpen'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { TriedKeyForm } from './TriedKeyForm'

const provider: ProviderView = { id: 'claude', kind: 'anthropic', name: 'Claude', models: [ModelRef.parse('claude/a')], hasKey: true }
const fails = (code: ErrorCode, reason: ErrorReason): ProviderCheck => ({
  ok: false,
  error: new AppError(code, { reason, params: { host: 'api.test', model: 'api.test', status: '401' } }).toData(),
})
const works: ProviderCheck = { ok: true, kind: 'anthropic', models: ['a', 'b'] }

afterEach(() => useLinkToOpen.setState({ url: undefined }))

async function form(...checks: readonly (ProviderCheck | Promise<ProviderCheck>)[]) {
  const left = [...checks]
  const saved = vi.fn<() => void>()
  const host = new FakeHost().answer('models.check', () => left.shift() ?? works).answer('models.saveProvider', () => ({ id: 'claude' }))
  await renderWithHost(<TriedKeyForm provider={provider} onSaved={saved} />, host)
  return { host, saved, kept: () => host.asked.filter(({ name }) => name === 'models.saveProvider').map(({ input }) => input) }
}

const field = () => screen.getByLabelText<HTMLInputElement>('New key for “Claude”')
const button = (name: string) => screen.getByRole('button', { name })
const keepAnyway = () => screen.queryByRole('button', { name: 'Save it all the same' })

it('tries a key with its provider, and keeps it only when that works', async () => {
  const { host, saved, kept } = await form(works)
  await user.type(field(), ' sk-good ')
  await user.click(button('Try and save'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(host.asked.filter(({ name }) => name.startsWith('models.'))).toEqual([
    { name: 'models.check', input: { providerId: 'claude', kind: 'anthropic', key: 'sk-good' } },
    { name: 'models.saveProvider', input: { id: 'claude', kind: 'anthropic', name: 'Claude', models: ['a'], key: 'sk-good' } },
    { name: 'models.check', input: { providerId: 'claude' } },
  ])
  expect(kept()).toHaveLength(1)
  expect(field().value).toBe('')
})

it('keeps no refused key by itself: the reason stands at the field, which has the focus, and another key is tried anew', async () => {
  const { kept, saved } = await form(fails('MODEL_REFUSED_KEY', 'models.keyNotTaken'), fails('MODEL_REFUSED_KEY', 'models.keyNotTaken'))
  await user.type(field(), 'sk-bad{Enter}')
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field())
  expect(screen.getByRole('alert').textContent).toMatch(/^api\.test refused the key/)
  // Enter tries it again. It never keeps it.
  await user.keyboard('{Enter}')
  await waitFor(() => expect(keepAnyway()).not.toBeNull())
  expect(kept()).toEqual([])
  await user.type(field(), '2')
  expect(keepAnyway()).toBeNull()
  expect(field().getAttribute('aria-invalid')).toBeNull()
  await user.click(button('Try and save'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
})

it('says where a key could not be tried, and keeps it all the same when the person wants that', async () => {
  const { kept, saved } = await form(fails('MODEL_UNREACHABLE', 'models.nameNotFound'))
  await user.type(field(), 'sk-offline{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^The key could not be tried\. .*cannot be reached/))
  await user.click(button('Save it all the same'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(kept()).toMatchObject([{ key: 'sk-offline' }])
})

it('stops a trial that takes long, keeps what was typed, and takes no late answer', async () => {
  const late = Promise.withResolvers<ProviderCheck>()
  const { kept, saved } = await form(late.promise)
  await user.type(field(), 'sk-slow{Enter}')
  await user.click(button('Stop trying'))
  late.resolve(works)
  await waitFor(() => expect(button('Try and save')).toHaveProperty('disabled', false))
  expect([field().value, document.activeElement === field(), kept(), saved.mock.calls]).toEqual(['sk-slow', true, [], []])
})

it('neither asks nor keeps what cannot be a key: too long, or of other characters', async () => {
  const { host, kept } = await form(fails('MODEL_REFUSED_KEY', 'models.keyCharacters'))
  await user.click(field())
  await user.paste('x'.repeat(LONGEST_KEY + 1))
  expect(screen.getByRole('alert').textContent).toMatch(/^This is too long for a key/)
  expect(button('Try and save')).toHaveProperty('disabled', true)
  await user.keyboard('{Enter}')
  expect(host.asked.filter(({ name }) => name === 'models.check')).toEqual([])
  await user.clear(field())
  await user.type(field(), 'schlüssel{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/characters that no key has/))
  expect([keepAnyway(), kept()]).toEqual([null, []])
})

it('leads to the page with keys only through the dialog that shows the address', async () => {
  const { host } = await form()
  await user.click(button('Get a key'))
  expect(useLinkToOpen.getState().url).toBe('https://console.anthropic.com/settings/keys')
  expect(host.asked.some(({ name }) => name === 'links.open')).toBe(false)
})
