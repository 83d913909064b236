import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../shared/domain/account'
import type { ServerConfig } from '../../../shared/domain/server'
import { useNavigation } from '../../state/navigation'
import { anAccount } from '../../testing/sampleAccounts'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { activeMarkup } from '../../testing/activeMarkup'
import { namesOf, collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
import { AccountPanel } from './AccountPanel'

const http: Partial<ServerConfig> = { launch: { kind: 'http', url: 'https://mcp.good.example/mcp', headers: {}, transport: 'auto' } }

async function show(accounts: readonly Account[], change: Partial<ServerConfig> = {}) {
  const props = aServer({}, { ...http, ...change })
  const host = hostOf(props)
    .publish('accounts', { accounts, attempts: [] })
    .publish('questions', { open: [], ended: [] })
    .answer('accounts.setDefault', () => undefined)
    .answer('accounts.renameAccount', () => undefined)
    .answer('servers.restart', () => undefined)
  return renderWithHost(<AccountPanel {...props} />, host)
}

const signedIn: Partial<Account> = {
  state: 'signedIn',
  who: 'dana@example.com',
  issuer: 'https://auth.good.example',
  resource: 'https://mcp.good.example/mcp',
  clientId: 'abc',
  client: 'registered',
  scopes: ['read', '<b>write</b>'],
  since: Date.now() - 60_000,
  expires: Date.now() + 60_000,
  refreshed: Date.now(),
  renews: true,
  keyBound: true,
}
const facts = (): Record<string, string | undefined> => {
  const values = collectTexts(screen.getAllByRole('definition'))
  return Object.fromEntries(collectTexts(screen.getAllByRole('term')).map((term, index) => [term, values[index]]))
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

describe('the accounts of a person', () => {
  it('have words for the first one, which nobody has named', async () => {
    await show([anAccount(1, { label: '' }), anAccount(2, { label: '', who: 'dana@example.com' })])
    const [first, second] = screen.getAllByRole('region', { name: 'First account' })
    expect([first?.textContent, second?.textContent]).toEqual([
      expect.stringContaining('First account'),
      expect.stringMatching(/dana@example\.com.*First account/),
    ])
  })

  it('say who it is, where they signed in, what Parley may do, and what becomes of the tokens', async () => {
    await show([anAccount(1, signedIn)])
    expect(screen.getByRole('region', { name: 'Work' }).textContent).toContain('dana@example.comWork, the defaultSigned in')
    expect(facts()).toMatchObject({
      'Signed in at': 'https://auth.good.example',
      May: 'read, <b>write</b>',
      Renewed: expect.stringMatching(/^today .*, by itself; next before /),
      Tokens: 'in the vault, sent to mcp.good.example only; of no use without a key that only Parley has',
      'Known as': expect.stringMatching(/^abc, registered by Parley itself ?Deprecated Since 2026-07-28, MCP prefers/),
    })
  })

  it.each([
    [true, 'Work is signed out. The tokens are forgotten here, and the authorization server has revoked them.'],
    [false, 'Work is signed out here only. The tokens are forgotten on this computer.'],
  ])('say after signing out whether the tokens were revoked: %s', async (revoked, words) => {
    const view = await show([anAccount(1, signedIn)])
    view.host.answer('accounts.signOut', () => {
      view.host.publish('accounts', { accounts: [anAccount(1)], attempts: [] })
      return { revoked }
    })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(document.body.textContent).toContain(words)
    expect(view.host.asked.at(-1)?.input).toEqual({ target: { kind: 'server', serverId: 'good', accountId: anAccount(1).accountId } })
  })

  it('say no more that they are signed out once they are signed in again, and keep the focus where it was pressed', async () => {
    const view = await show([anAccount(1, signedIn)])
    view.host.answer('accounts.signOut', () => {
      view.host.publish('accounts', { accounts: [anAccount(1)], attempts: [] })
      return { revoked: true }
    })
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(screen.getByText('Work is signed out.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in as Work' }))
    await act(async () => void view.host.publish('accounts', { accounts: [anAccount(1, signedIn)], attempts: [] }))
    await settle()
    expect(document.body.textContent).not.toContain('Work is signed out.')
  })

  it('are signed in one by one, and the default one is chosen here', async () => {
    const other = anAccount(2, { label: 'Private', isDefault: false })
    const view = await show([anAccount(1, signedIn), other])
    await user.click(screen.getByRole('button', { name: 'Sign in as Private' }))
    expect(useNavigation.getState().signIn).toEqual({ kind: 'server', serverId: 'good', accountId: other.accountId })
    await user.click(screen.getByRole('button', { name: 'Make default' }))
    expect(view.host.asked.at(-1)).toEqual({ name: 'accounts.setDefault', input: { serverId: 'good', accountId: other.accountId } })
  })

  it('can be joined by another one, which begins with a name', async () => {
    const view = await show([anAccount(1, signedIn)])
    view.host.answer('accounts.addAccount', () => ({ accountId: anAccount(7).accountId }))
    await user.click(screen.getByRole('button', { name: 'Sign in as another…' }))
    await fill(screen.getByLabelText('Name of the new account'), 'Private')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(view.host.asked.at(-1)).toEqual({ name: 'accounts.addAccount', input: { serverId: 'good', label: 'Private' } })
    expect(useNavigation.getState().signIn).toMatchObject({ accountId: anAccount(7).accountId })
  })

  it('are renamed in place, by keyboard, and the last one cannot be removed', async () => {
    const view = await show([anAccount(1)])
    await act(async () => screen.getByRole('button', { name: 'More about Work' }).focus())
    await user.keyboard('{Enter}')
    expect(
      screen.getByRole('menuitem', { name: 'Remove…The last account of a server stays. Sign out instead.' }).getAttribute('aria-disabled'),
    ).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
    await fill(screen.getByLabelText('New name of Work'), 'Office')
    expect(document.activeElement).toBe(screen.getByLabelText('New name of Work'))
    await user.keyboard('{Enter}')
    expect(view.host.asked.at(-1)).toEqual({
      name: 'accounts.renameAccount',
      input: { serverId: 'good', accountId: anAccount(1).accountId, label: 'Office' },
    })
  })

  it('are removed only after a second word, since nothing brings them back', async () => {
    const other = anAccount(2, { label: 'Private', isDefault: false })
    const view = await show([anAccount(1), other])
    view.host.answer('accounts.removeAccount', () => undefined)
    const choose = async (): Promise<void> => {
      await act(async () => screen.getByRole('button', { name: 'More about Private' }).focus())
      await user.keyboard('{Enter}')
      await user.click(screen.getByRole('menuitem', { name: 'Remove…' }))
    }
    await choose()
    expect(screen.getByRole('group', { name: 'Remove Private' }).textContent).toContain('This cannot be undone.')
    await user.click(screen.getByRole('button', { name: 'Keep' }))
    expect(view.host.asked.map(({ name }) => name)).not.toContain('accounts.removeAccount')
    await choose()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(view.host.asked.at(-1)).toEqual({ name: 'accounts.removeAccount', input: { serverId: 'good', accountId: other.accountId } })
    expect(screen.queryByRole('group', { name: 'Remove Private' })).toBeNull()
  })

  it('A09: show why a renewal failed, with what the authorization server said as text', async () => {
    const said = 'invalid_grant: <img src=x onerror=alert(1)>'
    await show([anAccount(1, { problem: { code: 'SIGN_IN_FAILED', message: 'It was not renewed', hint: 'Sign in again.', said } })])
    expect(document.body.textContent).toContain('It was not renewed. Sign in again.')
    expect(document.body.textContent).toContain(said)
    expect(activeMarkup()).toEqual([])
  })
})

describe('the account of a server that no person signs in to', () => {
  it('says that a header tells who calls, and signs in nowhere', async () => {
    const launch = { kind: 'http', url: 'https://a.example', headers: { Authorization: { secret: 'k' } }, transport: 'auto' } as const
    await show([anAccount(1, { state: 'header' })], { launch })
    expect(document.body.textContent).toContain('good is told who calls by a header that you typed.')
    expect(namesOf(screen.queryAllByRole('button'))).toEqual(['Replace the key…'])
  })

  it('says how Parley itself signs in and what went wrong, and tries again', async () => {
    const problem = { code: 'SIGN_IN_FAILED', message: 'auth.good.example refused the secret' } as const
    const view = await show([anAccount(1, { by: 'client', problem })], { auth: { kind: 'client', clientId: 'ci' } })
    expect(screen.getByText('Parley itself signs in, with a client secret.')).toBeTruthy()
    expect(screen.getByText('auth.good.example refused the secret.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(view.host.asked.at(-1)).toEqual({ name: 'servers.restart', input: { serverId: 'good' } })
  })
})
