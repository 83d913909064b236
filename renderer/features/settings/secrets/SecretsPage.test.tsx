import { expect, it } from 'vitest'
import { AccountId, ServerId } from '../../../../shared/domain/ids'
import type { VaultView } from '../../../../shared/domain/secretVault'
import { FakeHost } from '../../../testing/fakeHost'
import { find, names, press, write } from '../../../testing/person'
import { renderWithHost } from '../../../testing/renderWithHost'
import { SecretsPage } from './SecretsPage'

const github = ServerId.parse('GitHub')
const vault: VaultView = {
  kept: 'passphrase',
  state: 'open',
  secrets: [
    { kind: 'secret', name: 'claude-api-key', uses: [{ kind: 'model', provider: 'claude', name: 'Anthropic' }] },
    { kind: 'secret', name: 'GitHub/Authorization', uses: [{ kind: 'header', serverId: github, name: 'Authorization' }] },
    { kind: 'secret', name: 'old/TOKEN', uses: [] },
    { kind: 'account', id: '5f0f3a4e', serverId: github, label: 'Work' },
  ],
}
const hostWith = (change: Partial<VaultView> = {}) =>
  new FakeHost()
    .publish('vault', { ...vault, ...change })
    .answer('secrets.put', () => undefined)
    .answer('secrets.remove', () => undefined)
    .answer('secrets.removeCredential', () => undefined)
    .answer('accounts.signOut', () => ({ revoked: true }))
    .answer('secrets.changePassphrase', () => undefined)
    .answer('secrets.moveToKeychain', () => undefined)

it('K10: lists secrets by what uses them, accounts as accounts, and never a way to see one', async () => {
  await using view = await renderWithHost(<SecretsPage />, hostWith())
  const rows = [...view.page.querySelectorAll('[aria-label=Secrets] li')].map(
    (row) => [...row.querySelectorAll('.font-label')].map((part) => part.textContent)[0],
  )
  expect(rows).toEqual(['Anthropic', 'GitHub', 'Not used by anything', 'GitHub'])
  expect(view.page.textContent).toContain('Header Authorization')
  expect(view.page.textContent).toContain('Account “Work”')
  expect(view.page.textContent).not.toContain('5f0f3a4e')
  expect(names(view.page, 'button').filter((name) => /show|reveal|copy/i.test(name))).toEqual([])
})

it('replaces a value with what is typed, and deletes one only after a second word', async () => {
  await using view = await renderWithHost(<SecretsPage />, hostWith())
  await press(find(view.page, 'button', 'Replace: GitHub/Authorization'))
  await write(find(view.page, 'input', 'New value of GitHub/Authorization'), 'Bearer new')
  await press(find(view.page, 'button', 'Replace'))
  expect(names(view.page, '[role=status]')).toContain('Replaced')
  expect(document.activeElement).toBe(find(view.page, 'button', 'Replace: GitHub/Authorization'))
  await press(find(view.page, 'button', 'Delete: old/TOKEN'))
  expect(view.host.asked.map(({ name }) => name)).toEqual(['secrets.put'])
  await press(find(view.page, 'button', 'Delete'))
  expect(view.host.asked).toEqual([
    { name: 'secrets.put', input: { name: 'GitHub/Authorization', value: 'Bearer new' } },
    { name: 'secrets.remove', input: { name: 'old/TOKEN' } },
  ])
})

it('signs out of what is an account, so that its authorization server is told, and deletes only what nobody can sign out of', async () => {
  const accountId = AccountId.parse('00000000-0000-4000-8000-000000000001')
  const secrets: VaultView['secrets'] = [
    { kind: 'account', id: accountId, serverId: github, accountId, label: 'Work' },
    { kind: 'account', id: 'idp', label: 'Identity provider' },
    { kind: 'account', id: 'gone' },
  ]
  await using view = await renderWithHost(<SecretsPage />, hostWith({ secrets }))
  for (const [name, word] of [
    ['Sign out: GitHub, Account “Work”', 'Sign out'],
    ['Sign out: Identity provider, Signed in', 'Sign out'],
    ['Delete: An account that is gone, Signed in', 'Delete'],
  ] as const) {
    await press(find(view.page, 'button', name))
    await press(find(view.page, 'button', word))
  }
  expect(view.host.asked).toEqual([
    { name: 'accounts.signOut', input: { target: { kind: 'server', serverId: github, accountId } } },
    { name: 'accounts.signOut', input: { target: { kind: 'idp' } } },
    { name: 'secrets.removeCredential', input: { credential: { kind: 'account', id: 'gone' } } },
  ])
})

it('says of how Parley is known somewhere that it makes itself known anew, and names it without the name of its record', async () => {
  await using view = await renderWithHost(<SecretsPage />, hostWith({ secrets: [{ kind: 'client', id: '0a1b' }] }))
  await press(find(view.page, 'button', 'Delete: An authorization server, How Parley is known there'))
  expect(view.page.textContent).toContain('Parley makes itself known there anew at the next sign-in.')
  expect(view.page.textContent).not.toContain('0a1b')
})

it('changes the passphrase for whoever knows the one before, and moves to the keychain', async () => {
  await using view = await renderWithHost(<SecretsPage />, hostWith())
  await press(find(view.page, 'button', 'Change passphrase…'))
  await write(find(view.page, 'input', 'New passphrase'), 'another phrase')
  await write(find(view.page, 'input', 'The same again'), 'another phrase')
  expect(find<HTMLButtonElement>(view.page, 'button', 'Change passphrase').disabled).toBe(true)
  await write(find(view.page, 'input', 'The passphrase now'), 'correct horse')
  await press(find(view.page, 'button', 'Change passphrase'))
  await press(find(view.page, 'button', 'Move to the keychain'))
  expect(view.host.asked).toEqual([
    { name: 'secrets.changePassphrase', input: { current: 'correct horse', next: 'another phrase' } },
    { name: 'secrets.moveToKeychain', input: {} },
  ])
})

it('says what was lost, and what to do', async () => {
  const problem = { code: 'SECRETS_LOCKED', message: 'The key is gone', hint: 'Enter them again. The file was kept.' } as const
  await using view = await renderWithHost(<SecretsPage />, hostWith({ problem, kept: 'keychain' }))
  expect(view.page.textContent).toContain('The key is gone. Enter them again. The file was kept.')
  expect(names(view.page, 'button')).toContain('Use a passphrase instead…')
})
