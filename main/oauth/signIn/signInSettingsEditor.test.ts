import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { AppError } from '../../../shared/errors/appError'
import { systemClock } from '../../lib/clock'
import { SettingsStore } from '../../settings/settingsStore'
import { SignInSettingsEditor } from './signInSettingsEditor'
import { AccountFixture, signal } from '../testing/accountFixture'

function everything() {
  const accounts = new AccountFixture()
  const path = accounts.folder.file('settings.json')
  const settings = new SettingsStore({ path, clock: systemClock })
  settings.changes.subscribe((value) => {
    accounts.settings = value
  })
  const { accountStore, vault } = accounts
  return {
    vault,
    settings,
    accountStore,
    editor: new SignInSettingsEditor({ settings, vault, accountStore }),
    file: () => readFileSync(path, 'utf8'),
    async [Symbol.asyncDispose]() {
      settings[Symbol.dispose]()
      await accounts[Symbol.asyncDispose]()
    },
  }
}

const idp = { issuer: 'https://idp.example/tenant', clientId: 'parley' }

describe('SignInSettingsEditor', () => {
  it('EM-05: keeps the identity provider in the settings, and its secrets in the vault', async () => {
    await using all = everything()
    await all.editor.setIdp({ ...idp, clientSecret: 'very-secret-word', idToken: 'eyJ.eyJ.sig' }, signal)
    expect(all.settings.settings().signIn.idp).toEqual({
      ...idp,
      clientSecret: { secret: 'identity-provider-secret' },
      idToken: { secret: 'identity-provider-token' },
    })
    expect(all.file()).not.toMatch(/very-secret-word|eyJ/)
    expect(await all.vault.resolve({ secret: 'identity-provider-secret' }, signal)).toBe('very-secret-word')
    expect(all.accountStore.idp()).toEqual({ ...idp, hasSecret: true, state: 'configured' })
  })

  it('keeps a secret that is left out, forgets one that is emptied, and all of them with another provider', async () => {
    await using all = everything()
    await all.editor.setIdp({ ...idp, clientSecret: 'one', idToken: 'two' }, signal)
    await all.editor.setIdp({ ...idp, idToken: '' }, signal)
    expect(all.settings.settings().signIn.idp).toEqual({ ...idp, clientSecret: { secret: 'identity-provider-secret' } })
    expect(all.vault.names()).toEqual(['identity-provider-secret'])
    await all.editor.setIdp({ ...idp, clientId: 'another' }, signal)
    expect([all.settings.settings().signIn.idp, all.vault.names()]).toEqual([{ ...idp, clientId: 'another' }, []])
    await all.editor.setIdp(null, signal)
    expect(all.settings.settings().signIn).toEqual({})
  })

  it('E08: takes the token endpoint that somebody wrote for one provider along with it, and keeps it for another client of the same', async () => {
    await using all = everything()
    const tokenEndpoint = 'https://idp.example/tenant/token'
    await all.editor.setIdp(idp, signal)
    all.settings.edit([{ path: ['signIn', 'idp', 'tokenEndpoint'], value: tokenEndpoint }])
    await all.editor.setIdp({ ...idp, clientId: 'another' }, signal)
    expect(all.settings.settings().signIn.idp).toEqual({ ...idp, clientId: 'another', tokenEndpoint })
    const next = { issuer: 'https://another.example', clientId: 'another' }
    await all.editor.setIdp({ ...next, clientSecret: 'for the other one' }, signal)
    expect(all.settings.settings().signIn.idp).toEqual({ ...next, clientSecret: { secret: 'identity-provider-secret' } })
  })

  it.each([
    'http://idp.example',
    'javascript:alert(1)',
    'https://user@idp.example',
    'https://idp.example?x=1',
    'https://idp.example/#x',
    'idp.example',
    ' ',
  ])('takes %j for no identity provider', async (issuer) => {
    await using all = everything()
    await expect(all.editor.setIdp({ ...idp, issuer }, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(all.settings.settings().signIn).toEqual({})
  })

  it('AU-20: keeps only an address that a client metadata document can have', async () => {
    await using all = everything()
    const failed = [
      'http://a.example/c.json',
      'https://a.example',
      'https://a.example/c.json#x',
      'https://me@a.example/c',
      'https://a.example/x/../c',
    ].map((url) => {
      try {
        return all.editor.setClientMetadataUrl(url)
      } catch (thrown) {
        return AppError.from(thrown).code
      }
    })
    expect(failed).toEqual(failed.map(() => 'INVALID_INPUT'))
    all.editor.setClientMetadataUrl('https://a.example/c.json')
    expect(all.settings.settings().signIn).toEqual({ clientMetadataUrl: 'https://a.example/c.json' })
    all.editor.setClientMetadataUrl(null)
    expect(all.settings.settings().signIn).toEqual({})
  })
})
