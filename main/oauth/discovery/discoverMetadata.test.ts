import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { signInFetch } from '../../net/signInFetch'
import { otherHosts } from './checkEndpoints'
import { discoverMetadata, type DiscoverOptions } from './discoverMetadata'
import { FakeSignInServer } from '../testing/fakeSignInServer'

const { signal } = new AbortController()

function find(fake: FakeSignInServer, options: Partial<DiscoverOptions> = {}) {
  return discoverMetadata(fake.serverUrl, { fetchFn: signInFetch({ typed: new URL(fake.serverUrl) }), ...options }, signal)
}

/** The error that comes of it, as data. */
async function failure(found: Promise<unknown>) {
  return found.then(
    () => 'found',
    (thrown: unknown) => AppError.from(thrown).toData(),
  )
}

const described = (fake: FakeSignInServer, more: object = {}) => ({
  body: { resource: fake.serverUrl, authorization_servers: [fake.issuer], ...more },
})
const paths = (fake: FakeSignInServer) => fake.seen.map(({ method, path }) => `${method} ${path}`)

describe('discover', () => {
  it('AU-02: reads the description where the challenge says, and nowhere else when it is there', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['GET /custom/place.json'] = () => described(fake, { scopes_supported: ['read', 'write'] })
    const found = await find(fake, { resourceMetadataUrl: `${fake.origin}/custom/place.json` })
    expect(found).toMatchObject({ issuer: fake.issuer, resource: fake.serverUrl, scopesSupported: ['read', 'write'], described: true })
    expect(paths(fake)).toEqual(['GET /custom/place.json', 'GET /.well-known/oauth-authorization-server'])
  })

  it('AU-02: else looks below the path of the server, then at its root', async () => {
    await using fake = await FakeSignInServer.start({ resource: false })
    fake.routes['GET /.well-known/oauth-protected-resource'] = () => described(fake, { resource: fake.origin })
    expect(await find(fake)).toMatchObject({ issuer: fake.issuer, resource: fake.origin })
    expect(paths(fake).slice(0, 2)).toEqual(['GET /.well-known/oauth-protected-resource/mcp', 'GET /.well-known/oauth-protected-resource'])
  })

  it('AU-05: looks for the metadata of an issuer with a path in the order of the specification', async () => {
    await using fake = await FakeSignInServer.start({ path: '/tenant1' })
    fake.routes['GET /.well-known/oauth-authorization-server/tenant1'] = () => ({ status: 404 })
    // A web application that answers everything with its page says nothing by that.
    fake.routes['GET /.well-known/openid-configuration/tenant1'] = () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' })
    fake.routes['GET /tenant1/.well-known/openid-configuration'] = () => ({
      body: {
        ...fake.metadata,
        jwks_uri: `${fake.issuer}/keys`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [],
      },
    })
    expect(await find(fake)).toMatchObject({ issuer: fake.issuer })
    expect(paths(fake).slice(1)).toEqual([
      'GET /.well-known/oauth-authorization-server/tenant1',
      'GET /.well-known/openid-configuration/tenant1',
      'GET /tenant1/.well-known/openid-configuration',
    ])
  })

  it.each([
    ['another one', (origin: string) => ({ issuer: 'https://good.example', authorization_endpoint: `${origin}/authorize` })],
    ['one with a slash more', (origin: string) => ({ issuer: `${origin}/` })],
  ])('E09, AU-06: does not use metadata that names %s as its issuer', async (_title, metadata) => {
    await using fake = await FakeSignInServer.start({ metadata })
    expect(await failure(find(fake))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.otherMetadata',
    })
    expect(fake.asked('/authorize')).toEqual([])
  })

  it.each([
    ['another host', () => 'https://victim.example/mcp'],
    ['another port', (fake: FakeSignInServer) => `${new URL(fake.origin).protocol}//127.0.0.1:1/mcp`],
    ['a path beside it', (fake: FakeSignInServer) => `${fake.origin}/other`],
    ['a longer path', (fake: FakeSignInServer) => `${fake.origin}/mcp/more`],
    ['a fragment', (fake: FakeSignInServer) => `${fake.origin}/mcp#x`],
  ])('E10: asks for no tokens where the description is of %s', async (_title, resource) => {
    await using fake = await FakeSignInServer.start()
    fake.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => described(fake, { resource: resource(fake) })
    expect(await failure(find(fake))).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(paths(fake)).toEqual(['GET /.well-known/oauth-protected-resource/mcp'])
  })

  it('E10: believes a wider address only where the owner of the origin wrote it', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['GET /mcp/description'] = () => described(fake, { resource: fake.origin })
    fake.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => described(fake, { resource: fake.origin })
    expect(await failure(find(fake, { resourceMetadataUrl: `${fake.origin}/mcp/description` }))).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(await find(fake)).toMatchObject({ resource: fake.origin })
  })

  it('AU-10: names the server by its canonical address where nothing else is said', async () => {
    await using fake = await FakeSignInServer.start({ resource: false })
    const url = `${fake.origin.replace('http:', 'HTTP:')}/mcp#part`
    const found = await discoverMetadata(url, { fetchFn: signInFetch({ typed: new URL(url) }) }, signal)
    expect(found.resource).toBe(`${fake.origin}/mcp`)
  })

  it('AU-04: uses the authorization server that was configured, else the chosen one, else the first, and offers the others', async () => {
    await using one = await FakeSignInServer.start()
    await using two = await FakeSignInServer.start()
    one.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => described(one, { authorization_servers: [one.issuer, two.issuer] })
    const issuers = [one.issuer, two.issuer]
    expect(await find(one)).toMatchObject({ issuer: one.issuer, issuers })
    expect(await find(one, { chosenIssuer: two.issuer })).toMatchObject({ issuer: two.issuer, issuers })
    expect(await find(one, { issuer: two.issuer, chosenIssuer: one.issuer })).toMatchObject({ issuer: two.issuer, issuers })
    expect(await failure(find(one, { chosenIssuer: 'https://evil.example' }))).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(await failure(find(one, { issuer: 'https://gone.example' }))).toMatchObject({
      reason: 'oauth.issuerGone',
    })
  })

  it('takes a server of 2025-03-26 for its own authorization server, with metadata or by the addresses of that revision', async () => {
    await using known = await FakeSignInServer.start({ resource: false })
    expect(await find(known)).toMatchObject({ issuer: known.origin, described: true })
    await using bare = await FakeSignInServer.start({ resource: false })
    bare.routes['GET /.well-known/oauth-authorization-server'] = () => ({ status: 404 })
    expect(await find(bare)).toMatchObject({
      issuer: bare.origin,
      described: false,
      metadata: {
        authorization_endpoint: `${bare.origin}/authorize`,
        token_endpoint: `${bare.origin}/token`,
        registration_endpoint: `${bare.origin}/register`,
      },
    })
  })

  it('does not take a server that fails for one that says nothing', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => ({ status: 500 })
    expect(await failure(find(fake))).toMatchObject({ code: 'SIGN_IN_FAILED', reason: 'oauth.step.finding' })
    expect(paths(fake)).toEqual(['GET /.well-known/oauth-protected-resource/mcp'])
  })

  it.each([
    ['authorization_endpoint', 'http://login.example/authorize'],
    ['authorization_endpoint', 'https://login.example@evil.example/authorize'],
    ['token_endpoint', 'http://login.example/token'],
    ['token_endpoint', 'ftp://login.example/token'],
    ['registration_endpoint', 'http://10.0.0.1/register'],
    ['revocation_endpoint', 'http://login.example/revoke'],
  ])('AU-18: uses no %s like %s', async (name, address) => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ [name]: address }) })
    expect(await failure(find(fake))).toMatchObject({ code: 'SIGN_IN_FAILED' })
  })

  it.each(['file:///C:/Windows/System32/calc.exe', 'javascript:alert(1)', 'data:text/html,x', 'http://a:$(calc.exe)@evil.test/auth'])(
    'A01, A02: refuses %s as the page to sign in at',
    async (address) => {
      await using fake = await FakeSignInServer.start({ metadata: () => ({ authorization_endpoint: address }) })
      expect(await failure(find(fake))).toMatchObject({ code: 'SIGN_IN_FAILED' })
    },
  )

  it('E07: names the hosts beside the issuer that a sign-in would send something to', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ token_endpoint: 'https://evil.example/token' }) })
    expect(otherHosts((await find(fake)).metadata)).toEqual(['evil.example'])
    await using own = await FakeSignInServer.start()
    expect(otherHosts((await find(own)).metadata)).toEqual([])
  })

  it('E21: gives up on metadata that is larger than any', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['GET /.well-known/oauth-authorization-server'] = () => ({ body: { ...fake.metadata, padding: 'x'.repeat(300_000) } })
    expect(await failure(find(fake))).toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
  })

  it('asks for tokens that are bound to a key where both sides speak of it', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ dpop_signing_alg_values_supported: ['ES256'] }) })
    expect((await find(fake)).dpopRequired).toBe(false)
    expect((await find(fake, { dpopChallenged: true })).dpopRequired).toBe(true)
    await using plain = await FakeSignInServer.start({ resource: { dpop_bound_access_tokens_required: true } })
    expect((await find(plain)).dpopRequired).toBe(false)
  })

  it('ends with the one who wanted to know', async () => {
    await using fake = await FakeSignInServer.start()
    const life = new AbortController()
    fake.routes['GET /.well-known/oauth-authorization-server'] = () => {
      life.abort(new AppError('CANCELLED', 'Not any more'))
      return new Promise(() => undefined)
    }
    const found = discoverMetadata(fake.serverUrl, { fetchFn: signInFetch({ typed: new URL(fake.serverUrl) }) }, life.signal)
    await expect(found).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
