import { createHash, randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { AuthorizationServer, machineClient } from './authorizationServer.ts'
import { ProtectedServer, type Era } from './protectedServer.ts'
import { walkThrough } from './walkThrough.ts'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const redirect = 'http://127.0.0.1:9/callback'

async function post(url: string, body: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(body) })
}

async function register({ issuer }: AuthorizationServer): Promise<string> {
  const metadata = {
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
  const answer = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  const { client_id: id } = (await answer.json()) as { client_id: string }
  return id
}

async function signIn(authorization: AuthorizationServer, resource: string, clientId: string, scope: string): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(`${authorization.issuer}/auth`)
  const asked = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirect,
    scope,
    resource,
    state: 's',
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  const landed = new URL(await walkThrough(url.href, 'ada'))
  expect([landed.searchParams.get('state'), landed.searchParams.get('iss')]).toEqual(['s', authorization.issuer])
  const answer = await post(`${authorization.issuer}/token`, {
    grant_type: 'authorization_code',
    code: landed.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    client_id: clientId,
    code_verifier: verifier,
    resource,
  })
  return (await answer.json()) as Tokens
}

async function call(url: string, token: string, tool: string): Promise<string> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
  const { content } = (await client.callTool({ name: tool })) as CallToolResult
  await client.close()
  return content[0]?.type === 'text' ? content[0].text : ''
}

describe.each<Era>(['2025', '2026'])('a protected server of %s', (era) => {
  it('serves whoever signed in, with the rights that they gave', async () => {
    await using authorization = await AuthorizationServer.start()
    await using notes = await ProtectedServer.start(authorization, era)
    const clientId = await register(authorization)
    const { access_token: token } = await signIn(authorization, notes.url, clientId, 'notes:read')
    expect(await call(notes.url, token, 'whoami')).toBe('whoami: you are ada, with notes:read')
    await expect(call(notes.url, token, 'write_note')).rejects.toThrow()
    expect(notes.tooFewRights).toBe(1)
    const more = await signIn(authorization, notes.url, clientId, 'notes:read notes:write')
    expect(await call(notes.url, more.access_token, 'write_note')).toContain('notes:write')
    await expect(call(notes.url, 'made up', 'whoami')).rejects.toThrow()
  })
})

it('renews once with each refresh token, and takes everything back when one comes twice', async () => {
  await using authorization = await AuthorizationServer.start({ accessTokenSeconds: 60 })
  await using notes = await ProtectedServer.start(authorization)
  const clientId = await register(authorization)
  const first = await signIn(authorization, notes.url, clientId, 'notes:read')
  expect(first.expires_in).toBe(60)
  const renew = (token: string): Promise<Response> =>
    post(`${authorization.issuer}/token`, { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, resource: notes.url })
  const second = (await (await renew(first.refresh_token)).json()) as Tokens
  expect(await call(notes.url, second.access_token, 'whoami')).toContain('ada')
  expect((await renew(first.refresh_token)).status).toBe(400)
  expect((await renew(second.refresh_token)).status).toBe(400)
  await expect(call(notes.url, second.access_token, 'whoami')).rejects.toThrow()
  expect(authorization.events).toEqual(['registered', 'signedIn', 'renewed', 'renewalRefused', 'renewalRefused'])
})

it('gives tokens that can be read, where it is told to', async () => {
  await using authorization = await AuthorizationServer.start({ tokens: 'jwt' })
  await using notes = await ProtectedServer.start(authorization)
  await using other = await ProtectedServer.start(authorization)
  const { access_token: token } = await signIn(authorization, notes.url, await register(authorization), 'notes:read')
  expect(await call(notes.url, token, 'whoami')).toContain('ada')
  await expect(call(other.url, token, 'whoami')).rejects.toThrow()
})

it('takes back what it is told to, and gives a machine a token of its own', async () => {
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  const clientId = await register(authorization)
  const tokens = await signIn(authorization, notes.url, clientId, 'notes:read')
  await post(`${authorization.issuer}/token/revocation`, { token: tokens.refresh_token, client_id: clientId })
  await expect(call(notes.url, tokens.access_token, 'whoami')).rejects.toThrow()
  const answer = await post(`${authorization.issuer}/token`, {
    grant_type: 'client_credentials',
    client_id: machineClient.id,
    client_secret: machineClient.secret,
    resource: notes.url,
    scope: 'notes:read',
  })
  const machine = (await answer.json()) as Tokens
  expect(await call(notes.url, machine.access_token, 'whoami')).toContain(machineClient.id)
  expect(authorization.events).toEqual(['registered', 'signedIn', 'revoked', 'machine'])
})
