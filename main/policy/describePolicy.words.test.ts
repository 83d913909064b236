import { expect, it } from 'vitest'
import { noPolicy, type PolicyNarrowing } from '../../shared/domain/policyView'
import type { PolicySheet } from './policySheet'
import { policyView } from './describePolicy'
import { english } from '../../shared/i18n/translator'

const file = { path: '/etc/parley/policy.json', from: 'machine', state: 'counts' } as const
const view = (...sheets: PolicySheet[]) => policyView({ sheets }, [file])
/** As the screen puts it together. */
const lock = (narrowing: PolicyNarrowing | undefined): string | undefined =>
  narrowing?.facts
    .map(({ code, params }, index) =>
      index === 0 ? english.t(`policy.lock.${code}`, { ...params, by: narrowing.by }) : english.t(`policy.says.${code}`, params),
    )
    .join(' ')

it('without a file there is nothing to show', () => {
  expect(policyView({ sheets: [] }, [])).toBe(noPolicy)
})

it('says in sentences what is fixed, and beside each control only what narrows it', () => {
  const { says, locks, fixedFolders, mayAddServers, idpFixed } = view({
    name: 'Atlas IT',
    mcpServers: { Files: { command: 'x' }, Tickets: { command: 'y' } },
    servers: {
      allow: [{ npm: '@atlas/*' }, { url: 'https://*.atlas.example' }],
      deny: [{ command: 'npx' }],
      protocol: ['2026', '2025-11-25'],
    },
    folders: { within: ['/work'], ofServers: { Files: ['/srv', '/data'], Tickets: [] } },
    models: { allow: [{ address: 'https://gateway.example', names: ['a', 'b'] }, { names: ['c'] }, { address: 'https://other.example' }] },
    sampling: { callsPerDay: 1, tokensPerDay: 20_000 },
    elicitation: { forms: false },
    rules: [{ verdict: 'deny' }],
    signIn: { registration: false, idp: { issuer: 'https://login.example', clientId: 'x' } },
    telemetry: { endpoint: 'https://otel.example', content: true },
    updates: { channel: 'none' },
  })
  expect(says.map(({ fact }) => english.t(`policy.says.${fact.code}`, fact.params))).toEqual([
    'Everybody has “Files” and “Tickets”.',
    'You may add only the npm package @atlas/* and https://*.atlas.example.',
    'Never allowed: npx.',
    'Of MCP, only these versions are spoken with servers: 2026-07-28 and later and 2025-11-25.',
    'Only folders inside of /work are shared.',
    '“Files” is told about /srv and /data, and no others.',
    '“Tickets” is told about no folders.',
    'Only these models are used: a and b at https://gateway.example, c and those at https://other.example.',
    'A server may use your models for at most 1 request and 20,000 tokens a day.',
    'Servers cannot ask you for information.',
    'One approval rule that nobody can loosen.',
    'Parley does not register itself where you sign in; it needs a client ID.',
    'https://login.example vouches for you at work.',
    'Telemetry goes to https://otel.example, with what you say and what tools return.',
    'No updates are wanted. Parley does not update itself yet, so this has no effect today.',
  ])
  expect([lock(locks.servers), lock(locks.folders), lock(locks.updates), lock(fixedFolders['Files']), mayAddServers, idpFixed]).toEqual([
    'Set by Atlas IT: you may add only the npm package @atlas/* and https://*.atlas.example. Never allowed: npx.',
    'Set by Atlas IT: only folders inside of /work are shared.',
    undefined,
    'Set by Atlas IT: “Files” is told about /srv and /data, and no others.',
    true,
    true,
  ])
})

it('names all who narrow the same thing, and nobody who only adds to it', () => {
  const { locks, mayAddServers } = view(
    { name: 'A', servers: { add: false } },
    { name: 'B', servers: { allow: [] }, sampling: { allowed: false } },
    { name: 'C', mcpServers: { x: { command: 'x' } } },
  )
  expect([lock(locks.servers), lock(locks.sampling), mayAddServers]).toEqual([
    'Set by A and B: you have no servers of your own. You may add no servers.',
    'Set by B: servers cannot use your models.',
    false,
  ])
})

it('says of extensions which are allowed and which never, and beside the servers’ extensions alone', () => {
  const { says, locks } = view(
    { name: 'Atlas IT', servers: { extensions: { allow: ['io.modelcontextprotocol/*'], deny: ['*/tasks'] } } },
    { name: 'School', servers: { extensions: { allow: [] } } },
  )
  expect(says.map(({ part, fact }) => [part, english.t(`policy.says.${fact.code}`, fact.params)])).toEqual([
    ['extensions', 'Parley claims only these extensions: io.modelcontextprotocol/*.'],
    ['extensions', 'Parley never claims these extensions: */tasks.'],
    ['extensions', 'Parley claims no extensions.'],
  ])
  expect([lock(locks.extensions), locks.servers]).toEqual([
    'Set by Atlas IT and School: Parley claims only these extensions: io.modelcontextprotocol/*. Parley never claims these extensions: */tasks. Parley claims no extensions.',
    undefined,
  ])
})

it('says of telemetry where it goes, whether content goes with it, and that it is forbidden', () => {
  const said = (telemetry: NonNullable<PolicySheet['telemetry']>) => lock(view({ name: 'Atlas IT', telemetry }).locks.telemetry)
  expect([
    said({ allowed: false, content: false }),
    said({ endpoint: 'https://otel.example' }),
    said({ content: false }),
    said({}),
  ]).toEqual([
    'Set by Atlas IT: no telemetry is sent.',
    'Set by Atlas IT: telemetry goes to https://otel.example, without what is said in conversations.',
    'Set by Atlas IT: what is said in conversations is never sent.',
    undefined,
  ])
})
