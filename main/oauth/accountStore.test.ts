import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AccountId, ServerId } from '../../shared/domain/ids'
import type { ClientRecord } from './clientRecord'
import { AccountFixture, signal } from './testing/accountFixture'
import { FakeAuthorizationServer, refused } from './testing/fakeAuthorizationServer'

const URL_OF_FILES = 'http://127.0.0.1:9/mcp'
/** What was given back, and as what. */
const revoked = (issuer: FakeAuthorizationServer): unknown => issuer.asked('/revoke').map(({ form }) => form['token_type_hint'])

/** Lets what goes on without anybody waiting for it come to its end. */
const settled = (parley: AccountFixture): Promise<void> => parley.accountStore[Symbol.asyncDispose]()

describe('AccountStore', () => {
  it('has one account for every remote server, from the beginning and for good, and none for a local one', async () => {
    await using parley = new AccountFixture()
    const files = parley.add('files', URL_OF_FILES)
    parley.servers.set(ServerId.parse('local'), {
      ...parley.server(files),
      id: ServerId.parse('local'),
      launch: { kind: 'stdio', command: 'x', args: [], env: {} },
    })
    const [account, ...others] = parley.accountStore.accounts()
    expect([account, others]).toEqual([
      {
        accountId: files.accountId,
        serverId: 'files',
        label: '',
        isDefault: true,
        by: 'person',
        state: 'signedOut',
        scopes: [],
        renews: false,
        keyBound: false,
      },
      [],
    ])
    const again = new AccountFixture({ folder: parley.folder })
    expect(again.add('files', URL_OF_FILES).accountId).toBe(files.accountId)
    expect(() => parley.accountStore.defaultAccount(ServerId.parse('local'))).toThrow('oauth.noAccounts')
    await again.close()
  })

  it('AU-35: keeps each account’s tokens apart, and says of whom, where and for what they are', async () => {
    await using issuer = await FakeAuthorizationServer.start({ lifetime: 3600 })
    await using parley = new AccountFixture()
    const first = parley.add('files', URL_OF_FILES)
    const work = { ...first, accountId: parley.accountStore.addAccount(first.serverId, 'Work') }
    const grants = [
      await parley.signIn(first, issuer),
      await parley.signIn(work, issuer, { requestedScopes: ['files:write'], tokens: issuer.issue('files:write') }),
    ]
    const kept = [await parley.accountStore.grantOf(first, signal), await parley.accountStore.grantOf(work, signal)]
    expect(kept).toEqual(grants)
    expect(parley.accountStore.accounts()).toMatchObject([
      { label: '', isDefault: true, scopes: ['files:read'] },
      {
        label: 'Work',
        isDefault: false,
        scopes: ['files:write'],
        issuer: issuer.issuer,
        resource: URL_OF_FILES,
        clientId: 'parley',
        renews: true,
      },
    ])
    expect(parley.accountStore.accounts()[1]).toMatchObject({ since: parley.clock.now(), expires: parley.clock.now() + 3600_000 })
  })

  it('tells an authorization server that is signed out of also where it is in another network than the server, if a person typed both', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const auth = { kind: 'person', issuer: issuer.issuer } as const
    const typed = parley.add('typed', 'https://mcp.acme.example/mcp', auth)
    const found = parley.add('found', 'https://mcp.acme.example/mcp')
    for (const target of [typed, found]) await parley.signIn(target, issuer)
    expect([await parley.accountStore.signOut(typed, signal), await parley.accountStore.signOut(found, signal)]).toEqual([
      { revoked: true },
      { revoked: false },
    ])
  })

  it('tells when an account is signed in', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const told: unknown[] = []
    parley.accountStore.signedIn.subscribe((one) => told.push(one))
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    expect(told).toEqual([{ serverId: 'files', accountId: target.accountId }])
  })

  it('E19: keeps nothing that was meant for what the server was before an edit', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    const late = parley.grant(target, issuer)
    parley.add('files', 'http://127.0.0.1:9/elsewhere')
    await expect(parley.accountStore.saveTokens(target, late, signal)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(parley.vault.credentials.keys()).toEqual([])
  })

  it('gives tokens back where another sign-in took their place somewhere else, and not at the same place', async () => {
    await using old = await FakeAuthorizationServer.start()
    await using next = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    for (const issuer of [old, old, next]) await parley.signIn(target, issuer)
    await settled(parley)
    expect([revoked(old), revoked(next)]).toEqual([['refresh_token', 'access_token'], []])
  })

  it('signs out here and there: the refresh token first', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    const { tokens } = await parley.signIn(target, issuer)
    expect(await parley.accountStore.signOut(target, signal)).toEqual({ revoked: true })
    expect(issuer.asked('/revoke').map(({ form, url }) => [form, url.search])).toEqual([
      [{ token: tokens.refresh_token, token_type_hint: 'refresh_token', client_id: 'parley' }, ''],
      [{ token: tokens.access_token, token_type_hint: 'access_token', client_id: 'parley' }, ''],
    ])
    expect([parley.vault.credentials.keys(), parley.accountStore.accounts()[0]?.state]).toEqual([[], 'signedOut'])
    expect(await parley.accountStore.signOut(target, signal)).toEqual({ revoked: false })
  })

  // Catches: whoever said "Not now" to an entry that had come to name a secret, and signed out there, sent it.
  it('B06: signs out without a secret that the entry has come to name and nobody agreed to', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const sent: unknown[] = []
    for (const maySend of [true, false]) {
      parley.maySend = maySend
      const target = parley.add('files', URL_OF_FILES, { kind: 'person', clientId: 'parley', clientSecret: 'not-agreed' })
      await parley.signIn(target, issuer, { client: 'configured', authMethods: ['client_secret_post'] })
      await parley.accountStore.signOut(target, signal)
      sent.push(issuer.asked('/revoke').filter(({ form }) => form['client_secret'] === 'not-agreed').length)
    }
    expect(sent).toEqual([2, 2])
  })

  // Catches: after a server had got another address, its secret went to the authorization server of the old one when somebody signed out.
  it('B06: signs out at the authorization server of an earlier address without the secret of the present one', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const auth = { kind: 'person', clientId: 'parley', clientSecret: 'of-the-new-one' } as const
    const target = parley.add('files', URL_OF_FILES, auth)
    await parley.signIn(target, issuer, { client: 'configured', authMethods: ['client_secret_post'] })
    const launch = { kind: 'http', url: 'https://elsewhere.test/mcp', headers: {}, transport: 'auto' } as const
    parley.servers.set(target.serverId, { ...parley.server(target), launch })
    await parley.accountStore.signOut(target, signal)
    expect(issuer.asked('/revoke').map(({ form }) => form['client_secret'])).toEqual([undefined, undefined])
  })

  it('signs out here though the authorization server says no, is gone, or knows no revocation', async () => {
    await using refusing = await FakeAuthorizationServer.start({
      instead: ({ path }) => (path === '/revoke' ? refused('unsupported_token_type') : undefined),
    })
    const gone = await FakeAuthorizationServer.start()
    await gone[Symbol.asyncDispose]()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    for (const [issuer, facts] of [
      [refusing, {}],
      [gone, {}],
      [refusing, { revocationEndpoint: undefined }],
    ] as const) {
      await parley.signIn(target, issuer, facts)
      expect(await parley.accountStore.signOut(target, signal)).toEqual({ revoked: false })
      expect([parley.vault.credentials.keys(), parley.accountStore.accounts()[0]?.state]).toEqual([[], 'signedOut'])
    }
  })

  it('signs out here though the vault does not open any more', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    const locked = new AccountFixture({ folder: parley.folder, locked: true })
    locked.add('files', URL_OF_FILES)
    await expect(locked.accountStore.grantOf(target, signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect(locked.accountStore.accounts()[0]?.state).toBe('signedIn')
    expect(await locked.accountStore.signOut(target, signal)).toEqual({ revoked: false })
    expect([locked.vault.credentials.keys(), locked.accountStore.accounts()[0]?.state]).toEqual([[], 'signedOut'])
    await locked.close()
  })

  it('K11: a removed server’s tokens are taken out and given back at once; an undo brings its accounts back, signed out', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const first = parley.add('files', URL_OF_FILES)
    const work = { ...first, accountId: parley.accountStore.addAccount(first.serverId, 'Work') }
    const stays = parley.add('mail', 'http://127.0.0.1:9/mail')
    for (const target of [first, work, stays]) await parley.signIn(target, issuer)
    const server = parley.server(first)
    parley.servers.delete(first.serverId)
    parley.accountStore.serverRemoved(server)
    await settled(parley)
    expect([parley.vault.credentials.keys(), issuer.asked('/revoke').length]).toEqual([[{ kind: 'account', id: stays.accountId }], 4])
    parley.servers.set(first.serverId, server)
    expect(parley.accountStore.accounts().map(({ label, state }) => [label, state])).toContainEqual(['Work', 'signedOut'])
  })

  it('K11: at the next start nothing is left of servers that are gone, nor of registrations that nobody uses', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const files = parley.add('files', URL_OF_FILES)
    const stays = parley.add('mail', 'http://127.0.0.1:9/mail')
    for (const target of [files, stays]) await parley.signIn(target, issuer)
    const client: ClientRecord = { clientId: 'x', client: 'registered', redirectUris: [], registered: 1 }
    for (const at of [issuer.issuer, 'https://unused.example']) await parley.accountStore.saveClient(at, client, signal)
    await parley.vault.credentials.put({ kind: 'account', id: parley.clock.newId() }, 'of nobody', signal)
    parley.servers.delete(files.serverId)
    parley.accountStore.keepOnly(new Set([stays.serverId]))
    await settled(parley)
    expect([parley.vault.credentials.keys().filter(({ kind }) => kind === 'account'), issuer.asked('/revoke').length]).toEqual([
      [{ kind: 'account', id: stays.accountId }],
      2,
    ])
    expect([
      (await parley.accountStore.clientOf(issuer.issuer, signal))?.clientId,
      await parley.accountStore.clientOf('https://unused.example', signal),
    ]).toEqual(['x', undefined])
    parley.servers.set(files.serverId, { ...parley.server(stays), id: files.serverId })
    expect(parley.accountStore.defaultAccount(files.serverId)).not.toBe(files.accountId)
  })

  it('a renamed server keeps its accounts, signed in, and its live links go on', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    const to = ServerId.parse('documents')
    const server = parley.server(target)
    parley.accountStore.renameServer(target.serverId, to)
    parley.servers.delete(target.serverId)
    parley.servers.set(to, { ...server, id: to })
    expect(parley.accountStore.accounts()).toMatchObject([{ serverId: 'documents', accountId: target.accountId, state: 'signedIn' }])
    if (server.launch.kind !== 'http') throw new Error('Not remote')
    const held = await parley.tokens.fresh({ server: { ...server, launch: server.launch }, accountId: target.accountId }, signal)
    expect(held?.scheme).toBe('Bearer')
  })

  it('accounts have names of their own, one is the default, and the last one stays', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const first = parley.add('files', URL_OF_FILES)
    const { serverId } = first
    const work = parley.accountStore.addAccount(serverId, 'Work')
    expect(() => parley.accountStore.addAccount(serverId, 'Work')).toThrow('oauth.labelTaken {"server":"files","label":"Work"}')
    expect(() => parley.accountStore.renameAccount(serverId, first.accountId, 'Work')).toThrow(
      'oauth.labelTaken {"server":"files","label":"Work"}',
    )
    parley.accountStore.renameAccount(serverId, work, 'Work')
    parley.accountStore.setDefault(serverId, work)
    expect(parley.accountStore.defaultAccount(serverId)).toBe(work)
    await parley.signIn({ ...first, accountId: work }, issuer)
    await parley.accountStore.removeAccount(serverId, work, signal)
    expect([parley.accountStore.defaultAccount(serverId), issuer.asked('/revoke').length]).toEqual([first.accountId, 2])
    await parley.signIn(first, issuer)
    await parley.accountStore.removeAccount(serverId, first.accountId, signal)
    expect(parley.accountStore.accounts()).toMatchObject([{ accountId: first.accountId, state: 'signedOut' }])
    expect(() => parley.accountStore.find(serverId, AccountId.parse(parley.clock.newId()))).toThrow(
      'oauth.noSuchAccount {"server":"files"}',
    )
    expect(existsSync(parley.folder.file('locks')) && readdirSync(parley.folder.file('locks')).join()).not.toContain(work)
  })

  it('an account that is being removed leaves the default one and the name of its server as they are by then', async () => {
    const meanwhile: (() => void)[] = []
    await using issuer = await FakeAuthorizationServer.start({
      instead: ({ path }) => {
        if (path === '/revoke') meanwhile.shift()?.()
        return undefined
      },
    })
    await using parley = new AccountFixture()
    const first = parley.add('files', URL_OF_FILES)
    const work = parley.accountStore.addAccount(first.serverId, 'Work')
    const home = parley.accountStore.addAccount(first.serverId, 'Home')
    const to = ServerId.parse('documents')
    await parley.signIn({ ...first, accountId: work }, issuer)
    meanwhile.push(() => {
      parley.accountStore.setDefault(first.serverId, work)
      const server = parley.server(first)
      parley.accountStore.renameServer(first.serverId, to)
      parley.servers.delete(first.serverId)
      parley.servers.set(to, { ...server, id: to })
    })
    await parley.accountStore.removeAccount(first.serverId, work, signal)
    expect(parley.accountStore.accounts().map(({ serverId, accountId, isDefault }) => [serverId, accountId, isDefault])).toEqual([
      ['documents', first.accountId, true],
      ['documents', home, false],
    ])
  })

  it('tells the authorization server of a sign-out though the server is renamed before it is done', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    const to = ServerId.parse('documents')
    const signingOut = parley.accountStore.signOut(target, signal)
    parley.accountStore.renameServer(target.serverId, to)
    parley.servers.set(to, { ...parley.server(target), id: to })
    parley.servers.delete(target.serverId)
    expect(await signingOut).toEqual({ revoked: true })
  })

  it('leaves the lock of an account that is gone to whoever still holds it', async () => {
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    const isLocked = (): boolean => existsSync(parley.folder.file(`locks/account-${target.accountId}.lock`))
    const held = Promise.withResolvers<void>()
    const holding = parley.accountStore.locked(target, () => held.promise, signal)
    parley.accountStore.keepOnly(new Set())
    const meanwhile = isLocked()
    held.resolve()
    await holding
    await settled(parley)
    expect([meanwhile, isLocked()]).toEqual([true, false])
  })

  it('tokens that only memory kept are not there after a restart, and the account says so', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    await parley.vault.credentials.remove({ kind: 'account', id: target.accountId }, signal)
    expect([parley.accountStore.accounts()[0]?.state, parley.accountStore.ended(target)]).toEqual(['signedOut', true])
    expect(await parley.accountStore.grantOf(target, signal)).toBeUndefined()
  })

  it('a vault file that cannot be read is told as that, and is no reason to sign in anew', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    writeFileSync(parley.folder.file('secrets.json'), 'damaged')
    const again = new AccountFixture({ folder: parley.folder })
    again.add('files', URL_OF_FILES)
    const link = again.link(target)
    await expect(link.fetch()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    expect(link.refusals).toEqual([])
    await again.close()
  })

  it('K11: says that a sign-out left tokens in a file that cannot be read, and uses them no more once the file is mended', async () => {
    await using issuer = await FakeAuthorizationServer.start({ lifetime: 3600 })
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES)
    await parley.signIn(target, issuer)
    const secrets = parley.folder.file('secrets.json')
    const text = readFileSync(secrets)
    writeFileSync(secrets, 'damaged')
    await expect(parley.accountStore.signOut(target, signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    writeFileSync(secrets, text)
    const { launch, ...server } = parley.server(target)
    if (launch.kind !== 'http') throw new Error('Not remote')
    const fresh = () => parley.tokens.fresh({ server: { ...server, launch }, accountId: target.accountId }, signal)
    expect([await parley.accountStore.grantOf(target, signal), await fresh(), parley.accountStore.accounts()[0]?.state]).toEqual([
      undefined,
      undefined,
      'signedOut',
    ])
    const again = await parley.signIn(target, issuer)
    expect([await parley.accountStore.grantOf(target, signal), (await fresh())?.accessToken]).toEqual([again, again.tokens.access_token])
  })

  it('K11: removes and gives back at the next start what such a sign-out left, unless somebody signed in meanwhile', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const [left, again] = [parley.add('files', URL_OF_FILES), parley.add('mail', 'http://127.0.0.1:9/mail')]
    const secrets = parley.folder.file('secrets.json')
    for (const target of [left, again]) {
      await parley.signIn(target, issuer)
      const text = readFileSync(secrets)
      writeFileSync(secrets, 'damaged')
      await expect(parley.accountStore.signOut(target, signal)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
      writeFileSync(secrets, text)
    }
    // Another Parley is signing in when this one starts.
    const grant = await parley.accountStore.locked(
      again,
      async () => {
        parley.accountStore.keepOnly(new Set([left.serverId, again.serverId]))
        const renewed = parley.grant(again, issuer)
        await parley.accountStore.renewed(again, renewed, signal)
        return renewed
      },
      signal,
    )
    await settled(parley)
    expect(parley.vault.credentials.keys()).toEqual([{ kind: 'account', id: again.accountId }])
    expect([await parley.accountStore.grantOf(again, signal), issuer.asked('/revoke').length]).toEqual([grant, 2])
    expect(parley.accountStore.accounts().map(({ state }) => state)).toEqual(['signedOut', 'signedIn'])
  })

  it('AU-26: remembers at which authorization server a configured client was used, also when signed out', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using parley = new AccountFixture()
    const target = parley.add('files', URL_OF_FILES, { kind: 'person', clientId: 'by-hand' })
    await parley.signIn(target, issuer, { client: 'configured', clientId: 'by-hand' })
    await parley.accountStore.signOut(target, signal)
    expect([
      parley.accountStore.issuerOfClient(target.serverId, 'by-hand'),
      parley.accountStore.issuerOfClient(target.serverId, 'another'),
    ]).toEqual([issuer.issuer, undefined])
  })
})
