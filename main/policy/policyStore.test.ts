import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noPolicy } from '../../shared/domain/policyView'
import { systemClock, type Clock } from '../lib/clock'
import { openPolicy } from './policySheet'
import { PolicyStore } from './policyStore'
import type { Message } from '../../shared/i18n/message'

/** What changes is looked at again at once. */
const hasty: Clock = { ...systemClock, sleep: async (_ms, signal) => signal.throwIfAborted() }

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-policy-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const own = () => ({ path: join(folder, 'parley', 'policy.json'), mustBelongToRoot: true })
const named = () => ({ path: join(folder, 'named.json'), mustBelongToRoot: false })

function write({ path }: { readonly path: string }, policy: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, typeof policy === 'string' ? policy : JSON.stringify(policy))
  renameSync(`${path}.new`, path)
}

function open(
  places: readonly ReturnType<typeof own>[],
  checkFilePermissions: (path: string) => Promise<Message | undefined> = async () => undefined,
  clock = hasty,
) {
  return PolicyStore.open({ places, clock, home: '/home/dana', checkEntry: () => undefined, checkFilePermissions })
}

function nextChange(policyStore: PolicyStore): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = policyStore.changes.subscribe(() => {
    stop()
    resolve()
  })
  return promise
}

it('without a file there is no policy, and the computer’s own place may come to have one', async () => {
  using policyStore = await open([own()])
  expect([policyStore.policy(), policyStore.fault(), policyStore.problem(), policyStore.view()]).toEqual([
    openPolicy,
    undefined,
    undefined,
    noPolicy,
  ])
  const changed = nextChange(policyStore)
  mkdirSync(dirname(own().path))
  write(own(), { name: 'Atlas IT', servers: { add: false } })
  await changed
  expect([policyStore.view().mayAddServers, policyStore.view().files]).toEqual([
    false,
    [{ path: own().path, from: 'machine', state: 'counts' }],
  ])
})

it('forbids everything while a file cannot be used, and goes on when it is mended', async () => {
  write(own(), '{ "nme": 1 }')
  using policyStore = await open([own()])
  expect(policyStore.fault()).toMatchObject({
    code: 'POLICY',
    reason: 'policy.unusable',
    params: { why: { id: 'policy.at', params: { line: '1' } } },
  })
  expect(policyStore.view().files).toMatchObject([{ state: 'broken' }])
  const changed = nextChange(policyStore)
  write(own(), { name: 'Atlas IT' })
  await changed
  expect([policyStore.fault(), policyStore.policy()]).toEqual([undefined, { sheets: [{ name: 'Atlas IT' }] }])
})

it('P06: the last version that could be used goes on counting while a file cannot be used, and says so with the contact', async () => {
  write(own(), { name: 'Atlas IT', contact: 'it@atlas.example', servers: { allow: [{ npm: '@atlas/*' }] } })
  using policyStore = await open([own()])
  const changed = nextChange(policyStore)
  write(own(), '{ "name": "Atlas IT", "servers": { "alowed": [] } }')
  await changed
  expect([policyStore.fault(), policyStore.policy().sheets.map(({ servers }) => servers)]).toEqual([
    undefined,
    [{ allow: [{ npm: '@atlas/*' }] }],
  ])
  expect(policyStore.view().files).toMatchObject([{ state: 'lastGood' }])
  expect(policyStore.problem()?.error).toMatchObject({
    reason: 'policy.lastGood',
    params: { ask: { id: 'policy.askAt', params: { contact: 'it@atlas.example' } }, why: { id: 'policy.at' } },
  })
  const mended = nextChange(policyStore)
  write(own(), { name: 'Atlas IT' })
  await mended
  expect([policyStore.problem(), policyStore.policy()]).toEqual([undefined, { sheets: [{ name: 'Atlas IT' }] }])
})

it('P06: at a start the admin’s own copy counts, where nobody but root could have written that', async () => {
  write(own(), '{ "nme": 1 }')
  const previous = { ...own(), path: join(folder, 'parley', 'policy.previous.json') }
  write(previous, { name: 'Atlas IT', servers: { add: false } })
  using policyStore = await open([own()])
  expect([policyStore.fault(), policyStore.view().mayAddServers, policyStore.view().files]).toMatchObject([
    undefined,
    false,
    [{ path: own().path, state: 'lastGood' }],
  ])
  const others: Message = { id: 'policy.unsafe.everybody', params: { path: '/x' } }
  using forged = await open([own()], async (path?: string) => (path === previous.path ? others : undefined))
  expect(forged.fault()?.reason).toBe('policy.unusable')
  // A policy of the command line may lie where anybody writes: a copy beside it says nothing.
  write(named(), '{ "nme": 1 }')
  write({ path: join(folder, 'named.previous.json') }, { name: 'Dana' })
  using other = await open([named()])
  expect(other.fault()?.reason).toBe('policy.unusable')
})

