import { beforeEach, expect, it } from 'vitest'
import type { Accounts, IdpView } from '../../../../shared/domain/account'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { find, names, press, write } from '../../../testing/person'
import { renderWithHost } from '../../../testing/renderWithHost'
import { SignInPage } from './SignInPage'

const idp: IdpView = { issuer: 'https://login.example', clientId: 'parley', hasSecret: true, state: 'signedOut' }
const show = (value: Partial<Accounts> = {}) =>
  renderWithHost(
    <SignInPage />,
    new FakeHost()
      .publish('accounts', { accounts: [], attempts: [], ...value })
      .publish('questions', { open: [], ended: [] })
      .answer('accounts.setIdp', () => undefined)
      .answer('accounts.setClientMetadataUrl', () => undefined),
  )

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('takes the identity provider; what is secret is typed as dots and sent once', async () => {
  await using view = await show()
  await press(find(view.page, 'button', 'Add the identity provider…'))
  await press(find(view.page, 'button', 'Save'))
  expect(names(view.page, '[aria-invalid]')).toEqual(['Issuer', 'Client ID'])
  await write(find(view.page, 'input', 'Issuer'), ' https://login.example ')
  await write(find(view.page, 'input', 'Client ID'), 'parley')
  const secret = find<HTMLInputElement>(view.page, 'input', 'Client secret')
  expect(secret.type).toBe('password')
  await write(secret, 'hush')
  await press(find(view.page, 'button', 'Save'))
  expect(view.host.asked).toEqual([
    { name: 'accounts.setIdp', input: { idp: { issuer: 'https://login.example', clientId: 'parley', clientSecret: 'hush' } } },
  ])
  expect(view.page.querySelector('input[type=password]')).toBeNull()
})

it('shows who is signed in there, never a secret, and leaves what is not typed as it was', async () => {
  await using view = await show({ idp: { ...idp, state: 'signedIn', who: 'dana' } })
  expect(view.page.textContent).toContain('Signed in as dana')
  await press(find(view.page, 'button', 'Change…'))
  expect(find<HTMLInputElement>(view.page, 'input', 'Client secret').value).toBe('')
  await press(find(view.page, 'button', 'Save'))
  expect(view.host.asked.at(-1)?.input).toEqual({ idp: { issuer: 'https://login.example', clientId: 'parley' } })
})

it('deletes what is secret only when it is told to', async () => {
  await using view = await show({ idp: { ...idp, state: 'configured' } })
  await press(find(view.page, 'button', 'Change…'))
  await press(find(view.page, 'button', 'Delete'))
  await press(find(view.page, '[role=radio], button', 'You, in the browser'))
  await press(find(view.page, 'button', 'Save'))
  expect(view.host.asked.at(-1)?.input).toEqual({
    idp: { issuer: 'https://login.example', clientId: 'parley', clientSecret: '', idToken: '' },
  })
})

it('signs in to it and out of it', async () => {
  await using view = await show({ idp })
  await press(find(view.page, 'button', 'Sign in'))
  expect(useNavigation.getState().signIn).toEqual({ kind: 'idp' })
  await using other = await show({ idp: { ...idp, state: 'signedIn' } })
  other.host.answer('accounts.signOut', () => ({ revoked: true }))
  await press(find(other.page, 'button', 'Sign out'))
  expect(other.host.asked.at(-1)).toEqual({ name: 'accounts.signOut', input: { target: { kind: 'idp' } } })
  expect(other.page.textContent).toContain('Signed out; its tokens are revoked.')
})

it('takes the address of the client metadata document only where it can be one', async () => {
  await using view = await show()
  const field = find(view.page, 'input', 'Address of the client metadata document')
  await write(field, 'https://parley.example/')
  await press(find(view.page, 'button', 'Save'))
  expect([view.host.asked, names(view.page, '[aria-invalid]')]).toEqual([[], ['Address of the client metadata document']])
  await write(field, 'https://parley.example/client.json')
  await press(find(view.page, 'button', 'Save'))
  expect(view.host.asked).toEqual([{ name: 'accounts.setClientMetadataUrl', input: { url: 'https://parley.example/client.json' } }])
})
