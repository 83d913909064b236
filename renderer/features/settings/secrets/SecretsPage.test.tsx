import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AccountId, ServerId } from '../../../../shared/domain/ids'
import type { VaultView } from '../../../../shared/domain/vaultState'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { listItems } from '../../../testing/listItems'
import { namesOf, collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { SecretsPage } from './SecretsPage'

const github = ServerId.parse('GitHub')
const vault: VaultView = {
  kept: 'passphrase',
  state: 'open',
  secrets: [
    { kind: 'secret', name: 'claude-api-key', uses: [{ kind: 'model', provider: 'claude', name: 'Anthropic' }] },
    { kind: 'secret', name: 'GitHub/Authorization', uses: [{ kind: 'header', serverId: github, name: 'Authorization' }] },
    { kind: 'secret', name: 'old/TOKEN', uses: [] },
    {
      kind: 'account',
      id: '5f0f3a4e',
      serverId: github,
      accountId: AccountId.parse('5f0f3a4e-0000-4000-8000-000000000001'),
      label: 'Work',
    },
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
  await renderWithHost(<SecretsPage />, hostWith())
  expect(collectTexts(listItems('Secrets'))).toEqual([
    'AnthropicKey of this model provider·claude-api-keyReplace…Delete…',
    'GitHubHeader “Authorization”·GitHub/AuthorizationReplace…Delete…',
    'Not used by anythingIt can be deleted·old/TOKENDelete…',
    'GitHubAccount “Work”Account…Sign out…',
  ])
  expect(document.body.textContent).not.toContain('account:5f0f3a4e')
  expect(namesOf(screen.queryAllByRole('button')).filter((name) => /show|reveal|copy/i.test(name))).toEqual([])
})

it('replaces a value with what is typed, and deletes one only after a second word', async () => {
  const view = await renderWithHost(<SecretsPage />, hostWith())
  await user.click(screen.getByRole('button', { name: 'Replace: GitHub/Authorization' }))
  await fill(screen.getByLabelText('New value of “GitHub/Authorization”'), 'Bearer new')
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  expect(collectTexts(screen.getAllByRole('status'))).toContain('Replaced')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace: GitHub/Authorization' }))
  await user.click(screen.getByRole('button', { name: 'Delete: old/TOKEN' }))
  expect(view.host.asked.map(({ name }) => name)).toEqual(['secrets.put'])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(view.host.asked).toEqual([
    { name: 'secrets.put', input: { name: 'GitHub/Authorization', value: 'Bearer new' } },
    { name: 'secrets.remove', input: { name: 'old/TOKEN' } },
  ])
})

it('asks for the value of a secret that something names and nobody entered, also where a policy names it', async () => {
  const secrets: VaultView['secrets'] = [
    { kind: 'secret', name: 'atlas-token', uses: [{ kind: 'header', serverId: github, name: 'Authorization' }], isMissing: true },
  ]
  const view = await renderWithHost(<SecretsPage />, hostWith({ secrets }))
  expect(collectTexts(listItems('Secrets'))).toEqual(['GitHubHeader “Authorization”·atlas-tokenNot enteredEnter…'])
  await user.click(screen.getByRole('button', { name: 'Enter: atlas-token' }))
  await fill(screen.getByLabelText('Value of “atlas-token”'), 'Bearer x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(view.host.asked).toEqual([{ name: 'secrets.put', input: { name: 'atlas-token', value: 'Bearer x' } }])
})

it('signs out of what is an account, so that its authorization server is told, and deletes only what nobody can sign out of', async () => {
  const accountId = AccountId.parse('00000000-0000-4000-8000-000000000001')
  const secrets: VaultView['secrets'] = [
    { kind: 'account', id: accountId, serverId: github, accountId, label: 'Work' },
    { kind: 'account', id: 'idp' },
    { kind: 'account', id: 'gone' },
  ]
  const view = await renderWithHost(<SecretsPage />, hostWith({ secrets }))
  for (const [name, word] of [
    ['Sign out: GitHub, Account “Work”', 'Sign out'],
    ['Sign out: Identity provider, Signed in', 'Sign out'],
    ['Delete: An account that is gone, Signed in', 'Delete'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: word }))
  }
  expect(view.host.asked).toEqual([
    { name: 'accounts.signOut', input: { target: { kind: 'server', serverId: github, accountId } } },
    { name: 'accounts.signOut', input: { target: { kind: 'idp' } } },
    { name: 'secrets.removeCredential', input: { credential: { kind: 'account', id: 'gone' } } },
  ])
})

it('says of how Parley is known somewhere that it makes itself known anew, and names it without the name of its record', async () => {
  await renderWithHost(<SecretsPage />, hostWith({ secrets: [{ kind: 'client', id: '0a1b' }] }))
  await user.click(screen.getByRole('button', { name: 'Delete: An authorization server, How Parley is known there' }))
  expect(screen.getByText(/Parley makes itself known there anew at the next sign-in\./)).toBeTruthy()
  expect(document.body.textContent).not.toContain('0a1b')
})

it('changes the passphrase for whoever knows the one before, and moves to the keychain', async () => {
  const view = await renderWithHost(<SecretsPage />, hostWith())
  await user.click(screen.getByRole('button', { name: 'Change passphrase…' }))
  await fill(screen.getByLabelText('New passphrase'), 'another phrase')
  await fill(screen.getByLabelText('The same again'), 'another phrase')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change passphrase' }).disabled).toBe(true)
  await fill(screen.getByLabelText('The passphrase now'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Change passphrase' }))
  await user.click(screen.getByRole('button', { name: 'Move to the keychain' }))
  expect(view.host.asked).toEqual([
    { name: 'secrets.changePassphrase', input: { current: 'correct horse', next: 'another phrase' } },
    { name: 'secrets.moveToKeychain', input: {} },
  ])
})

// The button was there with PARLEY_KEYS=memory too, where it could only fail.
it('offers no keychain where Parley was told to leave it alone', async () => {
  await renderWithHost(<SecretsPage />, hostWith({ kept: 'memory', withoutKeychain: true }))
  expect(screen.queryByRole('button', { name: 'Move to the keychain' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Use a passphrase instead…' })).toBeTruthy()
})

it('says what was lost, and what to do', async () => {
  const problem = { code: 'SECRETS_LOCKED', message: 'The key is gone', hint: 'Enter them again. The file was kept.' } as const
  await renderWithHost(<SecretsPage />, hostWith({ problem, kept: 'keychain' }))
  expect(document.body.textContent).toContain('The key is gone. Enter them again. The file was kept.')
  expect(screen.getByRole('button', { name: 'Use a passphrase instead…' })).toBeTruthy()
})
