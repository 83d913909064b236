import { expect, it } from 'vitest'
import { fixAuth, fixSignIn, forbidsRegistration, hasTwoClients } from './decideSignIn'
import type { PolicySheet } from './policySheet'

const idp = (name: string) => ({ issuer: `https://${name}.example`, clientId: name })
const http = (url: string) => ({ kind: 'http', url, headers: {}, transport: 'auto' }) as const

it('the policy’s identity provider and document take the place of the user’s; a token for the same one stays', () => {
  const sheets: PolicySheet[] = [{ name: 'A', signIn: { idp: idp('work'), clientMetadataUrl: 'https://a.example/c.json' } }]
  expect(fixSignIn({ sheets }, { idp: { ...idp('own'), idToken: 'x' } })).toEqual({
    idp: idp('work'),
    clientMetadataUrl: 'https://a.example/c.json',
  })
  expect(fixSignIn({ sheets }, { idp: { ...idp('work'), idToken: 'x' } }).idp).toEqual({ ...idp('work'), idToken: 'x' })
  expect(fixSignIn({ sheets: [{ name: 'A' }] }, { idp: idp('own') })).toEqual({ idp: idp('own') })
})

it('of two that differ neither is used', () => {
  const sheets: PolicySheet[] = ['a', 'b'].map((name) => ({
    name,
    signIn: { idp: idp(name), clientMetadataUrl: `https://${name}.example/c` },
  }))
  expect(fixSignIn({ sheets }, { idp: idp('own'), clientMetadataUrl: 'https://own.example/c' })).toEqual({})
})

it('a client ID is for the servers at its address, and replaces what the user entered with its secret', () => {
  const sheets: PolicySheet[] = [
    { name: 'A', signIn: { clients: [{ address: 'https://*.example/*', clientId: 'given', issuer: 'https://as.example' }] } },
  ]
  const own = { kind: 'person', clientId: 'own', clientSecret: 'own secret', scopes: ['a'] } as const
  expect(fixAuth({ sheets }, 'https://mcp.example/x', { ...own, scopes: ['a'] })).toEqual({
    kind: 'person',
    clientId: 'given',
    issuer: 'https://as.example',
    scopes: ['a'],
  })
  expect(fixAuth({ sheets }, 'https://other.test/', { kind: 'person' })).toEqual({ kind: 'person' })
  expect(fixAuth({ sheets }, 'https://mcp.example/x', { kind: 'client', clientId: 'machine' })).toEqual({
    kind: 'client',
    clientId: 'machine',
  })
})

it('a server for which two policies name different clients is not reached', () => {
  const sheets = ['a', 'b'].map((name): PolicySheet => ({
    name,
    signIn: { clients: [{ address: 'https://mcp.example', clientId: name }] },
  }))
  expect([hasTwoClients({ sheets }, http('https://mcp.example/x'))?.code, hasTwoClients({ sheets }, http('https://b.example'))]).toEqual([
    'POLICY',
    undefined,
  ])
})

it('registration is forbidden with who says so', () => {
  expect(forbidsRegistration({ sheets: [{ name: 'A', signIn: { registration: false } }] }, 'https://as.example')).toMatchObject({
    reason: 'policy.registration',
    params: { by: 'A', issuer: 'https://as.example', ask: { id: 'policy.ask' } },
  })
})

// Catches: the secret of an organisation went to an address that a user's entry names.
it('a client of a policy signs in where the policy or the server says, and not where the entry does', () => {
  const sheets: PolicySheet[] = [
    { name: 'A', signIn: { clients: [{ address: 'https://mcp.example', clientId: 'given', clientSecret: 'theirs' }] } },
  ]
  for (const kind of ['person', 'enterprise'] as const) {
    const own = { kind, clientId: 'own', clientSecret: 'mine', issuer: 'https://evil.test' }
    expect(fixAuth({ sheets }, 'https://mcp.example/x', own)).toEqual({ kind, clientId: 'given', clientSecret: 'theirs' })
  }
})
