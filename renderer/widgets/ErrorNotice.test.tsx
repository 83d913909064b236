import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { VaultState } from '../../shared/domain/vaultState'
import { AppError } from '../../shared/errors/appError'
import { t } from '../i18n/t'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { ErrorNotice } from './ErrorNotice'

const locked = new AppError('SECRETS_LOCKED', { reason: 'secrets.needsPassphrase' })
const unlock = () => screen.queryByRole('button', { name: t('secrets.unlockMore') })

it('says that what the locked vault held up can be tried again as soon as the vault is open, wherever it was opened', async () => {
  const host = new FakeHost()
  const become = (state: VaultState) => host.publish('vault', { kept: 'passphrase', state, secrets: [] })
  become('locked')
  await renderWithHost(<ErrorNotice error={locked} role="alert" />, host)
  expect(screen.getByRole('alert').textContent).toContain(t('errors.secrets.needsPassphrase'))
  expect(unlock()).not.toBeNull()
  become('open')
  expect(await screen.findByText(t('secrets.openSince'))).toBeTruthy()
  expect(document.body.textContent).not.toContain(t('errors.secrets.needsPassphrase'))
  expect(unlock()).toBeNull()
})

it('leaves out what the system said of a missing keychain, which is nobody’s quote', async () => {
  const said = 'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch'
  const error = new AppError('SECRETS_LOCKED', { reason: 'secrets.noKeychain' }, { said })
  const host = new FakeHost().publish('vault', { kept: 'unknown', state: 'chooses', secrets: [] })
  await renderWithHost(<ErrorNotice error={error} role="alert" />, host)
  expect(screen.getByRole('alert').textContent).toContain(t('errors.secrets.noKeychain'))
  expect(screen.getByRole('alert').textContent).not.toContain('DBus')
})

it('still says that secrets were lost when the vault is open', async () => {
  const host = new FakeHost().publish('vault', { kept: 'passphrase', state: 'open', secrets: [] })
  const lost = new AppError('SECRETS_LOCKED', { reason: 'secrets.keyLost', params: { kept: '/data/secrets.old' } })
  await renderWithHost(<ErrorNotice error={lost} role="alert" />, host)
  expect(screen.getByRole('alert').textContent).toContain('/data/secrets.old')
})
