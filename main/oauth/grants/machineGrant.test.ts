import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { decodeJwt, importSPKI, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import { AccountFixture, signal } from '../testing/accountFixture'
import { FakeAuthorizationServer, refused } from '../testing/fakeAuthorizationServer'
import { fakeProtectedServer } from '../testing/fakeProtectedServer'
import { loopbackServer } from '../testing/loopbackServer'

type FakeOptions = Parameters<typeof FakeAuthorizationServer.start>[0]

/** A server whose sign-in needs no person, configured as `auth` says. */
async function setUp(auth: ServerAuth, options: FakeOptions = {}, challenge = '') {
  const stack = new AsyncDisposableStack()
  const issuer = stack.use(await FakeAuthorizationServer.start({ lifetime: 3600, ...options }))
  const issuers = [issuer.issuer]
  const server = stack.use(await fakeProtectedServer({ issuers: () => issuers, accepts: (token) => issuer.access.has(token), challenge }))
  const parley = stack.use(new AccountFixture())
  const target = parley.add('files', server.url, auth)
  return { issuer, issuers, server, parley, target, link: parley.link(target), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const secretly = { kind: 'client', clientId: 'machine', clientSecret: 'the secret of the machine' } as const
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

describe('client credentials', () => {
  it('CC-01: has a token before the first request, presents it in the header, and gets another before it is over', async () => {
    await using world = await setUp({ ...secretly, scopes: ['files:read'] })
    expect((await world.link.fetch()).status).toBe(200)
    const [asked] = world.issuer.tokenRequests()
    expect(asked?.form).toEqual({ grant_type: 'client_credentials', scope: 'files:read', resource: world.server.url })
    expect([world.server.presented().length, world.issuer.asked('/authorize'), world.issuer.asked('/register')]).toEqual([1, [], []])
    await world.parley.clock.pass(3600 * 1000 - 30_000)
    expect((await world.link.fetch()).status).toBe(200)
    expect(world.issuer.tokenRequests()).toHaveLength(2)
    expect(world.parley.accountStore.accounts()[0]).toMatchObject({
      by: 'client',
      state: 'signedIn',
      client: 'configured',
      clientId: 'machine',
      renews: true,
    })
  })

  it('CC-02: proves itself by its secret, in the way that the authorization server knows', async () => {
    await using basic = await setUp(secretly)
    await basic.link.fetch()
    const expected = `Basic ${Buffer.from('machine:the+secret+of+the+machine').toString('base64')}`
    expect(basic.issuer.tokenRequests()[0]?.headers.authorization).toBe(expected)
    await using post = await setUp(secretly, { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } })
    await post.link.fetch()
    expect(post.issuer.tokenRequests()[0]?.form).toMatchObject({ client_id: 'machine', client_secret: secretly.clientSecret })
  })

  it('CC-02: proves itself by a statement that it signs, for this authorization server, and a new one each time', async () => {
    for (const [algorithm, pair] of [
      ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
      ['EdDSA', generateKeyPairSync('ed25519')],
    ] as const) {
      const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      await using world = await setUp({ kind: 'client', clientId: 'machine', privateKey })
      await world.link.fetch()
      world.issuer.access.clear()
      await world.link.fetch()
      const [first, second] = world.issuer.tokenRequests().map(({ form }) => form)
      const key = await importSPKI(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(), algorithm)
      const claims = await jwtVerify(first?.['client_assertion'] ?? '', key, {
        audience: world.issuer.issuer,
        issuer: 'machine',
        subject: 'machine',
      })
      expect(claims.protectedHeader.alg).toBe(algorithm)
      expect(first).toMatchObject({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' })
      expect(second?.['client_assertion']).not.toBe(first?.['client_assertion'])
    }
  })

  it('CC-02: makes its statement for the authorization server as that calls itself, though the server names it with a slash more', async () => {
    const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await using world = await setUp({ kind: 'client', clientId: 'machine', privateKey })
    world.issuers.splice(0, 1, `${world.issuer.issuer}/`)
    await world.link.fetch()
    const [asked] = world.issuer.tokenRequests()
    expect(decodeJwt(asked?.form['client_assertion'] ?? '').aud).toBe(world.issuer.issuer)
  })

  it('CC-03: asks for the scopes that were configured, else for those of the challenge, else for none', async () => {
    await using plain = await setUp(secretly)
    await plain.link.fetch()
    expect(plain.issuer.tokenRequests()[0]?.form['scope']).toBeUndefined()
    await using challenged = await setUp(secretly, {}, ', scope="files:write"')
    await challenged.link.fetch()
    challenged.issuer.access.clear()
    await challenged.link.fetch()
    expect(challenged.issuer.tokenRequests().map(({ form }) => form['scope'])).toEqual([undefined, 'files:write'])
  })

  it('CC-03: takes its secret from the vault, and keeps what it got there', async () => {
    await using world = await setUp({ kind: 'client', clientId: 'machine', clientSecret: { secret: 'files-secret' } })
    await expect(world.link.fetch()).rejects.toMatchObject({ code: 'SECRET_MISSING' })
    await world.parley.vault.put('files-secret', 'the secret of the machine', signal)
    expect((await world.link.fetch()).status).toBe(200)
    expect([world.parley.vault.credentials.keys(), world.parley.vault.names()]).toEqual([
      [{ kind: 'account', id: world.target.accountId }],
      ['files-secret'],
    ])
  })

  it('CC-04: a server that wants more rights is told as a failure, and nobody is asked to sign in', async () => {
    await using world = await setUp(secretly)
    await using strict = await fakeProtectedServer({
      issuers: () => [world.issuer.issuer],
      accepts: () => true,
      instead: ({ path }) =>
        path === '/mcp' ? { status: 403, headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' } } : undefined,
    })
    const link = world.parley.link(world.parley.add('strict', strict.url, secretly))
    expect((await link.fetch()).status).toBe(403)
    expect(link.refusals).toMatchObject([{ code: 'SIGN_IN_FAILED', scope: 'all', wantsPerson: false }])
  })

  it('AU-26: credentials that were used at one authorization server are not given to another one', async () => {
    await using world = await setUp(secretly)
    await using evil = await FakeAuthorizationServer.start()
    await world.link.fetch()
    world.issuers.splice(0, 1, evil.issuer)
    world.issuer.access.clear()
    await expect(world.link.fetch()).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.otherIssuer',
      params: { server: 'files', host: new URL(evil.issuer).host },
    })
    expect([evil.tokenRequests(), world.link.refusals.map(({ code }) => code)]).toEqual([[], ['SIGN_IN_FAILED']])
  })

  it('AU-26: a secret does not go where the address said that was configured before', async () => {
    await using world = await setUp(secretly)
    await using evil = await FakeAuthorizationServer.start()
    await using wrong = await loopbackServer(({ path }) => {
      if (path === '/description') return { status: 200, body: { resource: world.server.url, authorization_servers: [evil.issuer] } }
      const headers = { 'www-authenticate': `Bearer resource_metadata="${wrong.origin}/description"` }
      return path === '/mcp' ? { status: 401, headers } : { status: 404 }
    })
    const before = world.parley.link(world.parley.add('moved', `${wrong.origin}/mcp`, secretly))
    await expect(before.fetch()).rejects.toMatchObject({ reason: 'oauth.otherResource' })
    const after = world.parley.link(world.parley.add('moved', world.server.url, secretly))
    // A request of the session from before the edit may end after it.
    await expect(before.fetch()).rejects.toMatchObject({ reason: 'oauth.otherResource' })
    expect([(await after.fetch()).status, evil.tokenRequests()]).toEqual([200, []])
  })

  it('does not send a secret to an address that it only guessed', async () => {
    await using server = await loopbackServer(({ path }) => ({ status: path === '/mcp' ? 401 : 404 }))
    await using parley = new AccountFixture()
    const link = parley.link(parley.add('files', `${server.origin}/mcp`, secretly))
    await expect(link.fetch()).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.notDescribed',
    })
    expect(server.asked.filter(({ method, path }) => method === 'POST' && path !== '/mcp')).toEqual([])
  })

  it('eight requests at once get one token', async () => {
    await using world = await setUp(secretly)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.parley.link(world.target).fetch()))
    expect([answers.map(({ status }) => status), world.issuer.tokenRequests().length]).toEqual([Array(8).fill(200), 1])
  })

  it('a token for a server that asks for key-bound ones is bound to a key', async () => {
    await using issuer = await FakeAuthorizationServer.start({ metadata: { dpop_signing_alg_values_supported: ['ES256'] } })
    await using server = await fakeProtectedServer({
      issuers: () => [issuer.issuer],
      accepts: (token) => issuer.access.has(token),
      description: { dpop_bound_access_tokens_required: true },
    })
    await using parley = new AccountFixture()
    expect((await parley.link(parley.add('files', server.url, secretly)).fetch()).status).toBe(200)
    expect([server.presented()[0]?.split(' ')[0], parley.accountStore.accounts()[0]?.keyBound]).toEqual(['DPoP', true])
  })
})

