import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { signInFetch } from '../net/signInFetch'
import { chooseClientRegistration, registrationOf, type ClientChoice } from './clientRegistration'
import { FakeSignInServer } from './testing/fakeSignInServer'

const { signal } = new AbortController()
const redirectUri = 'http://127.0.0.1:4711/callback'
const document = 'https://parley.example/client.json'

function metadataOf(fake: FakeSignInServer, change: Partial<AuthorizationServerMetadata> = {}): AuthorizationServerMetadata {
  return {
    issuer: fake.issuer,
    authorization_endpoint: `${fake.issuer}/authorize`,
    token_endpoint: `${fake.issuer}/token`,
    registration_endpoint: `${fake.issuer}/register`,
    response_types_supported: ['code'],
    ...change,
  }
}

function identify(fake: FakeSignInServer, wish: Partial<ClientChoice> = {}) {
  return chooseClientRegistration(
    { metadata: metadataOf(fake), redirectUri, now: 1_000_000, ...wish },
    signInFetch({ typed: new URL(fake.origin) }),
    signal,
  )
}

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    (thrown: unknown) => AppError.from(thrown).toData(),
  )
}

const registered = (more: object) => () => ({ status: 201, body: { client_id: 'given', redirect_uris: [redirectUri], ...more } })

describe('chooseClientRegistration', () => {
  it('AU-19: is the configured client, else its document, else registers, else asks for a client ID', async () => {
    await using fake = await FakeSignInServer.start()
    const knowsDocuments = metadataOf(fake, { client_id_metadata_document_supported: true })
    const configured = { clientId: 'by-hand', clientSecret: 's3cret' }
    const all = { metadata: knowsDocuments, clientMetadataUrl: document, configured }
    expect(await identify(fake, all)).toMatchObject({ client: 'configured', clientId: 'by-hand', clientSecret: 's3cret' })
    expect(await identify(fake, { ...all, configured: undefined })).toMatchObject({ client: 'document', clientId: document })
    expect(await identify(fake, { clientMetadataUrl: document })).toMatchObject({ client: 'registered' })
    expect(fake.asked('/register')).toHaveLength(1)
    const closed = metadataOf(fake, { registration_endpoint: undefined })
    expect(await failure(identify(fake, { metadata: closed }))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      remedy: 'clientId',
      reason: 'oauth.noRegistration',
    })
  })

  it('AU-20: says who it is by the exact address of its document', async () => {
    await using fake = await FakeSignInServer.start()
    const metadata = metadataOf(fake, { client_id_metadata_document_supported: true })
    expect((await identify(fake, { metadata, clientMetadataUrl: document })).clientId).toBe(document)
    expect(fake.seen).toEqual([])
  })

  it('AU-22, AU-23: registers as a program on a person’s own computer, which may renew', async () => {
    await using fake = await FakeSignInServer.start()
    await identify(fake)
    const [sent] = fake.asked('/register').map(({ body }): unknown => JSON.parse(body))
    expect(sent).toEqual({
      client_name: 'Parley',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    })
  })

  it.each([
    [['client_secret_basic'], 'client_secret_basic'],
    [['client_secret_post', 'private_key_jwt'], 'client_secret_post'],
    [['client_secret_post', 'none'], 'none'],
    [['private_key_jwt'], 'none'],
  ])('registers for a way to prove itself that is known there: %j', async (methods, expected) => {
    await using fake = await FakeSignInServer.start()
    const metadata = metadataOf(fake, { token_endpoint_auth_methods_supported: methods })
    expect(registrationOf(metadata, redirectUri).token_endpoint_auth_method).toBe(expected)
  })

  it('AU-24: explains a registration that was rejected, with what was said', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['POST /register'] = () => ({
      status: 400,
      body: { error: 'invalid_redirect_uri', error_description: 'No loopback here\n<b>!</b>' },
    })
    expect(await failure(identify(fake))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      reason: 'oauth.noLoopbackRedirect',
      params: { issuer: fake.issuer },
      said: 'invalid_redirect_uri: No loopback here <b>!</b>',
      remedy: 'clientId',
    })
    fake.routes['POST /register'] = () => ({ status: 403, body: 'Only for partners' })
    expect(await failure(identify(fake))).toMatchObject({
      reason: 'oauth.step.registering',
      said: 'HTTP 403',
    })
  })

  it('AU-24: does not use a registration for another address to come back to', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['POST /register'] = registered({ redirect_uris: ['https://evil.example/callback'] })
    expect(await failure(identify(fake))).toMatchObject({ code: 'SIGN_IN_FAILED', said: 'https://evil.example/callback' })
  })

  it.each([
    { client_id: 'a\r\nX-Evil: 1' },
    { client_id: 'a\u0000' },
    { client_id: 'x'.repeat(3_000) },
    { client_id: '' },
    { client_id: 'a', client_secret: 'b\nc' },
    { client_id: 'ä' },
  ])('E21: is called nothing that could not be sent: %j', async (given) => {
    await using fake = await FakeSignInServer.start()
    fake.routes['POST /register'] = registered(given)
    expect(await failure(identify(fake))).toMatchObject({ code: 'SIGN_IN_FAILED' })
  })

  it('neither registers nor uses an earlier registration where a policy forbids it', async () => {
    await using fake = await FakeSignInServer.start()
    const mayRegister = (issuer: string) => {
      throw new AppError('POLICY', `Atlas IT does not allow Parley to register itself at ${issuer}`)
    }
    const known = { client: 'registered' as const, clientId: 'before', redirectUris: [redirectUri], registered: 0 }
    expect([await failure(identify(fake, { mayRegister })), await failure(identify(fake, { mayRegister, known }))]).toMatchObject([
      { code: 'POLICY' },
      { code: 'POLICY' },
    ])
    expect(await identify(fake, { mayRegister, configured: { clientId: 'given' } })).toMatchObject({ clientId: 'given' })
    expect(fake.asked('/register')).toEqual([])
  })

  it('uses an earlier registration again while it is good for this very address', async () => {
    await using fake = await FakeSignInServer.start()
    const known = { client: 'registered' as const, clientId: 'known', redirectUris: [redirectUri], registered: 1 }
    expect(await identify(fake, { known })).toBe(known)
    expect(await identify(fake, { known: { ...known, redirectUris: ['http://127.0.0.1:1/callback'] } })).not.toBe(known)
    expect(await identify(fake, { known: { ...known, secretExpires: 999_999 } })).not.toBe(known)
    expect(fake.asked('/register')).toHaveLength(2)
  })

  it('keeps the secret that came with a registration, and until when it is good', async () => {
    await using fake = await FakeSignInServer.start()
    fake.routes['POST /register'] = registered({
      client_secret: 'given-secret',
      client_secret_expires_at: 5_000,
      token_endpoint_auth_method: 'client_secret_post',
    })
    expect(await identify(fake)).toMatchObject({
      clientId: 'given',
      clientSecret: 'given-secret',
      secretExpires: 5_000_000,
      authMethod: 'client_secret_post',
    })
  })
})
