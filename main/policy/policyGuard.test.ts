import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PolicyFile } from '../../shared/domain/policy'
import { approvedAuth, sentIdentity, writtenAuth } from '../../shared/domain/launch/sentIdentity'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { sampleServer } from '../../shared/testing/sampleServer'
import { systemClock } from '../lib/clock'
import { PolicyStore } from './policyStore'
import { PolicyGuard } from './policyGuard'

const { signal } = new AbortController()

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-guard-')))
  for (const name of ['bin', 'real']) mkdirSync(join(folder, name))
})
afterEach(() => rmSync(folder, { recursive: true }))

const guardOf = (policy: PolicyFile | string, isRoots = true) => openGuard([[policy, isRoots]])
const guardsOf = (roots: PolicyFile, users: PolicyFile) =>
  openGuard([
    [roots, true],
    [users, false],
  ])

async function openGuard(policies: readonly (readonly [policy: PolicyFile | string, isRoots: boolean])[]) {
  const files = policies.map(([policy, isRoots], index) => ({ path: join(folder, `policy${index}.json`), policy, isRoots }))
  for (const { path, policy } of files) writeFileSync(path, typeof policy === 'string' ? policy : JSON.stringify(policy))
  const places = files.map(({ path }) => ({ path, mustBelongToRoot: false }))
  const policyStore = await PolicyStore.open({
    places,
    clock: systemClock,
    home: folder,
    checkEntry: () => undefined,
    checkFilePermissions: async (path) =>
      files.find((file) => file.path === path)?.isRoots === false ? { id: 'policy.unsafe.everybody', params: { path } } : undefined,
  })
  const guard = new PolicyGuard({
    policyStore,
    loginShellPath: async () => join(folder, 'bin'),
    emptyWorkingFolder: () => join(folder, 'empty'),
  })
  return { guard, [Symbol.dispose]: () => policyStore[Symbol.dispose]() }
}

const stdio = (command: string, ...args: string[]): Launch => ({ kind: 'stdio', command, args, env: {} })
const verdict = (guard: PolicyGuard, launch: Launch) =>
  guard.mayRun(sampleServer('x', { launch }), signal).then(
    () => 'runs',
    (thrown: unknown) => AppError.from(thrown).reason,
  )

it('forbids everything while the policy cannot be used', async () => {
  using test = await guardOf('{')
  const { guard } = test
  const model = { address: 'https://a.test', name: 'm' }
  expect([
    await verdict(guard, stdio('x')),
    guard.forbidsModel(model)?.code,
    guard.forbidsModelToServers(model)?.code,
    guard.forbidsFolder('x', '/x')?.code,
    guard.elicitationLimits(),
    guard.samplingLimits().off,
  ]).toEqual([
    'policy.unusable',
    'POLICY',
    'POLICY',
    'POLICY',
    { form: false, url: false, by: [{ id: 'ends.unusablePolicy' }], ask: { id: 'policy.askManager' } },
    { why: expect.objectContaining({ id: 'errors.policy.unusable' }), ask: { id: 'policy.askManager' } },
  ])
  expect(() => guard.mayAdd()).toThrow('policy.unusable')
  expect(() => guard.mayRegister('https://as.test')).toThrow('policy.unusable')
})

it.skipIf(process.platform === 'win32')('decides by where a program really lies', async () => {
  const file = join(folder, 'real', 'company-server')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  symlinkSync(file, join(folder, 'bin', 'innocent'))
  using allowing = await guardOf({ name: 'A', servers: { allow: [{ command: file }] } })
  expect([await verdict(allowing.guard, stdio('innocent')), await verdict(allowing.guard, stdio('company-server'))]).toEqual([
    'runs',
    'policy.notListed',
  ])
  using denying = await guardOf({ name: 'A', servers: { deny: [{ command: 'company-server' }] } })
  expect([await verdict(denying.guard, stdio('innocent')), await verdict(denying.guard, stdio('other'))]).toEqual([
    'policy.deniedInside',
    'runs',
  ])
})

it('EX-03: says of every server what each policy allows of extensions, who says it and whom to ask', async () => {
  using none = await guardOf({ name: 'A' })
  using some = await guardOf({ name: 'Atlas IT', contact: 'it@atlas.example', servers: { extensions: { deny: ['com.example/*'] } } })
  const ask = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'it@atlas.example' } }
  expect([none, some].map(({ guard }) => guard.fix(sampleServer('files')).extensionLimits)).toEqual([
    undefined,
    [{ deny: ['com.example/*'], by: 'Atlas IT', ask }],
  ])
})