it('P06: names whom to ask also at a file that cannot be used, if that can be read of it, in plain text', async () => {
  const ask = async (text: string) => {
    write(own(), text)
    using policyStore = await open([own()])
    return policyStore.fault()?.params?.['ask']
  }
  const sheet = { name: 'Atlas\u202e IT', contact: 'Tel. 4711\n', newWord: true }
  const atlas = { id: 'policy.askAt', params: { name: 'Atlas IT', contact: 'Tel. 4711' } }
  const manager = { id: 'policy.askManager' }
  expect([
    await ask(JSON.stringify(sheet)),
    await ask(JSON.stringify({ ...sheet, contact: 'x'.repeat(301) })),
    await ask(JSON.stringify({ ...sheet, name: 4711 })),
    await ask(JSON.stringify(sheet).slice(0, -5)),
  ]).toEqual([atlas, { id: 'policy.ask', params: { name: 'Atlas IT' } }, manager, manager])
})

it('P06: a copy that an admin puts beside a file that cannot be used counts at once', async () => {
  write(own(), '{ "nme": 1 }')
  using policyStore = await open([own()])
  expect(policyStore.fault()?.reason).toBe('policy.unusable')
  const changed = nextChange(policyStore)
  write({ path: join(folder, 'parley', 'policy.previous.json') }, { name: 'Atlas IT', servers: { add: false } })
  await changed
  expect([policyStore.fault(), policyStore.view().mayAddServers]).toEqual([undefined, false])
})

it('another fault of a file that cannot be used is told, too', async () => {
  write(own(), '{ "nme": 1 }')
  using policyStore = await open([own()])
  const changed = nextChange(policyStore)
  write(own(), '{\n"name": 1 }')
  await changed
  expect(policyStore.fault()).toMatchObject({ params: { why: { params: { line: '2' } } } })
})

it('forbids everything where others could have written the file, or that cannot be found out', async () => {
  write(own(), { name: 'Atlas IT' })
  const all: Message = { id: 'policy.unsafe.everybody', params: { path: '/x' } }
  using unsafe = await open([own()], async () => all)
  using unknown = await open([own()], () => Promise.reject(new Error('no such command')))
  expect([unsafe.fault(), unknown.fault()]).toMatchObject([
    { reason: 'policy.unsafe', params: { why: all } },
    { reason: 'policy.unsafe', params: { why: { id: 'policy.unsafe.unknown', params: { said: 'no such command' } } } },
  ])
})

it('joins the computer’s own with one of the command line, which anybody may have written and which has to be there', async () => {
  write(own(), { name: 'Atlas IT', sampling: { callsPerDay: 5 } })
  using missing = await open([own(), named()])
  expect(missing.fault()?.reason).toBe('policy.missing')
  write(named(), { name: 'Dana', sampling: { callsPerDay: 9, allowed: false } })
  using policyStore = await open([own(), named()])
  expect(policyStore.policy().sheets.map(({ name }) => name)).toEqual(['Atlas IT', 'Dana'])
})

it('a link that leads nowhere is a policy that cannot be read, and not none', async () => {
  mkdirSync(dirname(own().path))
  symlinkSync(join(folder, 'gone.json'), own().path)
  using policyStore = await open([own()])
  expect(policyStore.fault()?.params).toMatchObject({ why: { id: 'policy.fault.deadLink' } })
  rmSync(dirname(own().path), { recursive: true })
  symlinkSync(join(folder, 'gone'), dirname(own().path))
  using other = await open([own()])
  expect(other.fault()?.params).toMatchObject({ why: { id: 'policy.fault.deadLink' } })
})

it('notices when its folder is another one', async () => {
  write(own(), { name: 'A' })
  const next = { path: join(folder, 'next', 'policy.json'), mustBelongToRoot: true }
  write(next, { name: 'B' })
  using policyStore = await open([own()])
  const changed = nextChange(policyStore)
  renameSync(dirname(own().path), join(folder, 'old'))
  renameSync(dirname(next.path), dirname(own().path))
  await changed
  expect(policyStore.policy()).toEqual({ sheets: [{ name: 'B' }] })
})

