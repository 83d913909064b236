import { expect, it } from 'vitest'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import { configHash, matchesBinding, type GrantBinding } from './grantBinding'

const launch = { kind: 'http', url: 'https://mcp.example/mcp', headers: {}, transport: 'auto' } as const
const machine: ServerAuth = { kind: 'client', clientId: 'machine', clientSecret: 'the secret' }
const person: GrantBinding = {
  by: 'person',
  issuer: 'https://login.example',
  resource: 'https://mcp.example/mcp',
  clientId: 'by-hand',
  client: 'configured',
}

const matches = (grant: GrantBinding, auth: ServerAuth, url: string = launch.url): boolean =>
  matchesBinding(grant, { launch: { ...launch, url }, auth })

it('E19: tokens are of use only for the address, the authorization server and the client that they were given for', () => {
  expect([
    matches(person, { kind: 'person', clientId: 'by-hand' }),
    matches(person, { kind: 'person', clientId: 'by-hand', issuer: 'https://login.example' }),
    matches({ ...person, client: 'registered' }, { kind: 'person' }),
  ]).toEqual([true, true, true])
  expect([
    matches(person, { kind: 'person', clientId: 'another' }),
    matches(person, { kind: 'person' }),
    matches({ ...person, client: 'registered' }, { kind: 'person', clientId: 'by-hand' }),
    matches(person, { kind: 'person', clientId: 'by-hand', issuer: 'https://elsewhere.example' }),
    matches(person, { kind: 'person', clientId: 'by-hand' }, 'https://mcp.example/other'),
  ]).toEqual([false, false, false, false, false])
})

it('E19: tokens of a person are none of a program, and the other way round, also with the same client', () => {
  const program: GrantBinding = { ...person, by: 'client', clientId: 'machine', configHash: configHash(machine) }
  expect([matches(program, machine), matches(program, { ...machine, clientSecret: 'another' })]).toEqual([true, false])
  expect([matches(program, { kind: 'person', clientId: 'machine' }), matches({ ...program, by: 'person' }, machine)]).toEqual([
    false,
    false,
  ])
})