it('leaves a server as it is where nothing is fixed of it, and else its folders and its client', async () => {
  using none = await guardOf({ name: 'A' })
  const local = sampleServer('files', { roots: ['file:///work/a', 'file:///etc', 'file://share/x'] })
  expect(none.guard.fix(local).roots).toEqual(local.roots)
  using some = await guardOf({
    name: 'A',
    folders: { within: ['/work'], ofServers: { set: ['/work/b'] } },
    signIn: { clients: [{ address: 'https://mcp.test', clientId: 'given' }] },
  })
  const { guard } = some
  const remote = sampleServer('far', { launch: { kind: 'http', url: 'https://mcp.test/x', headers: {}, transport: 'auto' } })
  expect([guard.fix(local).roots, guard.fix({ ...sampleServer('set') }), guard.fix(remote).auth]).toMatchObject([
    ['file:///work/a'],
    { roots: ['file:///work/b'], rootsChosen: true },
    { kind: 'person', clientId: 'given' },
  ])
  expect(guard.forbidsFolder('set', '/work/c')).toMatchObject({ reason: 'policy.foldersSet', params: { by: ['A'], server: 'set' } })
})

// Catches: whoever could write servers.json chose for a server of an admin which file Parley sends to sign in, and nobody was asked.
it('B06: has a server of root start unasked, but not with a secret or a file that its policy says nothing of', async () => {
  const url = 'https://corp.test/mcp'
  const auth = { kind: 'workload', tokenFile: '/home/dana/.ssh/id_ed25519', issuer: 'https://evil.test' } as const
  const launch = { kind: 'http', url, headers: {}, transport: 'auto' } as const
  using test = await guardOf({ name: 'A', mcpServers: { quiet: { url }, says: { url, parley: { auth } } } }, true)
  const unasked = (name: string, own: Partial<ServerConfig>): boolean =>
    test.guard.startsUnasked(sampleServer(name, { launch, setBy: 'A', ...own }))
  expect([unasked('quiet', {}), unasked('quiet', { auth }), unasked('says', { auth }), unasked('other', {})]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

// Catches: the client that an admin sets for all was taken for a change of servers.json, which a person was then asked about; and one that
// anybody could have written into a policy of the command line was taken for an admin's.
it.each([true, false])('takes the client of a policy for an admin’s word only where it is root’s: %s', async (isRoots) => {
  using test = await guardOf(
    { name: 'A', signIn: { clients: [{ address: 'https://mcp.test', clientId: 'given', clientSecret: 'theirs' }] } },
    isRoots,
  )
  const launch = { kind: 'http', url: 'https://mcp.test/x', headers: {}, transport: 'auto' } as const
  const auth = { kind: 'person', clientId: 'own', clientSecret: 'mine', issuer: 'https://evil.test' } as const
  const fixed = test.guard.fix(sampleServer('far', { launch, auth }))
  const theirs = { kind: 'person', clientId: 'given', clientSecret: 'theirs' }
  expect([fixed.auth, writtenAuth(fixed), approvedAuth(fixed)]).toEqual([theirs, auth, isRoots ? undefined : theirs])
  const machine = sampleServer('far', { launch, auth: { kind: 'client', clientId: 'm' } })
  expect(test.guard.fix(machine)).not.toHaveProperty('entryAuth')
})

// Catches: a policy that anybody could have written had root's own server signed in to with any secret, at any issuer, and unasked.
it('changes nothing of how root’s own server is signed in to for a client of a policy that is not root’s', async () => {
  const url = 'https://corp.test/mcp'
  const auth = { kind: 'enterprise', clientId: 'c', clientSecret: 'admins' } as const
  const launch = { kind: 'http', url, headers: {}, transport: 'auto' } as const
  const clients = [{ address: 'https://corp.test', clientId: 'x', clientSecret: { secret: 'github' }, issuer: 'https://evil.test' }]
  using test = await guardsOf({ name: 'A', mcpServers: { corp: { url, parley: { auth } } } }, { name: 'B', signIn: { clients } })
  const corp = test.guard.fix(sampleServer('corp', { launch, auth, setBy: 'A' }))
  expect([corp.auth, test.guard.startsUnasked(corp)]).toEqual([auth, true])
})

// Catches: under an admin's client, whoever could write servers.json had the organisation vouch for the person, and nobody was asked.
it('asks whether the organisation vouches where the entry says so, under the client of an admin too', async () => {
  using test = await guardOf({ name: 'A', signIn: { clients: [{ address: 'https://mcp.test', clientId: 'given' }] } })
  const launch = { kind: 'http', url: 'https://mcp.test/x', headers: {}, transport: 'auto' } as const
  const fixed = test.guard.fix(sampleServer('far', { launch, auth: { kind: 'enterprise', clientId: 'own' } }))
  expect(sentIdentity(approvedAuth(fixed))).toEqual({ secrets: [], vouches: true })
})

// Catches: an admin's own issuer was dropped for a client that names none, and people signed in where the server said.
it('keeps the issuer that root’s policy names for its own server, beside the client of a policy', async () => {
  const url = 'https://corp.test/mcp'
  const auth = { kind: 'person', issuer: 'https://login.corp' } as const
  const launch = { kind: 'http', url, headers: {}, transport: 'auto' } as const
  const policy: PolicyFile = {
    name: 'A',
    mcpServers: { corp: { url, parley: { auth } } },
    signIn: { clients: [{ address: 'https://corp.test', clientId: 'given' }] },
  }
  using test = await guardOf(policy, true)
  expect(test.guard.fix(sampleServer('corp', { launch, auth, setBy: 'A' })).auth).toEqual({ ...auth, clientId: 'given' })
})

it('does nothing at all where there is no policy', async () => {
  const policyStore = await PolicyStore.open({
    places: [],
    clock: systemClock,
    home: folder,
    checkEntry: () => undefined,
    checkFilePermissions: async () => undefined,
  })
  const asked: string[] = []
  const guard = new PolicyGuard({
    policyStore,
    loginShellPath: async () => {
      asked.push('PATH')
      return ''
    },
    emptyWorkingFolder: () => join(folder, 'empty'),
  })
  const server = sampleServer('x')
  const settings = {}
  await guard.mayRun(server, signal)
  expect([guard.fix(server) === server, guard.fixSignIn(settings) === settings, guard.rules() === guard.rules(), asked]).toEqual([
    true,
    true,
    true,
    [],
  ])
})

it.skipIf(process.platform === 'win32')(
  'P02, P03: everything without a folder of its own starts in an empty one, and no package where another program has its name',
  async () => {
    using test = await guardOf({ name: 'A', servers: { allow: [{ npm: 'mcp-*' }, { command: 'node' }] } })
    const { guard } = test
    const put = (...path: string[]): void => {
      mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true })
      writeFileSync(join(folder, ...path), '', { mode: 0o755 })
    }
    put('bin', 'mcp-evil')
    put('node_modules', '.bin', 'mcp-above')
    const folderOf = (launch: Launch) => launch.kind === 'stdio' && guard.folderOf(launch)
    expect([
      folderOf(stdio('npx', 'mcp-x')),
      folderOf(stdio('node', 'server.js')),
      await verdict(guard, stdio('npx', 'mcp-x')),
      await verdict(guard, stdio('npx', 'mcp-evil')),
      await verdict(guard, stdio('npx', 'mcp-above')),
      await verdict(guard, stdio('npx', 'mcp-evil@latest')),
    ]).toEqual([join(folder, 'empty'), join(folder, 'empty'), 'runs', 'policy.localProgram', 'policy.localProgram', 'runs'])
  },
)

it('lets nobody change where telemetry goes once a policy says so, and sends none while the policy cannot be used', async () => {
  const refusal = (guard: PolicyGuard, content: boolean): unknown => {
    try {
      guard.mayChangeTelemetry(content)
      return 'may'
    } catch (thrown) {
      return AppError.from(thrown).reason
    }
  }
  using off = await guardOf({ name: 'IT', telemetry: { allowed: false } })
  using without = await guardOf({ name: 'IT', telemetry: { content: false } })
  using broken = await guardOf('{')
  expect([off, without, broken].map(({ guard }) => [guard.telemetry().off, refusal(guard, false), refusal(guard, true)])).toEqual([
    [true, 'policy.telemetrySet', 'policy.telemetrySet'],
    [false, 'may', 'policy.telemetryContent'],
    [true, 'policy.unusable', 'policy.unusable'],
  ])
})
