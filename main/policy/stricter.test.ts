import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideExtension } from '../../shared/domain/extensions/decideExtension'
import type { PolicyFile } from '../../shared/domain/policy'
import { ServerId } from '../../shared/domain/ids'
import type { Launch } from '../../shared/domain/server'
import { spokenVersions } from '../../shared/protocol/protocolChoice'
import { extensionLimits } from './extensionLimits'
import { elicitationLimits, samplingLimits } from './serverRequestLimits'
import { fixedFolders, forbidsFolder } from './decideFolder'
import { forbidsModel, forbidsModelToServers } from './decideModel'
import { forbidsAdding, forbidsServer } from './decideServer'
import { protocolCap } from './decideProtocol'
import { fixSignIn, forbidsRegistration } from './decideSignIn'
import { lockedRules } from './lockedRules'
import { telemetryPolicy } from './telemetryPolicy'
import { openPolicy, stricter, type Policy, type PolicySheet } from './policySheet'

const some = <T>(...values: T[]) => fc.array(fc.constantFrom(...values), { maxLength: 3 })
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const patterns = some<NonNullable<NonNullable<PolicySheet['servers']>['allow']>[number]>(
  { command: 'npx' },
  { command: 'node' },
  { npm: '@a/*' },
  { npm: '*' },
  { url: 'https://*.test' },
  { url: 'https://a.test/x/*' },
)
const extensionPatterns = some('a.test/x', 'a.test/*', '*/y', '*')
const models = some({ address: 'https://a.test' }, { names: ['m*'] }, { address: 'https://b.test', names: ['n'] }, {})
const telemetry = rarely(
  fc.record({
    allowed: rarely(fc.boolean()),
    endpoint: rarely(fc.constantFrom('https://a.test', 'https://b.test')),
    content: rarely(fc.boolean()),
    signals: rarely(fc.record({ logs: fc.boolean() })),
  }),
)
const files: fc.Arbitrary<PolicyFile> = fc.record({
  name: fc.constantFrom('A', 'B'),
  servers: rarely(
    fc.record({
      add: rarely(fc.boolean()),
      allow: rarely(patterns),
      deny: rarely(patterns),
      protocol: rarely(some('2025', '2026', '2025-11-25', '2027-01-01')),
      extensions: rarely(fc.record({ allow: rarely(extensionPatterns), deny: rarely(extensionPatterns) })),
    }),
  ),
  folders: rarely(fc.record({ within: rarely(some('/a', '/a/b', '/c')), ofServers: rarely(fc.record({ x: some('/a', '/a/b', '/d') })) })),
  models: rarely(fc.record({ allow: rarely(models) })),
  sampling: rarely(
    fc.record({ allowed: rarely(fc.boolean()), callsPerDay: rarely(fc.nat(5)), tokensPerDay: rarely(fc.nat(5)), models: rarely(models) }),
  ),
  elicitation: rarely(
    fc.record({
      forms: rarely(fc.boolean()),
      pages: rarely(fc.boolean()),
      hosts: rarely(some('a.test', '*.test', '*.a.test', 'b.a.test')),
    }),
  ),
  telemetry,
  rules: rarely(some({ verdict: 'ask' as const }, { verdict: 'deny' as const, kind: 'destructive' as const })),
  signIn: rarely(
    fc.record({
      registration: rarely(fc.boolean()),
      idp: rarely(fc.constantFrom({ issuer: 'https://i.test', clientId: '1' }, { issuer: 'https://j.test', clientId: '2' })),
    }),
  ),
})
const policies: fc.Arbitrary<Policy> = fc
  .array(files, { maxLength: 2 })
  .map((sheets) => sheets.map((sheet): Policy => ({ sheets: [withoutUndefined(sheet)] })).reduce(stricter, openPolicy))

function withoutUndefined(sheet: PolicySheet): PolicySheet {
  return JSON.parse(JSON.stringify(sheet)) as PolicySheet
}

const servers: readonly Launch[] = [
  ...['npx|@a/x', 'npx|b', 'node|x.js', 'sh|-c|npx @a/x', 'sh|-c|$(x)'].map((line): Launch => {
    const [command = '', ...args] = line.split('|')
    return { kind: 'stdio', command, args, env: {} }
  }),
  ...['https://a.test/x/y', 'https://b.test'].map((url): Launch => ({ kind: 'http', url, headers: {}, transport: 'auto' })),
]
const modelsJudged = ['https://a.test/v1', 'https://b.test/v1'].flatMap((address) => ['m1', 'n'].map((name) => ({ address, name })))