describe('workload identity', () => {
  it('lets the platform’s token vouch for this computer, and reads its file anew for each use', async () => {
    await using world = await setUp(secretly)
    const tokenFile = world.parley.folder.file('platform-token')
    const target = world.parley.add('files', world.server.url, { kind: 'workload', tokenFile, scopes: ['files:read'] })
    const link = world.parley.link(target)
    await expect(link.fetch()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    writeFileSync(tokenFile, 'first.platform.token\n')
    expect((await link.fetch()).status).toBe(200)
    writeFileSync(tokenFile, 'second.platform.token')
    world.issuer.access.clear()
    expect((await link.fetch()).status).toBe(200)
    const same = { grant_type: JWT_BEARER, scope: 'files:read', resource: world.server.url }
    expect(world.issuer.tokenRequests().map(({ form }) => form)).toEqual([
      { ...same, assertion: 'first.platform.token' },
      { ...same, assertion: 'second.platform.token' },
    ])
  })

  it('takes one refusal for an answer: no second try, no other kind of grant, no sign-in', async () => {
    const instead: NonNullable<FakeOptions>['instead'] = ({ path }) =>
      path === '/token' ? refused('invalid_grant', 'Who is that?') : undefined
    await using world = await setUp({ kind: 'workload', clientId: 'worker', token: 'a.platform.token' }, { instead })
    for (let round = 0; round < 3; round++) {
      await expect(world.link.fetch()).rejects.toMatchObject({ code: 'SIGN_IN_FAILED', said: 'invalid_grant: Who is that?' })
    }
    expect(world.issuer.tokenRequests().map(({ form }) => [form['grant_type'], form['client_id']])).toEqual([[JWT_BEARER, 'worker']])
    expect([world.issuer.asked('/authorize'), world.server.presented()]).toEqual([[], []])
    expect(world.link.refusals.map(({ code, wantsPerson }) => [code, wantsPerson])).toEqual(Array(3).fill(['SIGN_IN_FAILED', false]))
  })
})

describe('enterprise-managed authorization', () => {
  const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
  const auth = { kind: 'enterprise', clientId: 'parley-here', clientSecret: 'the secret of parley' } as const

  const idToken = (seconds: number): Promise<string> =>
    new SignJWT({ email: 'ada@example.org' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(Buffer.alloc(32))

  /** An identity provider that turns ID tokens into grants. */
  async function enterprise(idp: FakeOptions = {}) {
    const world = await setUp(auth)
    const grants: FakeOptions = {
      instead: ({ path, form }) =>
        path === '/token' && form['grant_type']?.endsWith('token-exchange')
          ? { status: 200, body: { access_token: 'the.id.jag', issued_token_type: ID_JAG, token_type: 'N_A' } }
          : undefined,
    }
    const provider = await FakeAuthorizationServer.start({ ...grants, ...idp })
    const configure = (more: object): void => {
      world.parley.settings = {
        ...world.parley.settings,
        signIn: { idp: { issuer: provider.issuer, clientId: 'parley-at-work', ...more } },
      }
    }
    configure({ idToken: await idToken(600) })
    return {
      ...world,
      provider,
      configure,
      [Symbol.asyncDispose]: async () => {
        await provider[Symbol.asyncDispose]()
        await world[Symbol.asyncDispose]()
      },
    }
  }

  it('EM-02, EM-03: has the ID token turned into a grant for this server, and that into tokens', async () => {
    await using world = await enterprise()
    expect((await world.link.fetch()).status).toBe(200)
    expect(world.provider.tokenRequests().map(({ form }) => form)).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: ID_JAG,
        audience: world.issuer.issuer,
        resource: world.server.url,
        subject_token: expect.stringMatching(/^ey/),
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        client_id: 'parley-at-work',
      },
    ])
    const [redeemed] = world.issuer.tokenRequests()
    expect(redeemed?.form).toEqual({ grant_type: JWT_BEARER, assertion: 'the.id.jag', resource: world.server.url })
    expect(redeemed?.headers.authorization).toMatch(/^Basic /)
  })

  it('EM-02: asks for a grant for the authorization server as that calls itself, though the server names it with a slash more', async () => {
    await using world = await enterprise()
    world.issuers.splice(0, 1, `${world.issuer.issuer}/`)
    await world.link.fetch()
    expect(world.provider.tokenRequests()[0]?.form['audience']).toBe(world.issuer.issuer)
  })

  it('EM-04: visits no authorization endpoint, of neither side', async () => {
    await using world = await enterprise()
    await world.link.fetch()
    world.issuer.access.clear()
    await world.link.fetch()
    expect([world.provider.asked('/authorize'), world.issuer.asked('/authorize'), world.link.refusals]).toEqual([[], [], []])
  })

  it('EM-05: asks only the identity provider that is configured, whatever the server names', async () => {
    await using world = await enterprise()
    world.configure({ issuer: 'https://127.0.0.1:9', idToken: await idToken(600) })
    await expect(world.link.fetch()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    world.parley.settings = { ...world.parley.settings, signIn: {} }
    await expect(world.link.fetch()).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.noIdp',
    })
    expect(world.provider.tokenRequests()).toEqual([])
  })

  it('EM-06: a policy that says no is told with what it said, and who can change it', async () => {
    await using world = await enterprise({
      instead: ({ path }) => (path === '/token' ? refused('access_denied', 'Not for your group') : undefined),
    })
    await expect(world.link.fetch()).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      said: 'access_denied: Not for your group',
      reason: 'oauth.tokenRefused',
    })
    expect(world.issuer.tokenRequests()).toEqual([])
  })

  it('takes nothing but a grant of the kind that it asked for', async () => {
    await using world = await enterprise({
      instead: ({ path }) => (path === '/token' ? { status: 200, body: { access_token: 'x', token_type: 'Bearer' } } : undefined),
    })
    await expect(world.link.fetch()).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(world.issuer.tokenRequests()).toEqual([])
  })

  it('EM-01: uses the ID token of the person’s sign-in to the organisation, and renews it', async () => {
    const fresh = await idToken(600)
    await using world = await enterprise({ idToken: () => fresh })
    world.configure({})
    await expect(world.link.fetch()).rejects.toMatchObject({ reason: 'oauth.notSignedInToIdp' })
    const { issuer } = world.provider
    const old = { ...world.provider.issue(), id_token: await idToken(-60) }
    const facts = {
      by: 'person',
      issuer,
      resource: issuer,
      clientId: 'parley-at-work',
      client: 'configured',
      tokenEndpoint: `${issuer}/token`,
    } as const
    const grant = world.parley.grant(world.target, world.provider, { ...facts, tokens: old })
    await world.parley.accountStore.saveTokens({ kind: 'idp' }, grant, signal)
    expect(world.parley.accountStore.idp()).toMatchObject({ state: 'signedIn', who: 'ada@example.org' })
    expect((await world.link.fetch()).status).toBe(200)
    const [renewal, exchange] = world.provider.tokenRequests()
    expect([renewal?.form['grant_type'], renewal?.form['resource'], exchange?.form['subject_token']]).toEqual([
      'refresh_token',
      undefined,
      fresh,
    ])
    await world.parley.accountStore.signOut({ kind: 'idp' }, signal)
    expect([world.parley.accountStore.idp()?.state, world.provider.asked('/revoke').length]).toEqual(['signedOut', 2])
  })

  it('renews and gives back the sign-in to an identity provider whose token endpoint is in another network, where both are configured', async () => {
    const fresh = await idToken(600)
    await using world = await enterprise({ idToken: () => fresh })
    const issuer = 'https://idp.acme.example'
    const tokenEndpoint = `${world.provider.issuer}/token`
    world.configure({ issuer, tokenEndpoint })
    const facts = { by: 'person', issuer, resource: issuer, clientId: 'parley-at-work', client: 'configured', tokenEndpoint } as const
    const old = { ...world.provider.issue(), id_token: await idToken(-60) }
    await world.parley.accountStore.saveTokens(
      { kind: 'idp' },
      world.parley.grant(world.target, world.provider, { ...facts, tokens: old }),
      signal,
    )
    expect((await world.link.fetch()).status).toBe(200)
    expect(world.provider.tokenRequests('refresh_token')).toHaveLength(1)
    expect(await world.parley.accountStore.signOut({ kind: 'idp' }, signal)).toEqual({ revoked: true })
  })
})
