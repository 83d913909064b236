import { describe, expect, it } from 'vitest'
import { hiddenTexts } from '../lib/redact'
import { AccountFixture, signal } from './testing/accountFixture'
import { FakeAuthorizationServer, refused } from './testing/fakeAuthorizationServer'
import { fakeProtectedServer } from './testing/fakeProtectedServer'
import { loopbackServer } from './testing/loopbackServer'

/** One authorization server, one server behind it, and a Parley. */
async function setUp(options: Parameters<typeof FakeAuthorizationServer.start>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const issuer = stack.use(await FakeAuthorizationServer.start({ lifetime: 3600, ...options }))
  const server = stack.use(await fakeProtectedServer({ issuers: () => [issuer.issuer], accepts: (token) => issuer.access.has(token) }))
  const parley = stack.use(new AccountFixture())
  const target = parley.add('files', server.url)
  return { issuer, server, parley, target, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const brief = ({ code, why, said }: { code: string; why: string; said: string | undefined }): unknown => ({ code, why, said })

describe('the credentials of a link', () => {
  it('AU-11: are in the Authorization header of every request, and in no address', async () => {
    await using world = await setUp()
    const { access_token: token } = (await world.parley.signIn(world.target, world.issuer)).tokens
    const link = world.parley.link(world.target)
    expect([(await link.fetch()).status, (await link.fetch({ method: 'GET', body: null })).status]).toEqual([200, 200])
    expect(world.server.presented()).toEqual([`Bearer ${token}`, `Bearer ${token}`])
    expect(world.server.asked.map(({ url }) => url.href).join()).not.toContain(token)
    expect(link.refusals).toEqual([])
  })

  it('AU-12, E20: go to exactly the origin that was typed, and no token of one server to another', async () => {
    await using world = await setUp()
    const { access_token: token } = (await world.parley.signIn(world.target, world.issuer)).tokens
    await using stranger = await loopbackServer(() => ({ status: 200 }))
    await world.parley.link(world.target).fetchAt(`${stranger.origin}/mcp`, { headers: { authorization: `Bearer ${token}` } })
    // A server that sends its visitors to the first one's authorization server is given nothing of it.
    const thief = world.parley.add('thief', `${stranger.origin}/mcp`)
    await world.parley.link(thief).fetch()
    expect(stranger.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })

  it('are not passed on where a redirect leads', async () => {
    await using elsewhere = await loopbackServer(() => ({ status: 200 }))
    await using issuer = await FakeAuthorizationServer.start()
    await using server = await loopbackServer(() => ({ status: 307, headers: { location: `${elsewhere.origin}/mcp` } }))
    await using parley = new AccountFixture()
    const target = parley.add('files', `${server.origin}/mcp`)
    await parley.signIn(target, issuer)
    expect((await parley.link(target).fetch()).status).toBe(307)
    expect(elsewhere.asked).toEqual([])
  })

  it('asks nobody for anything by itself: without a sign-in the refusal is told with all that the challenge says', async () => {
    await using world = await setUp()
    const link = world.parley.link(world.target)
    expect((await link.fetch()).status).toBe(401)
    expect(link.refusals).toMatchObject([
      {
        code: 'SIGN_IN_REQUIRED',
        why: 'first',
        accountId: world.target.accountId,
        resourceMetadataUrl: `${world.server.origin}/.well-known/oauth-protected-resource/mcp`,
      },
    ])
    expect(world.issuer.asked('/authorize')).toEqual([])
  })

  it('what a server says of a request that proved nothing is left out: there is nothing to say but that', async () => {
    await using issuer = await FakeAuthorizationServer.start({ lifetime: 3600 })
    const challenge = ', error="invalid_token", error_description="Missing Authorization header"'
    await using server = await fakeProtectedServer({ issuers: () => [issuer.issuer], accepts: () => false, challenge })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    const before = parley.link(target)
    await before.fetch()
    expect(before.refusals.map(({ said }) => said)).toEqual([undefined])
    await parley.signIn(target, issuer)
    const after = parley.link(target)
    await after.fetch()
    expect(after.refusals.map(({ said }) => said)).toEqual([expect.stringContaining('Missing Authorization header')])
  })

  it('a token that the server refuses is renewed once, and the request is sent again', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    const link = world.parley.link(world.target)
    expect((await link.fetch()).status).toBe(200)
    expect([world.issuer.tokenRequests().length, world.server.presented().length, link.refusals]).toEqual([1, 2, []])
    expect(world.issuer.tokenRequests()[0]?.form).toMatchObject({
      grant_type: 'refresh_token',
      resource: world.server.url,
      client_id: 'parley',
    })
  })

  it('a server that refuses the new token too is told as a sign-in that is over, without another renewal', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using server = await fakeProtectedServer({
      issuers: () => [issuer.issuer],
      accepts: () => false,
      challenge: ', error="invalid_token"',
    })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    await parley.signIn(target, issuer)
    const link = parley.link(target)
    for (let round = 0; round < 3; round++) expect((await link.fetch()).status).toBe(401)
    expect(issuer.tokenRequests()).toHaveLength(1)
    expect(link.refusals.map(brief)).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'SIGN_IN_REQUIRED', why: 'ended', said: 'invalid_token' })),
    )
  })

  it('AU-29: a server that wants more rights is told as that, with its scopes, and the old ones are kept for the next sign-in', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    const headers = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files:write"' }
    await using server = await fakeProtectedServer({ issuers: () => [], accepts: () => true, instead: () => ({ status: 403, headers }) })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    await parley.signIn(target, issuer, { requestedScopes: ['files:read', 'offline_access'] })
    const link = parley.link(target)
    expect((await link.fetch()).status).toBe(403)
    expect(link.refusals).toMatchObject([{ code: 'RIGHTS_REQUIRED', why: 'moreRights', scope: 'files:write' }])
    expect(parley.accountStore.requestedScopes(target)).toEqual(['files:read', 'offline_access'])
  })

  it('a 403 for another reason is the server’s own answer', async () => {
    await using issuer = await FakeAuthorizationServer.start()
    await using server = await fakeProtectedServer({ issuers: () => [], accepts: () => true, instead: () => ({ status: 403 }) })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    await parley.signIn(target, issuer)
    const link = parley.link(target)
    expect([(await link.fetch()).status, link.refusals]).toEqual([403, []])
  })

  it('a header that was typed wins, and its refusal starts no sign-in', async () => {
    await using world = await setUp()
    const typed = world.parley.add('typed', world.server.url, { kind: 'person' }, { Authorization: 'Bearer typed-by-hand' })
    await world.parley.signIn(world.target, world.issuer)
    const link = world.parley.link(typed)
    expect((await link.fetch({ headers: { authorization: 'Bearer typed-by-hand' } })).status).toBe(401)
    expect(link.refusals.map(brief)).toEqual([{ code: 'CREDENTIALS_REFUSED', why: 'first', said: undefined }])
    expect(world.server.presented()).toEqual(['Bearer typed-by-hand'])
    expect(world.server.asked.some(({ path }) => path.startsWith('/.well-known'))).toBe(false)
    expect(world.parley.accountStore.find(typed.serverId, typed.accountId).state).toBe('header')
  })

  it('AU-12: a header that was typed goes to exactly the origin that was typed', async () => {
    await using world = await setUp()
    await using stranger = await loopbackServer(() => ({ status: 200 }))
    const headers = { authorization: 'Bearer typed-by-hand' }
    const link = world.parley.link(world.parley.add('typed', world.server.url, { kind: 'person' }, headers))
    await link.fetchAt(`${stranger.origin}/mcp`, { headers })
    expect(stranger.asked.map((asked) => asked.headers.authorization)).toEqual([undefined])
  })

  it('a key in another header is what was refused where the server names no place to sign in', async () => {
    await using parley = new AccountFixture()
    await using world = await setUp()
    await using plain = await loopbackServer(() => ({ status: 401 }))
    const headers = { 'X-Api-Key': 'key-0123456789abcdef0123456789' }
    const [unknown, known] = [`${plain.origin}/mcp`, world.server.url].map((url, index) =>
      parley.link(parley.add(`server ${index}`, url, { kind: 'person' }, headers)),
    )
    for (const link of [unknown, known]) expect((await link?.fetch())?.status).toBe(401)
    expect([unknown, known].map((link) => link?.refusals.map(({ code }) => code))).toEqual([['CREDENTIALS_REFUSED'], ['SIGN_IN_REQUIRED']])
  })

  it('E19: an edited address means a new sign-in, and so does another client or authorization server', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    const other = new URL(world.server.url)
    other.pathname = '/other'
    for (const [url, auth] of [
      [other.href, { kind: 'person' }],
      [world.server.url, { kind: 'person', clientId: 'by-hand' }],
      [world.server.url, { kind: 'person', issuer: 'https://elsewhere.example' }],
      [world.server.url, { kind: 'client', clientId: 'parley' }],
    ] as const) {
      world.parley.add('files', url, auth)
      expect(world.parley.accountStore.accounts()[0]?.state).toBe('signedOut')
      await world.parley
        .link(world.target)
        .fetch()
        .catch(() => undefined)
    }
    expect(world.server.presented().filter((value) => value !== undefined)).toEqual([])
    world.parley.add('files', world.server.url)
    expect(world.parley.accountStore.accounts()[0]?.state).toBe('signedIn')
  })

  it('AU-25: a server that names another authorization server now is asked for a new sign-in; the old one gives nothing more', async () => {
    await using old = await FakeAuthorizationServer.start()
    await using next = await FakeAuthorizationServer.start()
    await using server = await fakeProtectedServer({ issuers: () => [next.issuer], accepts: (token) => next.access.has(token) })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    await parley.signIn(target, old)
    const link = parley.link(target)
    expect((await link.fetch()).status).toBe(401)
    expect([old.tokenRequests(), next.tokenRequests()]).toEqual([[], []])
    expect(link.refusals.map(brief)).toEqual([{ code: 'SIGN_IN_REQUIRED', why: 'ended', said: undefined }])
    expect(parley.accountStore.accounts()[0]).toMatchObject({
      state: 'signedOut',
      problem: { reason: 'oauth.issuerMoved', params: { server: 'files', place: next.issuer } },
    })
    // The client that Parley is at the one is not the client that it is at the other.
    await parley.accountStore.saveClient(old.issuer, { clientId: 'at-old', client: 'registered', redirectUris: [], registered: 1 }, signal)
    expect([
      (await parley.accountStore.clientOf(old.issuer, signal))?.clientId,
      await parley.accountStore.clientOf(next.issuer, signal),
    ]).toEqual(['at-old', undefined])
  })

  it('AU-33: without a refresh token, a token that is over is a sign-in that is over', async () => {
    await using world = await setUp({ refresh: false })
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.clock.pass(2 * 3600 * 1000)
    world.issuer.access.clear()
    const link = world.parley.link(world.target)
    expect((await link.fetch()).status).toBe(401)
    expect([link.refusals.map(brief), world.issuer.tokenRequests()]).toEqual([
      [{ code: 'SIGN_IN_REQUIRED', why: 'ended', said: undefined }],
      [],
    ])
  })

  it('refuses tokens that would have to be presented in a way that it does not know, or that would break out of a header', async () => {
    await using world = await setUp()
    for (const tokens of [
      { ...world.issuer.issue(), token_type: 'mac' },
      { ...world.issuer.issue(), token_type: 'DPoP' },
      { ...world.issuer.issue(), access_token: 'one\r\nx-evil: two' },
    ]) {
      await expect(async () => world.parley.signIn(world.target, world.issuer, { tokens })).rejects.toMatchObject({
        code: 'SIGN_IN_FAILED',
      })
    }
    expect(world.parley.accountStore.accounts()[0]?.state).toBe('signedOut')
  })

  it('E23: keeps tokens out of addresses, logs, and what is shown of an account', async () => {
    await using world = await setUp()
    const { tokens } = await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    await world.parley.link(world.target).fetch()
    const addresses = [...world.server.asked, ...world.issuer.tokenRequests()].map(({ url }) => url.href).join()
    expect(addresses).not.toMatch(/access-|refresh-/)
    const hidden = hiddenTexts()
    expect([tokens.access_token, tokens.refresh_token ?? ''].map((token) => hidden.includes(token))).toEqual([true, true])
    const shown = JSON.stringify([world.parley.accountStore.accounts(), world.parley.database.all('SELECT * FROM account')])
    expect([shown.includes(tokens.access_token), shown.includes(tokens.refresh_token ?? '')]).toEqual([false, false])
  })

  it('a refused renewal ends the account, and the server then asks for a sign-in, with what was said as text', async () => {
    await using world = await setUp({
      instead: ({ path }) => (path === '/token' ? refused('invalid_grant', '<b>gone</b>\u0007 for good') : undefined),
    })
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    const link = world.parley.link(world.target)
    expect((await link.fetch()).status).toBe(401)
    expect(link.refusals.map(brief)).toEqual([{ code: 'SIGN_IN_REQUIRED', why: 'ended', said: undefined }])
    expect(world.parley.accountStore.accounts()[0]).toMatchObject({
      state: 'signedOut',
      problem: { said: 'invalid_grant: <b>gone</b> for good' },
    })
    expect(world.parley.vault.credentials.keys()).toEqual([])
  })
})
