import { describe, expect, it } from 'vitest'
import { signal } from '../testing/accountFixture'
import { browse, FakeSignInServer } from '../testing/fakeSignInServer'
import { SignInFixture } from '../testing/signInFixture'

describe('a sign-in to the identity provider', () => {
  const claims = (fake: FakeSignInServer, nonce: string | null | undefined, change: object = {}) => {
    const body = {
      iss: fake.issuer,
      aud: 'parley-at-work',
      nonce,
      exp: Math.floor(Date.now() / 1000) + 300,
      email: 'ann@example.org',
      ...change,
    }
    return `${part({ alg: 'none' })}.${part(body)}.sig`
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  async function signIn(change: object | undefined, slash = '') {
    const fake = await FakeSignInServer.start({ metadata: () => ({ scopes_supported: ['openid', 'offline_access'] }) })
    const fixture = new SignInFixture(fake)
    const stack = new AsyncDisposableStack()
    stack.use(fake)
    stack.use(fixture)
    fixture.accounts.settings = {
      ...fixture.accounts.settings,
      signIn: { idp: { issuer: `${fake.issuer}${slash}`, clientId: 'parley-at-work' } },
    }
    const { plan, query } = await fixture.begin({ target: { kind: 'idp' } })
    const answers = { access_token: 'access-of-idp', token_type: 'Bearer' }
    const idToken = change && claims(fake, query.get('nonce'), change)
    fake.routes['POST /token'] = () => ({ body: { ...answers, ...(idToken && { id_token: idToken }) } })
    await browse(plan.url)
    return { plan, query, fixture, fake, idToken, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  }

  it('EM-01: asks for an ID token with PKCE and a nonce, and keeps it sealed', async () => {
    await using done = await signIn({})
    expect([done.query.get('scope'), done.query.get('client_id'), done.query.get('resource')]).toEqual([
      'openid offline_access',
      'parley-at-work',
      null,
    ])
    expect(Buffer.from(done.query.get('nonce') ?? '', 'base64url')).toHaveLength(16)
    expect(done.query.get('code_challenge_method')).toBe('S256')
    expect(done.fixture.attempts.attempts()[0]?.error).toBeUndefined()
    expect(done.fixture.accounts.accountStore.idp()).toMatchObject({ state: 'signedIn', who: 'ann@example.org' })
    const grant = await done.fixture.accounts.accountStore.grantOf({ kind: 'idp' }, signal)
    expect(grant?.tokens.id_token).toBe(done.idToken)
  })

  it('EM-01: goes by what the identity provider calls itself, though it was typed with a slash more', async () => {
    await using done = await signIn({}, '/')
    expect(done.fixture.accounts.accountStore.idp()).toMatchObject({ state: 'signedIn' })
  })

  it.each([
    ['is missing', undefined],
    ['answers another question', { nonce: 'other' }],
    ['is for another program', { aud: 'other' }],
    ['is of another issuer', { iss: 'https://other.example' }],
    ['is too old', { exp: 1 }],
    ['never ends', { exp: undefined }],
  ])('EM-01: believes no ID token that %s', async (_title, change) => {
    await using done = await signIn(change)
    expect(done.fixture.attempts.attempts()).toMatchObject([{ step: 'failed', error: { code: 'SIGN_IN_FAILED' } }])
    expect(done.fixture.accounts.accountStore.idp()).toMatchObject({ state: 'signedOut' })
  })
})
