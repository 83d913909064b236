import { readFileSync, writeFileSync } from 'node:fs'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import { newDpopKey } from './dpopKeys'
import { AccountFixture, signal } from '../testing/accountFixture'
import { FakeAuthorizationServer, refused } from '../testing/fakeAuthorizationServer'
import { fakeProtectedServer } from '../testing/fakeProtectedServer'
import type { Answered, Asked } from '../testing/loopbackServer'

/** What the token endpoint does in place of what it should, for as long as a test says so. */
interface Trouble {
  answer?: ((asked: Asked) => Answered | undefined) | undefined
}

async function setUp(options: Parameters<typeof FakeAuthorizationServer.start>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const trouble: Trouble = {}
  const issuer = stack.use(
    await FakeAuthorizationServer.start({
      lifetime: 3600,
      instead: (asked) => (asked.path === '/token' ? trouble.answer?.(asked) : undefined),
      ...options,
    }),
  )
  const server = stack.use(await fakeProtectedServer({ issuers: () => [issuer.issuer], accepts: (token) => issuer.access.has(token) }))
  const parley = stack.use(new AccountFixture())
  const target = parley.add('files', server.url)
  return { issuer, server, parley, target, trouble, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Answers as ever, but breaks a file before. */
const breaking = (path: string) => () => {
  writeFileSync(path, 'damaged')
  return undefined
}

const MINUTE = 60_000
const eight = <T>(run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, run))

describe('TokenProvider', () => {
  it('renews in the last minute of a token, and not before', async () => {
    await using world = await setUp()
    const { access_token: first } = (await world.parley.signIn(world.target, world.issuer)).tokens
    const link = world.parley.link(world.target)
    await world.parley.clock.pass(58 * MINUTE)
    await link.fetch()
    expect(world.issuer.tokenRequests()).toEqual([])
    await world.parley.clock.pass(1.5 * MINUTE)
    await link.fetch()
    expect(world.issuer.tokenRequests()).toHaveLength(1)
    const [before, after] = world.server.presented()
    expect([before, after === before, after?.startsWith('Bearer access-')]).toEqual([`Bearer ${first}`, false, true])
    expect(world.parley.accountStore.accounts()[0]).toMatchObject({ state: 'signedIn', renews: true, refreshed: world.parley.clock.now() })
  })

  it('renews a short-lived token in its last tenth', async () => {
    await using world = await setUp({ lifetime: 10 })
    await world.parley.signIn(world.target, world.issuer)
    const link = world.parley.link(world.target)
    await world.parley.clock.pass(8_500)
    await link.fetch()
    await world.parley.clock.pass(600)
    await link.fetch()
    expect(world.issuer.tokenRequests()).toHaveLength(1)
  })

  it('eight calls at once with a token that is over cause one renewal and have eight answers', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.clock.pass(61 * MINUTE)
    const answers = await eight(() => world.parley.link(world.target).fetch())
    expect([answers.map(({ status }) => status), world.issuer.tokenRequests().length]).toEqual([Array(8).fill(200), 1])
  })

  it('eight calls at once that are refused cause one renewal and have eight answers', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    const links = Array.from({ length: 8 }, () => world.parley.link(world.target))
    const answers = await Promise.all(links.map((link) => link.fetch()))
    expect([answers.map(({ status }) => status), world.issuer.tokenRequests().length]).toEqual([Array(8).fill(200), 1])
    expect(links.flatMap(({ refusals }) => refusals)).toEqual([])
  })

  it('keeps the tokens when the authorization server cannot be reached, and renews at the next use', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.clock.pass(61 * MINUTE)
    const link = world.parley.link(world.target)
    for (const answer of [
      () => {
        throw new Error('The connection breaks')
      },
      () => ({ status: 503, body: '<html>down</html>' }),
      () => ({ status: 429, body: { error: 'invalid_grant' } }),
      () => ({ status: 400, body: { error: 'temporarily_unavailable' } }),
      () => ({ status: 200, body: 'not tokens' }),
    ] satisfies ((asked: Asked) => Answered)[]) {
      world.trouble.answer = answer
      await expect(link.fetch()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
      expect(world.parley.accountStore.accounts()[0]).toMatchObject({ state: 'signedIn', problem: { code: 'SERVER_UNREACHABLE' } })
    }
    world.trouble.answer = undefined
    expect([(await link.fetch()).status, link.refusals, world.parley.accountStore.accounts()[0]?.problem]).toEqual([200, [], undefined])
  })

  it.each(['invalid_dpop_proof', 'use_dpop_nonce', 'invalid_request', 'invalid_target', 'invalid_scope', 'unsupported_grant_type'])(
    'keeps the sign-in when a renewal is refused with %s, which does not end it, lets a person sign in anew, and renews after a while',
    async (error) => {
      await using world = await setUp()
      await world.parley.signIn(world.target, world.issuer)
      await world.parley.clock.pass(61 * MINUTE)
      const link = world.parley.link(world.target)
      world.trouble.answer = () => refused(error, 'So it is')
      const problem = { code: 'SIGN_IN_FAILED', reason: 'oauth.refreshFailed', said: `${error}: So it is` }
      const refusal = { ...problem, code: 'SIGN_IN_REQUIRED', why: 'ended', wantsPerson: true, accountId: world.target.accountId }
      await expect(link.fetch()).rejects.toMatchObject(refusal)
      expect(world.parley.accountStore.accounts()[0]).toMatchObject({ state: 'signedIn', problem })
      await expect(link.fetch()).rejects.toMatchObject(refusal)
      expect([link.refusals.length, world.issuer.tokenRequests().length]).toEqual([2, 1])
      world.trouble.answer = undefined
      await world.parley.clock.pass(10_000)
      expect([(await link.fetch()).status, world.parley.accountStore.accounts()[0]?.problem]).toEqual([200, undefined])
    },
  )

  it('renews a new sign-in though a renewal of the one before was refused just now', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.clock.pass(61 * MINUTE)
    world.trouble.answer = () => refused('invalid_request')
    const link = world.parley.link(world.target)
    await expect(link.fetch()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    world.trouble.answer = undefined
    await world.parley.signIn(world.target, world.issuer, { tokens: { ...world.issuer.issue(), expires_in: 5 } })
    await world.parley.clock.pass(6_000)
    expect((await link.fetch()).status).toBe(200)
  })

  it('says with a refused renewal what the server demands, if it was asked', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.trouble.answer = () => refused('invalid_request')
    world.issuer.access.clear()
    const link = world.parley.link(world.target)
    const resourceMetadataUrl = `${world.server.origin}/.well-known/oauth-protected-resource/mcp`
    const refusal = { code: 'SIGN_IN_REQUIRED', address: world.server.url }
    await expect(link.fetch()).rejects.toMatchObject({ ...refusal, unasked: false, resourceMetadataUrl })
    await world.parley.clock.pass(61 * MINUTE)
    await expect(link.fetch()).rejects.toMatchObject({ ...refusal, unasked: true })
  })

  it.each([
    ['invalid_grant', 400],
    ['invalid_grant', 403],
    ['bad_refresh_token', 200],
    ['invalid_token', 401],
    ['expired_token', 400],
    ['login_required', 400],
  ])('ends the sign-in when a renewal is refused with %s and the status %i', async (error, status) => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    world.trouble.answer = () => ({ ...refused(error), status })
    expect((await world.parley.link(world.target).fetch()).status).toBe(401)
    expect([world.parley.accountStore.accounts()[0]?.state, world.parley.accountStore.ended(world.target)]).toEqual(['signedOut', true])
  })

  it('uses a token to its last second when it cannot be renewed before', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.trouble.answer = () => ({ status: 500 })
    await world.parley.clock.pass(59.5 * MINUTE)
    const link = world.parley.link(world.target)
    expect([(await link.fetch()).status, (await link.fetch()).status, world.issuer.tokenRequests().length]).toEqual([200, 200, 1])
    await world.parley.clock.pass(11_000)
    expect([(await link.fetch()).status, world.issuer.tokenRequests().length]).toEqual([200, 2])
  })

  it('who leaves during a renewal leaves alone: it goes on, and what it brings is kept', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    const leaving = new AbortController()
    const link = world.parley.link(world.target)
    const left = link.fetch({ signal: leaving.signal })
    const stays = link.fetch()
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: expect.stringMatching(/Abort|AppError/) })
    expect([(await stays).status, world.issuer.tokenRequests().length]).toEqual([200, 1])
  })

  it('takes tokens from authorization servers that write nothing as null, or as nought, and then uses them until they are refused', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    world.trouble.answer = () => ({ status: 200, body: { ...world.issuer.issue(), scope: null, id_token: null, expires_in: 0 } })
    const link = world.parley.link(world.target)
    expect([(await link.fetch()).status, (await link.fetch()).status, world.issuer.tokenRequests().length]).toEqual([200, 200, 1])
    expect(world.parley.accountStore.accounts()[0]).toMatchObject({ scopes: ['files:read'], renews: true })
  })

  it('goes on with what a renewal brought though it could not be written down, and writes the next', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    const link = world.parley.link(world.target)
    const path = world.parley.folder.file('secrets.json')
    const before = readFileSync(path)
    for (const isKept of [false, true]) {
      world.issuer.access.clear()
      if (!isKept) world.trouble.answer = breaking(path)
      expect((await link.fetch()).status).toBe(200)
      world.trouble.answer = undefined
      expect(world.parley.accountStore.accounts()[0]?.problem?.code).toBe(isKept ? undefined : 'FILE_UNREADABLE')
      if (!isKept) writeFileSync(path, before)
    }
    expect((await world.parley.accountStore.grantOf(world.target, signal))?.tokens.refresh_token).toBe(
      [...world.issuer.refreshTokens.keys()].at(-1),
    )
  })

  it('writes down what could not be written down before: at the next use after a while, and at the latest when Parley ends', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    const link = world.parley.link(world.target)
    const path = world.parley.folder.file('secrets.json')
    const before = readFileSync(path)
    const isKept = async (): Promise<boolean> =>
      (await world.parley.accountStore.grantOf(world.target, signal))?.tokens.refresh_token ===
      [...world.issuer.refreshTokens.keys()].at(-1)
    const loseOne = async (): Promise<void> => {
      world.issuer.access.clear()
      world.trouble.answer = breaking(path)
      await link.fetch()
      world.trouble.answer = undefined
      writeFileSync(path, before)
    }
    await loseOne()
    await link.fetch()
    const atOnce = await isKept()
    await world.parley.clock.pass(10_000)
    await link.fetch()
    const afterAWhile = await isKept()
    await loseOne()
    await world.parley.tokens[Symbol.asyncDispose]()
    expect([atOnce, afterAWhile, await isKept(), world.issuer.tokenRequests().length]).toEqual([false, true, true, 2])
  })

  it('keeps what a renewal brought though the server was renamed meanwhile', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    const { accountStore, servers } = world.parley
    const to = { ...world.target, serverId: ServerId.parse('documents') }
    world.trouble.answer = () => {
      const server = world.parley.server(world.target)
      accountStore.renameServer(world.target.serverId, to.serverId)
      servers.delete(world.target.serverId)
      servers.set(to.serverId, { ...server, id: to.serverId })
      return undefined
    }
    expect((await world.parley.link(world.target).fetch()).status).toBe(200)
    expect((await accountStore.grantOf(to, signal))?.tokens.refresh_token).toBe([...world.issuer.refreshTokens.keys()].at(-1))
  })

  it('E19: a link to where a server was before an edit gets nothing of what was given for its new address', async () => {
    await using world = await setUp()
    const auth = { kind: 'client', clientId: 'machine', clientSecret: 'the secret of the machine' } as const
    await using next = await fakeProtectedServer({
      issuers: () => [world.issuer.issuer],
      accepts: (token) => world.issuer.access.has(token),
    })
    const old = world.parley.link(world.parley.add('alone', world.server.url, auth))
    await world.parley.link(world.parley.add('alone', next.url, auth)).fetch()
    await old.fetch()
    expect(next.presented()).toHaveLength(1)
    expect(world.server.presented()).not.toContain(next.presented()[0])
  })

  it('E19: who uses the new address of a server while a sign-in for its old one is under way gets tokens of its own', async () => {
    await using world = await setUp()
    const auth = { kind: 'client', clientId: 'machine', clientSecret: 'the secret of the machine' } as const
    await using next = await fakeProtectedServer({
      issuers: () => [world.issuer.issuer],
      accepts: (token) => world.issuer.access.has(token),
    })
    const old = world.parley.link(world.parley.add('alone', world.server.url, auth))
    // The sign-in for the old address is in the middle of its work when the address is edited and used.
    const both: Promise<Response>[] = []
    world.trouble.answer = () => {
      world.trouble.answer = undefined
      both.push(world.parley.link(world.parley.add('alone', next.url, auth)).fetch())
      return undefined
    }
    await old.fetch()
    await Promise.all(both)
    const at = (url: string) => world.issuer.tokenRequests().filter(({ form }) => form['resource'] === url).length
    expect([at(world.server.url), at(next.url)]).toEqual([1, 1])
    const presented = (server: typeof next) => server.presented().filter((token) => token !== undefined)
    expect(presented(next).filter((token) => presented(world.server).includes(token))).toEqual([])
  })

  it.each(['address', 'client'])(
    'who uses a server after an edit of its %s does not fail as the sign-in from before, which is under way',
    async (edited) => {
      await using world = await setUp()
      const auth = { kind: 'client', clientId: 'machine', clientSecret: 'the secret of the machine' } as const
      await using next = await fakeProtectedServer({
        issuers: () => [world.issuer.issuer],
        accepts: (token) => world.issuer.access.has(token),
      })
      const old = world.parley.link(world.parley.add('alone', world.server.url, auth))
      const after: Promise<Response>[] = []
      world.trouble.answer = () => {
        world.trouble.answer = undefined
        const target =
          edited === 'address'
            ? world.parley.add('alone', next.url, auth)
            : world.parley.add('alone', world.server.url, { ...auth, clientId: 'another' })
        after.push(world.parley.link(target).fetch())
        return { status: 503 }
      }
      await expect(old.fetch()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
      expect([(await after[0])?.status, world.issuer.tokenRequests().length]).toEqual([200, 2])
    },
  )

  it('E07: a refresh token goes to the endpoint that it came from, whatever the metadata says by now', async () => {
    await using evil = await FakeAuthorizationServer.start()
    await using world = await setUp({ metadata: { token_endpoint: `${evil.issuer}/token` } })
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    expect((await world.parley.link(world.target).fetch()).status).toBe(200)
    expect([evil.tokenRequests(), world.issuer.tokenRequests().length]).toEqual([[], 1])
  })

  it('a redirect of the token endpoint is not followed, and gets nothing', async () => {
    await using evil = await FakeAuthorizationServer.start()
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.clock.pass(61 * MINUTE)
    world.trouble.answer = () => ({ status: 307, headers: { location: `${evil.issuer}/token` } })
    await expect(world.parley.link(world.target).fetch()).rejects.toMatchObject({ code: 'LINK_REFUSED' })
    expect([evil.tokenRequests(), world.parley.accountStore.accounts()[0]?.state]).toEqual([[], 'signedIn'])
  })

  it('AU-31: renewed tokens lie only in the vault, sealed, and a new start finds them', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    world.issuer.access.clear()
    await world.parley.link(world.target).fetch()
    const again = new AccountFixture({ folder: world.parley.folder })
    again.add('files', world.server.url)
    expect((await again.link(world.target).fetch()).status).toBe(200)
    await again.close()
    expect(world.issuer.tokenRequests()).toHaveLength(1)
    expect(world.parley.vault.credentials.keys()).toEqual([{ kind: 'account', id: world.target.accountId }])
  })

  it('a client that its authorization server does not know any more is forgotten with the sign-in; one from the configuration is told', async () => {
    await using world = await setUp()
    await world.parley.signIn(world.target, world.issuer)
    await world.parley.accountStore.saveClient(
      world.issuer.issuer,
      { clientId: 'parley', client: 'registered', redirectUris: [], registered: 1 },
      signal,
    )
    world.issuer.access.clear()
    world.trouble.answer = () => refused('invalid_client')
    expect((await world.parley.link(world.target).fetch()).status).toBe(401)
    expect([await world.parley.accountStore.clientOf(world.issuer.issuer, signal), world.parley.accountStore.accounts()[0]?.state]).toEqual(
      [undefined, 'signedOut'],
    )

    const configured = world.parley.add('configured', world.server.url, {
      kind: 'person',
      clientId: 'by-hand',
      clientSecret: 'secret by hand',
    })
    await world.parley.signIn(configured, world.issuer, { client: 'configured', clientId: 'by-hand' })
    world.issuer.access.clear()
    const link = world.parley.link(configured)
    await expect(link.fetch()).rejects.toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.clientRefused',
    })
    expect(world.parley.accountStore.find(configured.serverId, configured.accountId).state).toBe('signedIn')
  })

  it('proves a confidential client by its secret, form-encoded, and never in the address', async () => {
    await using world = await setUp()
    const target = world.parley.add('configured', world.server.url, { kind: 'person', clientId: 'a:b', clientSecret: 's%c+r t:' })
    await world.parley.signIn(target, world.issuer, { client: 'configured', clientId: 'a:b' })
    world.issuer.access.clear()
    await world.parley.link(target).fetch()
    const [renewal] = world.issuer.tokenRequests()
    const basic = Buffer.from(renewal?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()
    expect([basic, renewal?.form['client_secret'], renewal?.url.search]).toEqual(['a%3Ab:s%25c%2Br+t%3A', undefined, ''])
  })
})

