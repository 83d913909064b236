import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { redact } from '../../lib/redact'
import { signal } from '../testing/accountFixture'
import { browse, FakeSignInServer } from '../testing/fakeSignInServer'
import { SignInFixture } from '../testing/signInFixture'

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    (thrown: unknown) => AppError.from(thrown).toData(),
  )
}

describe('a sign-in', () => {
  it('AU-34: goes from the question to the tokens through the browser of the system, and comes back to the front', async () => {
    await using fake = await FakeSignInServer.start({ resource: { scopes_supported: ['read', 'write'] } })
    await using fixture = new SignInFixture(fake)
    const plan = await fixture.prepare()
    expect(plan).toMatchObject({
      host: new URL(fake.origin).host,
      serverHost: new URL(fake.origin).host,
      issuer: fake.issuer,
      otherIssuers: [],
      otherHosts: [],
      scopes: ['read', 'write'],
      addedScopes: [],
      client: 'registered',
      warnings: ['loopback', 'ipAddress'],
    })
    expect(fixture.opened).toEqual([])
    await fixture.attempts.begin(plan.attempt)
    expect(fixture.opened).toEqual([plan.url])
    const { text } = await browse(plan.url)
    expect(text).toContain('You are signed in')
    expect(fixture.attempts.attempts()).toMatchObject([{ id: plan.attempt, step: 'done' }])
    expect(fixture.toFront).toBe(1)
    expect(await fixture.grant()).toMatchObject({
      issuer: fake.issuer,
      resource: fake.serverUrl,
      scopes: ['read', 'write'],
      client: 'registered',
    })
    expect(fixture.accounts.accountStore.accounts()).toMatchObject([{ state: 'signedIn', issuer: fake.issuer, scopes: ['read', 'write'] }])
  })

  // Catches: "Sign in" at a server that nobody had agreed to start sent the secret that its entry names to whom it names.
  it('B06: begins at no server whose entry sends something that nobody agreed to, and asks it nothing', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake, { auth: { clientId: 'x', clientSecret: 'plain' } })
    fixture.maySend = false
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'CONFLICT', reason: 'oauth.startFirst' })
    expect([fake.asked('/mcp'), fake.asked('/authorize'), fixture.opened]).toEqual([[], [], []])
  })

  it('AU-02, AU-27: asks a server that has not refused anything yet for its challenge, and follows that', async () => {
    await using fake = await FakeSignInServer.start({ resource: false })
    fake.routes['GET /elsewhere.json'] = () => ({ body: { resource: fake.serverUrl, authorization_servers: [fake.issuer] } })
    const header = `Bearer resource_metadata="${fake.origin}/elsewhere.json", scope="files:read"`
    fake.routes['POST /mcp'] = () => ({ status: 401, headers: { 'www-authenticate': header } })
    await using fixture = new SignInFixture(fake)
    expect((await fixture.signIn()).scopes).toEqual(['files:read'])
    const [asked] = fake.asked('/mcp')
    expect([asked?.headers.authorization, fake.asked('/elsewhere.json').length]).toEqual([undefined, 1])
  })

  it('AU-09: names the server in both requests, the question and the tokens', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    await fixture.signIn()
    expect(fake.asked('/authorize').map(({ query }) => query.getAll('resource'))).toEqual([[fake.serverUrl]])
    expect(fake.asked('/token').map(({ form }) => form.getAll('resource'))).toEqual([[fake.serverUrl]])
  })

  it('AU-07: protects the answer by PKCE with S256, with another verifier each time', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    await fixture.signIn()
    await fixture.signIn()
    const [one, two] = fake.asked('/authorize').map(({ query }) => query)
    expect([one?.get('code_challenge_method'), two?.get('code_challenge_method')]).toEqual(['S256', 'S256'])
    expect(one?.get('code_challenge')).not.toBe(two?.get('code_challenge'))
    expect(fake.asked('/token')).toHaveLength(2)
  })

  it.each([
    ['says nothing of PKCE', undefined],
    ['offers only the plain method', ['plain']],
    ['offers no method', []],
  ])('E17, AU-08: does not begin where the authorization server %s, until the person agrees for this server', async (_title, methods) => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ code_challenge_methods_supported: methods }) })
    await using fixture = new SignInFixture(fake)
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'SIGN_IN_FAILED', remedy: 'withoutPkce' })
    expect(fake.asked('/register')).toEqual([])
    const plan = await fixture.prepare({ withoutPkce: true })
    expect(plan.warnings).toContain('noPkce')
    // Looking at it agrees to nothing.
    expect(fixture.accounts.server(fixture.target).auth).toEqual({ kind: 'person' })
    await fixture.attempts.begin(plan.attempt)
    expect(fixture.accounts.server(fixture.target).auth).toEqual({ kind: 'person', withoutPkce: true })
    expect((await browse(plan.url)).text).toContain('You are signed in')
    // Who knows it and does not say so is asked for it all the same.
    expect(fake.asked('/authorize')[0]?.query.get('code_challenge_method')).toBe('S256')
    expect((await fixture.prepare()).warnings).toContain('noPkce')
  })

  it('signs in at a server of 2025-03-26 without any metadata, with PKCE', async () => {
    await using fake = await FakeSignInServer.start({ resource: false })
    fake.routes['GET /.well-known/oauth-authorization-server'] = () => ({ status: 404 })
    await using fixture = new SignInFixture(fake)
    const plan = await fixture.signIn()
    expect([plan.warnings, fixture.attempts.attempts()[0]?.step]).toEqual([['loopback', 'ipAddress'], 'done'])
    expect(fake.asked('/authorize')[0]?.query.get('code_challenge_method')).toBe('S256')
  })

  it('says of a server with a bare refusal and no sign-in anywhere that it wants a key, not that it did not accept Parley', async () => {
    await using fake = await FakeSignInServer.start({ resource: false })
    fake.routes['GET /.well-known/oauth-authorization-server'] = () => ({ status: 404 })
    fake.routes['POST /register'] = () => ({ status: 404 })
    await using fixture = new SignInFixture(fake)
    expect(await failure(fixture.prepare())).toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.offersNoSignIn',
      remedy: 'header',
    })
  })

  it('E01: a stranger’s error without the state ends nothing; the real answer still counts', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { plan, redirect } = await fixture.begin()
    const forged = await Promise.all(
      ['?error=access_denied', '?error=x&state=', '?code=x', '', '?state=x'].map((query) => browse(`${redirect}${query}`)),
    )
    expect(forged.map(({ response }) => response.status)).toEqual([400, 400, 400, 400, 400])
    expect(fixture.attempts.attempts()).toMatchObject([{ step: 'waiting' }])
    expect((await browse(plan.url)).text).toContain('You are signed in')
  })

  it('E01: nor where one address takes the answers of all sign-ins, as in the browser; nor does a pasted address of a stranger', async () => {
    await using fake = await FakeSignInServer.start()
    const redirect = 'http://127.0.0.1:9/oauth/callback'
    await using fixture = new SignInFixture(fake, { redirect })
    const { plan, query } = await fixture.begin()
    for (const forged of ['error=access_denied', 'error=access_denied&state=guessed', 'code=x&state=guessed', 'state=guessed']) {
      expect(await fixture.attempts.takeCallback(forged)).toBe('unknown')
      expect(await failure(fixture.attempts.finish(plan.attempt, `${redirect}?${forged}`))).toMatchObject({ reason: 'oauth.otherCallback' })
    }
    expect([fixture.attempts.attempts(), fake.asked('/token')]).toMatchObject([[{ step: 'waiting' }], []])
    const own = new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '', iss: fake.issuer }).toString()
    expect(await fixture.attempts.takeCallback(own)).toBe('failed')
  })

  it('E01: the port of one sign-in takes no answer to another one', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const first = await fixture.begin()
    const second = await fixture.begin({ target: fixture.accounts.add('Other', fake.serverUrl, { kind: 'person' }) })
    const answer = new URLSearchParams({ code: 'x', state: second.query.get('state') ?? '', iss: fake.issuer })
    const { response } = await browse(`${first.redirect}?${answer.toString()}`)
    const steps = fixture.attempts.attempts().map(({ step }) => step)
    expect([response.status, steps, fake.asked('/token')]).toEqual([400, ['waiting', 'waiting'], []])
  })

  it('E02, AU-16: a forged answer with another state is turned away, and its code goes nowhere', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { query, redirect } = await fixture.begin()
    const state = query.get('state') ?? ''
    // 128 bits, as RFC 6749 section 10.10 wants it.
    expect(Buffer.from(state, 'base64url')).toHaveLength(16)
    const wrong = [`${state}x`, state.slice(1), 'A'.repeat(22), state.toLowerCase() === state ? 'x' : state.toLowerCase()]
    const answers = await Promise.all(
      wrong.map((each) => browse(`${redirect}?code=ATTACKER&state=${each}&iss=${encodeURIComponent(fake.issuer)}`)),
    )
    expect(answers.map(({ response }) => response.status)).toEqual([400, 400, 400, 400])
    expect(fixture.attempts.attempts()).toMatchObject([{ step: 'waiting' }])
    expect(fake.asked('/token')).toEqual([])
  })

  it('E02: a state is used up by its first answer', async () => {
    await using fake = await FakeSignInServer.start()
    const redirect = 'http://127.0.0.1:9/oauth/callback'
    await using fixture = new SignInFixture(fake, { redirect })
    const { query } = await fixture.begin()
    const answer = new URLSearchParams({ code: 'x', state: query.get('state') ?? '', iss: fake.issuer }).toString()
    expect(await Promise.all([fixture.attempts.takeCallback(answer), fixture.attempts.takeCallback(answer)])).toEqual(['failed', 'unknown'])
    expect(await fixture.attempts.takeCallback(answer)).toBe('unknown')
    expect(fake.asked('/token')).toHaveLength(1)
  })

  it('E02: after ten minutes nothing is taken any more', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { plan, query, redirect } = await fixture.begin()
    await fixture.accounts.clock.pass(10 * 60 * 1000 + 1)
    expect(fixture.attempts.attempts()).toMatchObject([{ id: plan.attempt, step: 'failed', error: { code: 'TIMED_OUT' } }])
    expect(await failure(fixture.attempts.finish(plan.attempt, `${redirect}?code=x&state=${query.get('state') ?? ''}`))).toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(fetch(redirect)).rejects.toThrow()
  })

  it('E02: nor when the computer slept for those ten minutes, and its timers with it', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { query } = await fixture.begin()
    fixture.accounts.clock.sleepThrough(10 * 60 * 1000 + 1)
    const answer = new URLSearchParams({ code: 'x', state: query.get('state') ?? '', iss: fake.issuer }).toString()
    expect(await fixture.attempts.takeCallback(answer)).toBe('unknown')
    expect(fake.asked('/token')).toEqual([])
  })

  it('takes no answer for an attempt that nobody has begun', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const plan = await fixture.prepare()
    expect((await browse(plan.url)).response.status).toBe(400)
    expect(fixture.attempts.attempts()).toMatchObject([{ step: 'prepared' }])
  })

  it('AU-14, AU-25: is with an authorization server that the server names with a slash more than it has', async () => {
    await using fake = await FakeSignInServer.start()
    const description = { resource: fake.serverUrl, authorization_servers: [`${fake.issuer}/`] }
    fake.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => ({ body: description })
    await using fixture = new SignInFixture(fake)
    await fixture.signIn()
    const { accountStore } = fixture.accounts
    const grant = await accountStore.grantOf(fixture.target, signal)
    // What is forgotten by the name in the grant was kept by that name.
    expect(grant && (await accountStore.clientOf(grant.issuer, signal))?.clientId).toBe(grant?.clientId)
  })

  it.each([
    ['missing though it was promised', undefined],
    ['of another issuer', 'https://other.example'],
    ['with a slash more', '/'],
    ['in capitals', 'HTTP'],
    ['with an encoded letter', '%2e'],
  ])(
    'E06, AU-14, AU-15: an answer whose iss is %s brings no code to the token endpoint, and its words are not shown',
    async (_title, change) => {
      await using fake = await FakeSignInServer.start()
      await using fixture = new SignInFixture(fake)
      const { query, redirect, plan } = await fixture.begin()
      const iss =
        change === undefined
          ? undefined
          : change.startsWith('https')
            ? change
            : change === 'HTTP'
              ? fake.issuer.toUpperCase()
              : `${fake.issuer}${change}`
      const state = query.get('state') ?? ''
      const answer = new URLSearchParams({
        code: 'stolen',
        error: 'evil',
        error_description: 'EVIL WORDS',
        state,
        ...(iss !== undefined && { iss }),
      })
      const { text } = await browse(`${redirect}?${answer.toString()}`)
      expect(text).toContain('did not work')
      const [attempt] = fixture.attempts.attempts()
      expect(attempt).toMatchObject({ id: plan.attempt, step: 'failed', error: { code: 'SIGN_IN_FAILED' } })
      expect(JSON.stringify(attempt)).not.toMatch(/evil/i)
      expect(fake.asked('/token')).toEqual([])
    },
  )

  it('E06: an iss that was not promised has to be right all the same; none is well', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ authorization_response_iss_parameter_supported: undefined }) })
    await using fixture = new SignInFixture(fake)
    const { query, redirect } = await fixture.begin()
    await browse(`${redirect}?code=x&state=${query.get('state') ?? ''}&iss=https%3A%2F%2Fother.example`)
    expect([fixture.attempts.attempts()[0]?.step, fake.asked('/token')]).toEqual(['failed', []])
    await fixture.signIn()
    expect(fixture.attempts.attempts()[0]?.step).toBe('done')
  })

  it('AU-13: compares with the issuer that was found before the browser was opened, whatever its metadata say now', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { query, redirect } = await fixture.begin()
    fake.routes['GET /.well-known/oauth-authorization-server'] = () => ({ body: { ...fake.metadata, issuer: 'https://other.example' } })
    await browse(`${redirect}?code=x&state=${query.get('state') ?? ''}&iss=https%3A%2F%2Fother.example`)
    expect([fixture.attempts.attempts()[0]?.step, fake.asked('/token')]).toEqual(['failed', []])
  })

  it('A09: shows an error of the authorization server as a short text, and opens nothing of it', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { query, redirect } = await fixture.begin()
    const words = `<img src=x onerror=alert(1)>\u202e\n${'long '.repeat(100)}`
    const answer = new URLSearchParams({
      error: 'access_denied',
      error_description: words,
      error_uri: 'file:///C:/Windows/System32/calc.exe',
      state: query.get('state') ?? '',
      iss: fake.issuer,
    })
    const { text } = await browse(`${redirect}?${answer.toString()}`)
    const [attempt] = fixture.attempts.attempts()
    expect(attempt?.error).toMatchObject({ code: 'SIGN_IN_FAILED', said: expect.stringContaining('access_denied: <img') })
    expect(attempt?.error?.said?.length).toBeLessThanOrEqual(200)
    expect(JSON.stringify(attempt)).not.toMatch(/calc\.exe|\u202e|\\n/)
    expect(text).not.toContain('img src=x')
    expect(fixture.opened).toHaveLength(1)
  })

  it('E11: does not follow a token endpoint that sends the code on', async () => {
    await using other = await FakeSignInServer.start()
    await using fake = await FakeSignInServer.start()
    fake.routes['POST /token'] = () => ({ status: 307, headers: { location: `${other.origin}/token` } })
    fake.routes['POST /register'] = () => ({ status: 308, headers: { location: `${other.origin}/register` } })
    await using configured = new SignInFixture(fake, { auth: { clientId: 'by-hand' } })
    await configured.signIn()
    expect(configured.attempts.attempts()).toMatchObject([{ step: 'failed', error: { code: 'LINK_REFUSED' } }])
    await using registering = new SignInFixture(fake)
    expect(await failure(registering.prepare())).toMatchObject({ code: 'LINK_REFUSED' })
    expect(other.seen).toEqual([])
  })

  it('E07: shows the host that would get the code, where it is not the issuer’s', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ token_endpoint: 'https://evil.example/token' }) })
    await using fixture = new SignInFixture(fake)
    const plan = await fixture.prepare()
    expect([plan.otherHosts, plan.warnings]).toEqual([['evil.example'], expect.arrayContaining(['otherHosts'])])
  })

  it('E08: takes every address from one issuer’s metadata; none can be set by hand beside them', async () => {
    await using fake = await FakeSignInServer.start({ path: '/tenant' })
    await using fixture = new SignInFixture(fake, { auth: { issuer: `${fake.origin}/tenant` } })
    await fixture.signIn()
    expect(fake.seen.map(({ path }) => path).filter((path) => path.startsWith('/tenant/') && !path.includes('well-known'))).toEqual([
      '/tenant/register',
      '/tenant/authorize',
      '/tenant/token',
    ])
  })

  it('E22: warns where one would sign in at somebody else’s', async () => {
    await using fake = await FakeSignInServer.start({
      metadata: () => ({ authorization_endpoint: 'https://accounts.google.com.evil.example/authorize' }),
    })
    await using fixture = new SignInFixture(fake)
    expect(await fixture.prepare()).toMatchObject({
      host: 'accounts.google.com.evil.example',
      serverHost: new URL(fake.origin).host,
      warnings: expect.arrayContaining(['unrelatedHost', 'lookAlike']),
    })
  })

  it('A01: never hands an address with a name before its host to the browser', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ authorization_endpoint: 'http://a:$(calc.exe)@evil.test/auth' }) })
    await using fixture = new SignInFixture(fake)
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(fixture.opened).toEqual([])
  })

  it.each([
    'file:///C:/Windows/System32/calc.exe',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a/b',
    'https://accounts.google.com..evil.test/authorize',
  ])('A01, A03, SE-11: never opens %j as the page to sign in at', async (address) => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ authorization_endpoint: address }) })
    await using fixture = new SignInFixture(fake)
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'SIGN_IN_FAILED' })
    expect(fixture.opened).toEqual([])
  })

  it('takes the address that a person pasted, whole or only its query, and goes on waiting after anything else', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake, { redirect: 'http://127.0.0.1:9/oauth/callback' })
    for (const paste of [(url: URL) => url.href, (url: URL) => url.search.slice(1)]) {
      const { plan } = await fixture.begin()
      const sent = await fetch(plan.url, { redirect: 'manual' })
      const landed = new URL(sent.headers.get('location') ?? '')
      const wrong = ['hello', 'https://example.org/', `${landed.origin}/?code=x&state=other`, `${landed.href}&state=twice`]
      for (const text of wrong) expect(await failure(fixture.attempts.finish(plan.attempt, text))).toMatchObject({ code: 'INVALID_INPUT' })
      await fixture.attempts.finish(plan.attempt, ` ${paste(landed)}\n`)
      expect(fixture.attempts.attempts()[0]).toMatchObject({ id: plan.attempt, step: 'done' })
    }
    expect(fixture.toFront).toBe(0)
  })

  it('ends an earlier attempt for the same account, and lets the browser be opened again while one waits', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const first = await fixture.begin()
    const second = await fixture.begin()
    expect(fixture.attempts.attempts().map(({ id }) => id)).toEqual([second.plan.attempt])
    expect(await failure(fixture.attempts.begin(first.plan.attempt))).toMatchObject({ code: 'NOT_FOUND' })
    await fixture.attempts.begin(second.plan.attempt)
    expect(fixture.opened).toEqual([first.plan.url, second.plan.url, second.plan.url])
    fixture.attempts.cancel(second.plan.attempt)
    await expect(fetch(second.redirect)).rejects.toThrow()
    expect(fixture.attempts.attempts()).toEqual([])
  })

  it('gives up when the server is removed, or is at another address', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    await fixture.begin()
    fixture.attempts.keepOnly({ servers: [fixture.accounts.server(fixture.target)] })
    expect(fixture.attempts.attempts()).toHaveLength(1)
    const { launch, ...server } = fixture.accounts.server(fixture.target)
    if (launch.kind === 'http') fixture.attempts.keepOnly({ servers: [{ ...server, launch: { ...launch, url: `${launch.url}/other` } }] })
    expect(fixture.attempts.attempts()).toEqual([])
  })

  it('leaves nothing listening where it cannot be prepared', async () => {
    await using fake = await FakeSignInServer.start({ metadata: () => ({ registration_endpoint: undefined }) })
    await using fixture = new SignInFixture(fake)
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'SIGN_IN_FAILED', remedy: 'clientId' })
    expect(fixture.attempts.attempts()).toEqual([])
  })

  it('AU-17: comes back to 127.0.0.1, on another port each time', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const redirects = [(await fixture.begin()).redirect, (await fixture.begin()).redirect].map((address) => new URL(address))
    expect(redirects.map(({ protocol, hostname, pathname }) => `${protocol}//${hostname}${pathname}`)).toEqual(
      Array.from({ length: 2 }, () => 'http://127.0.0.1/callback'),
    )
    expect(redirects[0]?.port).not.toBe(redirects[1]?.port)
  })

  it('keeps state, verifier, code and tokens out of everything that is written', async () => {
    await using fake = await FakeSignInServer.start()
    await using fixture = new SignInFixture(fake)
    const { plan, query } = await fixture.begin()
    await browse(plan.url)
    const [token] = fake.asked('/token')
    const grant = await fixture.grant()
    const secrets = [
      query.get('state'),
      token?.form.get('code'),
      token?.form.get('code_verifier'),
      grant?.tokens.access_token,
      grant?.tokens.refresh_token,
    ]
    expect(secrets.map((secret) => redact(secret ?? 'missing'))).toEqual(secrets.map(() => '•••'))
    const shown = JSON.stringify([fixture.attempts.attempts(), fixture.accounts.accountStore.accounts()])
    expect(secrets.filter((secret) => shown.includes(secret ?? ''))).toEqual([])
  })

  it('AU-26: does not use a client ID at another authorization server than the one it was given by', async () => {
    await using one = await FakeSignInServer.start()
    await using two = await FakeSignInServer.start()
    await using fixture = new SignInFixture(one, { auth: { clientId: 'by-hand' } })
    await fixture.signIn()
    one.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => ({
      body: { resource: one.serverUrl, authorization_servers: [two.issuer] },
    })
    expect(await failure(fixture.prepare())).toMatchObject({ code: 'SIGN_IN_FAILED', remedy: 'clientId' })
    expect(two.asked('/authorize')).toEqual([])
  })

  it('AU-25: registers anew where the server names another authorization server, and says that it is another', async () => {
    await using one = await FakeSignInServer.start()
    await using two = await FakeSignInServer.start()
    await using fixture = new SignInFixture(one)
    await fixture.signIn()
    const client = (await fixture.grant())?.clientId
    one.routes['GET /.well-known/oauth-protected-resource/mcp'] = () => ({
      body: { resource: one.serverUrl, authorization_servers: [two.issuer] },
    })
    const plan = await fixture.signIn()
    expect(plan.warnings).toContain('newIssuer')
    expect(two.asked('/register')).toHaveLength(1)
    expect(two.asked('/authorize')[0]?.query.get('client_id')).not.toBe(client)
    expect(await fixture.grant()).toMatchObject({ issuer: two.issuer })
  })

  it('binds the tokens to a key where both sides want it', async () => {
    await using fake = await FakeSignInServer.start({
      metadata: () => ({ dpop_signing_alg_values_supported: ['ES256'] }),
      resource: { dpop_bound_access_tokens_required: true },
      tokens: { token_type: 'DPoP' },
    })
    await using fixture = new SignInFixture(fake)
    await fixture.signIn()
    expect(fake.asked('/token')[0]?.headers['dpop']).toMatch(/^ey/)
    expect(await fixture.grant()).toMatchObject({ tokens: { token_type: 'DPoP' }, dpopKey: { alg: 'ES256' } })
  })
})