it('of two looks at once the later one counts, however long each takes', async () => {
  write(own(), { name: 'A' })
  const waits: (() => void)[] = []
  let isSlow = false
  let looks = 0
  const counting: Clock = { ...hasty, sleep: (ms, signal) => (looks++, hasty.sleep(ms, signal)) }
  const checkFilePermissions = () =>
    isSlow ? new Promise<undefined>((resolve) => waits.push(() => resolve(undefined))) : Promise.resolve(undefined)
  using policyStore = await open([own()], checkFilePermissions, counting)
  const seen: (string | undefined)[] = []
  policyStore.changes.subscribe(() => seen.push(policyStore.policy().sheets[0]?.name))
  isSlow = true
  write(own(), { name: 'B' })
  await vi.waitFor(() => expect(waits.length).toBeGreaterThan(0))
  isSlow = false
  const looksBefore = looks
  write(own(), { name: 'C' })
  await vi.waitFor(() => expect(looks).toBeGreaterThan(looksBefore))
  // Were it not held up by the look before it, the look at C would be over after these turns.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  for (const goOn of waits) goOn()
  await vi.waitFor(() => expect(seen).toContain('C'))
  write(own(), { name: 'D' })
  await vi.waitFor(() => expect(seen).toContain('D'))
  expect(seen.slice(seen.indexOf('C'))).toEqual(['C', 'D'])
})

it('a look that ends after Parley has closed tells nobody, for those who would listen are closed too', async () => {
  write(own(), { name: 'A' })
  const look = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<void>()
  let isOpened = false
  const policyStore = await open([own()], () => {
    if (!isOpened) return Promise.resolve(undefined)
    asked.resolve()
    return look.promise
  })
  isOpened = true
  const seen: (string | undefined)[] = []
  policyStore.changes.subscribe(() => seen.push(policyStore.policy().sheets[0]?.name))
  write(own(), { name: 'B' })
  await asked.promise
  policyStore[Symbol.dispose]()
  look.resolve(undefined)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(seen).toEqual([])
})

it('a server that holds something very deep does not keep Parley from starting', async () => {
  const fault = async (depth: number) => {
    write(own(), `{ "name": "A", "mcpServers": { "x": { "command": "y", "z": ${'['.repeat(depth)}${']'.repeat(depth)} } } }`)
    using policyStore = await open([own()])
    return policyStore.fault()?.code
  }
  expect(await fault(50)).toBe(undefined)
  for (const depth of [200, 1_000, 2_000, 4_000, 8_000, 50_000]) expect(await fault(depth)).toBe('POLICY')
})

it('P06: a file that is removed goes on counting', async () => {
  write(own(), { name: 'Atlas IT', servers: { add: false } })
  using policyStore = await open([own()])
  const changed = nextChange(policyStore)
  rmSync(dirname(own().path), { recursive: true })
  await changed
  expect([policyStore.view().mayAddServers, policyStore.view().files]).toEqual([
    false,
    [{ path: own().path, from: 'machine', state: 'gone' }],
  ])
})

it('servers start without asking only where nobody but root could have written them', async () => {
  const mcpServers = { a: { command: 'x' } }
  write(own(), { name: 'Atlas IT', mcpServers })
  write(named(), { name: 'Dana', mcpServers: { ...mcpServers, b: { command: 'y' } } })
  const others: Message = { id: 'policy.unsafe.everybody', params: { path: '/x' } }
  const isRoots = async (path?: string) => (path === own().path ? undefined : others)
  using policyStore = await open([own(), named()], isRoots)
  expect(policyStore.fixedServers().map(({ id, by, isRoots: unasked }) => [id, by, unasked])).toEqual([
    ['a', 'Atlas IT', true],
    ['b', 'Dana', false],
  ])
})

it('P13: a file that others than root could have written allows nothing beforehand, and still makes things stricter', async () => {
  const allow = { verdict: 'allow', server: 'files', tool: 'read', definition: 'a'.repeat(64) }
  const policy = (name: string) => ({
    name,
    mcpServers: { files: { command: 'files' } },
    rules: [allow, { verdict: 'deny', server: 'files', tool: 'write' }],
  })
  write(own(), policy('Atlas IT'))
  write(named(), policy('Dana'))
  const others: Message = { id: 'policy.unsafe.everybody', params: { path: '/x' } }
  using policyStore = await open([own(), named()], async (path) => (path === own().path ? undefined : others))
  const verdicts = policyStore.policy().sheets.map(({ name, rules = [] }) => [name, rules.map(({ verdict }) => verdict)] as const)
  expect(Object.fromEntries(verdicts)).toEqual({ 'Atlas IT': ['allow', 'deny'], Dana: ['deny'] })
})