describe('tokens that are bound to a key', () => {
  const proofOf = (asked: Asked | undefined): Record<string, unknown> => {
    const proof = String(asked?.headers['dpop'])
    return { ...decodeProtectedHeader(proof), ...decodeJwt(proof) }
  }

  it('are presented with a fresh proof for each request, and renewed with one, also after a restart', async () => {
    await using world = await setUp()
    const dpopKey = await newDpopKey()
    const tokens = world.issuer.issue('files:read', { type: 'DPoP' })
    await world.parley.signIn(world.target, world.issuer, { dpopKey, tokens })
    const link = world.parley.link(world.target)
    await link.fetch()
    await link.fetch({ method: 'GET', body: null })
    const [post, get] = world.server.asked.filter(({ path }) => path === '/mcp')
    expect(post?.headers.authorization).toBe(`DPoP ${String(tokens['access_token'])}`)
    expect(proofOf(post)).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: dpopKey.publicJwk, htm: 'POST', htu: world.server.url })
    expect([proofOf(get)['htm'], proofOf(get)['jti'] === proofOf(post)['jti']]).toEqual(['GET', false])
    world.issuer.access.clear()
    const again = new AccountFixture({ folder: world.parley.folder })
    again.add('files', world.server.url)
    expect((await again.link(world.target).fetch()).status).toBe(200)
    await again.close()
    expect(proofOf(world.issuer.tokenRequests()[0])).toMatchObject({ jwk: dpopKey.publicJwk, htu: `${world.issuer.issuer}/token` })
    expect(world.parley.accountStore.accounts()[0]).toMatchObject({ keyBound: true })
    expect(JSON.stringify(world.parley.accountStore.accounts())).not.toContain(dpopKey.privateJwk['d'])
  })

  it('are not presented any more where they were read while somebody signed out', async () => {
    await using world = await setUp()
    const tokens = world.issuer.issue('files:read', { type: 'DPoP' })
    await world.parley.signIn(world.target, world.issuer, { dpopKey: await newDpopKey(), tokens, revocationEndpoint: undefined })
    const again = new AccountFixture({ folder: world.parley.folder })
    again.add('files', world.server.url)
    const link = again.link(world.target)
    const [sent] = await Promise.all([link.fetch(), again.accountStore.signOut(world.target, signal)])
    expect([sent.status, (await link.fetch()).status, world.server.presented()]).toEqual([401, 401, [undefined, undefined]])
    await again.close()
  })

  it('say the nonce that either side wants, at the second try, and remember it', async () => {
    await using issuer = await FakeAuthorizationServer.start({ lifetime: 3600, dpopNonce: 'for tokens' })
    const nonces: unknown[] = []
    await using server = await fakeProtectedServer({
      issuers: () => [issuer.issuer],
      accepts: (token) => issuer.access.has(token),
      instead: (asked) => {
        if (asked.path !== '/mcp') return undefined
        const { nonce } = proofOf(asked)
        nonces.push(nonce)
        const headers = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'for the server' }
        return nonce === 'for the server' ? undefined : { status: 401, headers }
      },
    })
    await using parley = new AccountFixture()
    const target = parley.add('files', server.url)
    await parley.signIn(target, issuer, { dpopKey: await newDpopKey(), tokens: issuer.issue('', { type: 'DPoP' }) })
    const link = parley.link(target)
    expect([(await link.fetch()).status, (await link.fetch()).status]).toEqual([200, 200])
    expect([nonces, issuer.tokenRequests().length]).toEqual([[undefined, 'for the server', 'for the server'], 0])
    issuer.access.clear()
    expect([(await link.fetch()).status, issuer.tokenRequests().length]).toEqual([200, 2])
  })
})
