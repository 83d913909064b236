import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Accounts, IdpView } from '../../../../shared/domain/account'
import { useNavigation } from '../../../state/navigation'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { invalidFields } from '../../../testing/invalidFields'
import { fill, user } from '../../../testing/user'
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

const idpForm = () => screen.getByRole('form', { name: 'Identity provider' })

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('takes the identity provider; what is secret is typed as dots and sent once', async () => {
  const view = await show()
  await user.click(screen.getByRole('button', { name: 'Add the identity provider…' }))
  await user.click(within(idpForm()).getByRole('button', { name: 'Save' }))
  expect(invalidFields()).toEqual(['Issuer', 'Client ID'])
  await fill(screen.getByLabelText('Issuer'), ' https://login.example ')
  await fill(screen.getByLabelText('Client ID'), 'parley')
  const secret = screen.getByLabelText<HTMLInputElement>('Client secret')
  expect(secret.type).toBe('password')
  await fill(secret, 'hush')
  await user.click(within(idpForm()).getByRole('button', { name: 'Save' }))
  expect(view.host.asked).toEqual([
    { name: 'accounts.setIdp', input: { idp: { issuer: 'https://login.example', clientId: 'parley', clientSecret: 'hush' } } },
  ])
  expect(screen.queryByLabelText('Client secret')).toBeNull()
})

it('shows who is signed in there, never a secret, and leaves what is not typed as it was', async () => {
  const view = await show({ idp: { ...idp, state: 'signedIn', who: 'dana' } })
  expect(screen.getByText('Signed in as dana')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change…' }))
  expect(screen.getByLabelText<HTMLInputElement>('Client secret').value).toBe('')
  await user.click(within(idpForm()).getByRole('button', { name: 'Save' }))
  expect(view.host.asked.at(-1)?.input).toEqual({ idp: { issuer: 'https://login.example', clientId: 'parley' } })
})

it('deletes what is secret only when it is told to', async () => {
  const view = await show({ idp: { ...idp, state: 'configured' } })
  await user.click(screen.getByRole('button', { name: 'Change…' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(screen.getByRole('button', { name: 'You, in the browser' }))
  await user.click(within(idpForm()).getByRole('button', { name: 'Save' }))
  expect(view.host.asked.at(-1)?.input).toEqual({
    idp: { issuer: 'https://login.example', clientId: 'parley', clientSecret: '', idToken: '' },
  })
})

it('signs in to it and out of it', async () => {
  const view = await show({ idp })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(useNavigation.getState().signIn).toEqual({ kind: 'idp' })
  view.unmount()
  const other = await show({ idp: { ...idp, state: 'signedIn' } })
  other.host.answer('accounts.signOut', () => ({ revoked: true }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(other.host.asked.at(-1)).toEqual({ name: 'accounts.signOut', input: { target: { kind: 'idp' } } })
  expect(screen.getByText('Signed out; its tokens are revoked.')).toBeTruthy()
})

it('takes the address of the client metadata document only where it can be one', async () => {
  const view = await show()
  const field = screen.getByLabelText('Address of the client metadata document')
  await fill(field, 'https://parley.example/')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect([view.host.asked, invalidFields()]).toEqual([[], ['Address of the client metadata document']])
  await fill(field, 'https://parley.example/client.json')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(view.host.asked).toEqual([{ name: 'accounts.setClientMetadataUrl', input: { url: 'https://parley.example/client.json' } }])
})