const wanted = { 'a.test/x': true, 'a.test/y': true, 'b.test/y': true }

/** Everything that a policy lets happen. */
function allowed(policy: Policy): ReadonlySet<string> {
  const { off, callsPerDay, tokensPerDay } = samplingLimits(policy)
  const { form, url, hosts } = elicitationLimits(policy)
  const visited = ['a.test', 'b.a.test', 'c.test', 'test'].filter((host) => url && (!hosts || hosts.some((one) => isHost(one, host))))
  const folders = ['/a', '/a/b', '/a/b/c', '/c', '/d'].filter((folder) => !forbidsFolder(policy, folder))
  const idp = { issuer: 'https://own.test', clientId: '0' }
  return new Set([
    ...servers.flatMap((launch, index) => (forbidsServer(policy, { id: 'x', launch }, new Map()) ? [] : [`server ${index}`])),
    ...(forbidsAdding(policy) ? [] : ['adding']),
    ...Object.keys(wanted).filter((id) => decideExtension(id, { extensions: wanted, extensionLimits: extensionLimits(policy) }).on),
    ...folders.map((folder) => `folder ${folder}`),
    ...(fixedFolders(policy, 'x')?.folders ?? folders).map((folder) => `told ${folder}`),
    ...modelsJudged.filter((model) => !forbidsModel(policy, model)).map(({ address, name }) => `model ${name} ${address}`),
    ...modelsJudged.filter((model) => !forbidsModelToServers(policy, model)).map(({ address, name }) => `server's ${name} ${address}`),
    ...Array.from({ length: off ? 0 : (callsPerDay?.most ?? 9) }, (_, count) => `call ${count}`),
    ...Array.from({ length: off ? 0 : (tokensPerDay?.most ?? 9) }, (_, count) => `token ${count}`),
    ...(protocolCap(policy, { id: ServerId.parse('x') })?.allowed ?? spokenVersions).map((version) => `MCP ${version}`),
    ...(form ? ['form'] : []),
    ...visited.map((host) => `page ${host}`),
    ...(forbidsRegistration(policy, 'https://i.test') ? [] : ['registration']),
    ...(fixSignIn(policy, { idp }).idp?.issuer === idp.issuer ? ['own identity provider'] : []),
    ...sentTelemetry(policy),
    ...(['ask', 'deny'] as const)
      .filter((verdict) => !lockedRules(policy).some((rule) => rule.verdict === verdict))
      .map((verdict) => `no ${verdict}`),
  ])
}

/** What may be sent, and where, by a user who chooses freely what nobody fixes. */
function sentTelemetry(policy: Policy): readonly string[] {
  const { off, contentOff, fixed } = telemetryPolicy(policy)
  if (off) return []
  const { content, signals } = fixed ?? { content: true, signals: { logs: true } }
  const places = fixed ? [fixed.endpoint] : ['https://a.test', 'https://b.test', 'own']
  return places.flatMap((place) => [
    `telemetry ${place}`,
    ...(signals.logs ? [`logs ${place}`] : []),
    ...(content && !contentOff ? [`content ${place}`] : []),
  ])
}

function isHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

it('of two policies the order makes no difference, nor does how they are grouped', () => {
  fc.assert(
    fc.property(policies, policies, policies, (a, b, c) => {
      expect(stricter(a, b)).toEqual(stricter(b, a))
      expect(stricter(stricter(a, b), c)).toEqual(stricter(a, stricter(b, c)))
    }),
    { numRuns: 60 },
  )
})

it('a policy joined with itself, or with none, is the same', () => {
  fc.assert(
    fc.property(policies, (a) => {
      expect([stricter(a, a), stricter(a, openPolicy)]).toEqual([a, a])
    }),
    { numRuns: 60 },
  )
})

it('the stricter of two policies allows nothing that either forbids', () => {
  fc.assert(
    fc.property(policies, policies, (a, b) => {
      const [ofA, ofB] = [allowed(a), allowed(b)]
      expect([...allowed(stricter(a, b))].filter((what) => !ofA.has(what) || !ofB.has(what))).toEqual([])
    }),
    { numRuns: 80 },
  )
})

it('a policy that says nothing forbids nothing', () => {
  expect(allowed({ sheets: [{ name: 'A' }] })).toEqual(allowed(openPolicy))
})
