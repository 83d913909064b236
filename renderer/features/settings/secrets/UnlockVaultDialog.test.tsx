import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { VaultView } from '../../../../shared/domain/vaultState'
import { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { namesOf } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { UnlockButton } from '../../../widgets/UnlockButton'
import { UnlockVaultDialog } from './UnlockVaultDialog'

const vault = (change: Partial<VaultView>): VaultView => ({ kept: 'unknown', state: 'open', secrets: [], ...change })
const locked = () => new AppError('SECRETS_LOCKED', 'Your secrets are locked')
const dialog = () => screen.queryByRole('dialog')

/** Returns a host whose vault opens with `words`. It stores a secret only while the vault is open. */
function hostWith(state: VaultView['state'], words = 'correct horse'): FakeHost {
  let open = false
  const host = new FakeHost()
  const opened = (kept: VaultView['kept']): undefined => {
    open = true
    host.publish('vault', vault({ kept }))
  }
  return host
    .publish('vault', vault({ state }))
    .answer('secrets.put', () => {
      if (!open) throw locked()
    })
    .answer('servers.stop', () => {
      throw locked()
    })
    .answer('secrets.choose', ({ kept }) => opened(kept))
    .answer('secrets.unlock', ({ passphrase }) => {
      if (passphrase !== words) throw new AppError('INVALID_INPUT', 'This is not the passphrase of your secrets')
      return opened('passphrase')
    })
}

/** Starts an action of the person that needs the vault, and records its result. */
function keepSecret(): { ended: string } {
  const way = { ended: 'waits' }
  void callHost('secrets.put', { name: 'a', value: 'value a' }).then(
    () => (way.ended = 'kept'),
    (thrown: unknown) => (way.ended = AppError.from(thrown).message),
  )
  return way
}

it('lets what needs the vault wait for the passphrase, says when it is wrong, and goes on by itself', async () => {
  const view = await renderWithHost(<UnlockVaultDialog />, hostWith('needsPassphrase'))
  const keeping = keepSecret()
  await settle()
  await fill(screen.getByLabelText('Passphrase'), 'wrong horse')
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  expect([within(screen.getByRole('dialog')).getByRole('alert').textContent, keeping.ended]).toEqual([
    'This is not the passphrase of your secrets. ',
    'waits',
  ])
  await fill(screen.getByLabelText('Passphrase'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  expect([keeping.ended, dialog(), view.host.asked.filter(({ name }) => name === 'secrets.put').length]).toEqual(['kept', null, 2])
})

it('asks how secrets are kept where there is no keychain, and takes only a passphrase that was typed twice', async () => {
  const view = await renderWithHost(<UnlockVaultDialog />, hostWith('chooses'))
  const keeping = keepSecret()
  await settle()
  const keep = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Keep them this way' })
  await fill(screen.getByLabelText('Passphrase'), 'correct horse')
  expect(keep().disabled).toBe(true)
  await fill(screen.getByLabelText('The same again'), 'correct house')
  expect([keep().disabled, dialog()?.textContent.includes('This is not the same.')]).toEqual([true, true])
  await fill(screen.getByLabelText('The same again'), 'correct horse')
  await user.click(keep())
  expect(keeping.ended).toBe('kept')
  expect(view.host.asked.find(({ name }) => name === 'secrets.choose')?.input).toEqual({
    kept: 'passphrase',
    passphrase: 'correct horse',
    startOver: false,
  })
})

it('lets a person do without the disk', async () => {
  const view = await renderWithHost(<UnlockVaultDialog />, hostWith('chooses'))
  keepSecret()
  await settle()
  await user.click(screen.getByRole('radio', { name: 'Until Parley quits' }))
  await user.click(screen.getByRole('button', { name: 'Keep them this way' }))
  expect(view.host.asked.find(({ name }) => name === 'secrets.choose')?.input).toEqual({ kept: 'memory', startOver: false })
})

it('is refused as before when the person would rather not now', async () => {
  await renderWithHost(<UnlockVaultDialog />, hostWith('needsPassphrase'))
  const keeping = keepSecret()
  await settle()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([keeping.ended, dialog()]).toEqual(['Your secrets are locked', null])
})

it('opens for nothing that happens by itself, nor where the vault is open', async () => {
  const view = await renderWithHost(<UnlockVaultDialog />, hostWith('needsPassphrase'))
  await expect(callHost('servers.stop', { serverId: 'a' as never })).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
  expect(dialog()).toBeNull()
  await act(async () => void view.host.publish('vault', vault({ state: 'open' })))
  await settle()
  const keeping = keepSecret()
  await settle()
  expect([keeping.ended, dialog()]).toEqual(['Your secrets are locked', null])
})

it('closes by itself when the vault is opened elsewhere', async () => {
  let opened = 0
  const both = (
    <>
      <UnlockButton onOpened={() => opened++} />
      <UnlockVaultDialog />
    </>
  )
  const view = await renderWithHost(both, hostWith('locked'))
  await user.click(screen.getByRole('button', { name: 'Unlock…' }))
  expect(namesOf(screen.queryAllByRole('button'))).toEqual(['Keep them another way…', 'Cancel', 'Try again'])
  await act(async () => void view.host.publish('vault', vault({ state: 'open', kept: 'keychain' })))
  await settle()
  expect([dialog(), opened, namesOf(screen.queryAllByRole('button'))]).toEqual([null, 1, []])
})
