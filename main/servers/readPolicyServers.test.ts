import { expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { readPolicyServers, type PolicyServerEntry } from './readPolicyServers'
import { ServerRegistry } from './serverRegistry'
import { dataFolder, id } from './testing/dataFolder'

const fixed = (entry: Record<string, unknown>, more: Partial<PolicyServerEntry> = {}): PolicyServerEntry => ({
  id: 'files',
  by: 'Atlas IT',
  entry,
  ...more,
})
const policyOf = (entries: readonly PolicyServerEntry[]) => ({
  changes: new Emitter<void>(),
  fixedServers: () => entries,
  saysServers: () => true,
  fix: <T>(server: T): T => server,
  mayHave: () => undefined,
  mayAdd: () => undefined,
})
const read = (entry: Record<string, unknown>, chosen?: unknown) => readPolicyServers([fixed(entry)], chosen).servers[0]

it('reads the servers of a policy as those of servers.json, with who set them', () => {
  expect(read({ command: 'npx', args: ['x'] })).toMatchObject({
    id: 'files',
    setBy: 'Atlas IT',
    enabled: true,
    launch: { kind: 'stdio', command: 'npx', args: ['x'] },
  })
})

it('takes what the user chose for them, but where the policy says something else', () => {
  const chosen = {
    files: { enabled: false, tools: { disabled: ['own'] }, sampling: 'off', elicitation: 'off', touches: { sendsOut: true } },
  }
  const entry = { command: 'x', parley: { enabled: true, tools: { disabled: ['theirs'] }, sampling: 'ask', touches: { sendsOut: false } } }
  expect(read(entry, chosen)).toMatchObject({
    enabled: false,
    disabledTools: ['theirs', 'own'],
    sampling: 'off',
    elicitation: 'off',
    touches: { sendsOut: false },
  })
  expect(read({ command: 'x', parley: { sampling: 'off' } }, { files: { sampling: 'ask' } })).toMatchObject({ sampling: 'off' })
})

// Its page offered choices, saved them, and nothing changed.
it('says who fixed the protocol where the policy’s entry has one, and takes no other choice then', () => {
  expect(read({ command: 'x', parley: { protocol: 'automatic' } }, { files: { protocol: '2025' } })).toMatchObject({
    protocol: 'automatic',
    protocolSetBy: 'Atlas IT',
  })
  const free = read({ command: 'x', parley: { sampling: 'ask' } }, { files: { protocol: '2025' } })
  expect([free?.protocol, free?.protocolSetBy]).toEqual(['2025', undefined])
})

it('EX-03: takes what the user chose of extensions where the policy’s entry says nothing, and whatever either of them switched off', () => {
  const [tasks, skills, vendors] = ['io.modelcontextprotocol/tasks', 'io.modelcontextprotocol/skills', 'com.example/x']
  const entry = { command: 'x', parley: { extensions: { [tasks]: true, [vendors]: false } } }
  const chosen = { files: { extensions: { [tasks]: false, [skills]: true, [vendors]: true } } }
  expect(read(entry, chosen)?.extensions).toEqual({ [tasks]: false, [skills]: true, [vendors]: false })
})

it('has the server all the same where the user’s choices cannot be read, and never another command of theirs', () => {
  expect(read({ command: 'x' }, { files: { enabled: 'perhaps' } })).toMatchObject({ enabled: true })
  expect(read({ command: 'x' }, { files: { command: 'evil', args: ['y'] } })).toMatchObject({ launch: { command: 'x', args: [] } })
  expect(read({ command: 'x' }, 'nonsense')).toMatchObject({ enabled: true })
})

it('runs neither of two definitions that differ', () => {
  const { servers, broken } = readPolicyServers([fixed({ command: 'a' }), fixed({ command: 'b' }, { by: 'Dana' })], undefined)
  expect([servers, broken]).toEqual([
    [],
    [
      {
        id: 'files',
        setBy: 'Atlas IT',
        error: expect.objectContaining({
          reason: 'servers.twoPolicies',
          params: { name: 'files', by: ['Atlas IT', 'Dana'] },
        }),
      },
    ],
  ])
})

it('refuses a choice of the protocol that would have no effect', () => {
  using folder = dataFolder()
  using parley = folder.open()
  const policy = policyOf([fixed({ command: 'a', parley: { protocol: 'automatic' } })])
  using registry = new ServerRegistry({ path: folder.file('servers.json'), records: parley.records, clock: systemClock, policy })
  expect(() => registry.setProtocol(id('files'), '2025')).toThrow('servers.setByPolicy')
  expect(registry.get(id('files')).protocol).toBe('automatic')
})

it('leaves the user’s own of that name as it is, also where two definitions differ', () => {
  using folder = dataFolder()
  folder.write({ files: { command: 'own' } })
  using parley = folder.open()
  const policy = policyOf([fixed({ command: 'a' }), fixed({ command: 'b' }, { by: 'Dana' })])
  using registry = new ServerRegistry({ path: folder.file('servers.json'), records: parley.records, clock: systemClock, policy })
  const before = folder.text()
  const launch = { kind: 'stdio' as const, command: 'evil', args: [], env: {} }
  expect(() => registry.remove(id('files'))).toThrow('servers.setByPolicy')
  expect(() => registry.save({ id: id('files'), previousId: id('files'), launch })).toThrow('servers.setByPolicy')
  expect(folder.text()).toBe(before)
})
