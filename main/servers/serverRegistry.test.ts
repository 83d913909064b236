import { writeFileSync } from 'node:fs'
import { UndoId } from '../../shared/domain/ids'
import type { StdioLaunch } from '../../shared/domain/server'
import { describe, expect, it } from 'vitest'
import { dataFolder, id, untilServers } from './testing/dataFolder'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const launch = (command: string, more: Partial<StdioLaunch> = {}): StdioLaunch => ({ kind: 'stdio', command, args: [], env: {}, ...more })

const commented = `// my servers
{
  "mcpServers": {
    // the first
    "one": { "command": "one", "args": ["a"], "note": "mine" }, // after one
    "two": {
      "command": "two", // the program
      "env": {
        "TOKEN": { "secret": "two-token" }, // in the vault
        "LEVEL": "1"
      },
      "parley": { "future": [1] }
    },
    "three": { "url": "https://three.test/mcp" }
  },
  "otherHost": { "kept": true }
}
`

const names = (servers: { readonly registry: { list(): { readonly servers: readonly { readonly id: string }[] } } }): string[] =>
  servers.registry.list().servers.map((server) => server.id)

describe('ServerRegistry', () => {
  it('lists the servers of the file in its order, and what it cannot read beside them', () => {
    using folder = dataFolder()
    folder.writeText(
      '{ "mcpServers": { "b": { "command": "b" }, "bad": { "command": 5, "x": 1 }, "a": { "command": "a" }, "b": { "command": "evil" } } }',
    )
    using servers = folder.open()
    expect(names(servers)).toEqual(['a'])
    expect(servers.registry.list().broken).toEqual([
      { id: 'b', error: expect.objectContaining({ reason: 'servers.entryTwice', params: { name: 'b' } }) },
      { id: 'bad', error: expect.objectContaining({ reason: 'servers.notText', params: { what: 'command' } }), secrets: [] },
    ])
    expect(() => servers.registry.get(id('b'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(servers.registry.problem()).toBeUndefined()
  })

  // Catches: an entry that somebody wrote beside the real one, under a name that is drawn the same.
  it('H15: tells which names of the file look like one another', () => {
    using folder = dataFolder()
    folder.write({ notes: { command: 'a' }, 'n\u043etes': { command: 'b' }, other: { command: 'c' }, 'notes\u00ad': { command: 'd' } })
    using servers = folder.open()
    expect(servers.registry.list().lookAlikes).toEqual({ notes: 'n\u043etes', 'n\u043etes': 'notes' })
    expect(servers.registry.list().broken).toMatchObject([{ id: 'notes\u00ad', error: { reason: 'servers.nameHidden' } }])
  })

  it('D06: refuses an entry in which a name is twice, since two readers could see two commands', () => {
    using folder = dataFolder()
    folder.writeText(
      '{ "mcpServers": { "a": { "command": "good", "env": {"A": "1", "A": "2"} }, "b": { "command": "good", "command": "evil" } } }',
    )
    using servers = folder.open()
    expect(servers.registry.list()).toEqual({
      servers: [],
      broken: ['A', 'command'].map((name, index) => ({
        id: 'ab'[index],
        error: expect.objectContaining({ reason: 'servers.entryTwice', params: { name } }),
      })),
    })
  })

  it('saves a new server, approved to run, and finds it again after a restart', () => {
    using folder = dataFolder()
    {
      using servers = folder.open()
      servers.registry.save({ id: id('new'), launch: launch('npx', { args: ['-y', 'pkg'], env: { A: { secret: 's' } }, cwd: '/tmp' }) })
      servers.registry.save({ id: id('far'), launch: { kind: 'http', url: 'https://far.test', headers: {}, transport: 'sse' } })
    }
    expect(JSON.parse(folder.text())).toEqual({
      mcpServers: {
        new: { command: 'npx', args: ['-y', 'pkg'], env: { A: { secret: 's' } }, cwd: '/tmp' },
        far: { type: 'sse', url: 'https://far.test' },
      },
    })
    using servers = folder.open()
    expect(servers.registry.list().servers).toMatchObject([{ id: 'new', enabled: true, trusted: false }, { id: 'far' }])
    for (const server of servers.registry.list().servers) expect(servers.records.approved(server.id, server.launch)).toBe(true)
  })

  it('changes only what the form changed: names, comments and order of the rest stay', () => {
    using folder = dataFolder()
    folder.writeText(commented)
    using servers = folder.open()
    const two = servers.registry.get(id('two'))
    if (two.launch.kind !== 'stdio') throw new Error('two is a command')
    servers.registry.save({ previousId: two.id, id: id('zwei'), launch: { ...two.launch, env: { ...two.launch.env, LEVEL: '2' } } })
    expect(folder.text()).toBe(commented.replace('"two": {', '"zwei": {').replace('"LEVEL": "1"', '"LEVEL": "2"'))
    expect(names(servers)).toEqual(['one', 'zwei', 'three'])
  })

  it('turns a command into a URL and back', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'x', args: ['y'], env: { A: '1' }, cwd: '/tmp', mine: 1 } })
    using servers = folder.open()
    servers.registry.save({
      previousId: id('a'),
      id: id('a'),
      launch: { kind: 'http', url: 'https://a.test', headers: { H: '1' }, transport: 'auto' },
    })
    expect(JSON.parse(folder.text()).mcpServers.a).toEqual({ mine: 1, type: 'http', url: 'https://a.test', headers: { H: '1' } })
    servers.registry.save({ previousId: id('a'), id: id('a'), launch: launch('z') })
    expect(JSON.parse(folder.text()).mcpServers.a).toEqual({ mine: 1, command: 'z' })
  })

  it('renames a server for everybody who keeps something under its name, before it tells of the new list', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' }, b: { command: 'b' } })
    using servers = folder.open()
    servers.registry.setTrusted(id('a'), true)
    const told: unknown[] = []
    servers.registry.renamed.subscribe((change) => told.push(change))
    servers.registry.changes.subscribe((list) => told.push(list.servers.map((server) => server.id)))
    servers.registry.save({ previousId: id('a'), id: id('c'), launch: launch('a') })
    expect(told).toEqual([{ from: 'a', to: 'c' }, ['c', 'b']])
    expect([servers.registry.get(id('c')).trusted, servers.records.approved(id('a'), launch('a'))]).toEqual([true, false])
  })

  it('refuses a name that is taken, one that cannot be used, and a launch that cannot be used', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' }, broken: {} })
    using servers = folder.open()
    const before = folder.text()
    const save = (name: string, previous?: string) => () =>
      servers.registry.save({ id: id(name), launch: launch('x'), ...(previous !== undefined && { previousId: id(previous) }) })
    expect(save('a')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(save('broken')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(save('broken', 'a')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(save('b', 'nobody')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(save('__proto__')).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() =>
      servers.registry.save({ id: id('u'), launch: { kind: 'http', url: 'file:///etc', headers: {}, transport: 'auto' } }),
    ).toThrow('servers.urlScheme')
    expect(folder.text()).toBe(before)
    save('broken', 'broken')()
    expect(names(servers)).toEqual(['a', 'broken'])
  })

  it.each(['one', 'two', 'three'])('removes %s and puts it back where it was, with its comments, its approval and the trust', (name) => {
    using folder = dataFolder()
    folder.writeText(commented)
    using servers = folder.open()
    servers.registry.setTrusted(id(name), true)
    const before = servers.registry.get(id(name))
    const undoId = servers.registry.remove(id(name))
    expect(names(servers)).toEqual(['one', 'two', 'three'].filter((other) => other !== name))
    expect([servers.records.approved(id(name), before.launch), servers.records.trusted(id(name))]).toEqual([false, false])
    servers.registry.restore(undoId)
    expect(folder.text()).toBe(commented)
    expect([servers.registry.get(id(name)), servers.records.approved(id(name), before.launch)]).toEqual([before, true])
    expect(() => servers.registry.restore(undoId)).toThrow('servers.undoExpired')
  })

  it('removes broken servers too, and does not restore over a new one of that name', () => {
    using folder = dataFolder()
    folder.writeText('{"mcpServers": {"x": {}, "a": {"command": "a"}, "x": {"command": "b"}}}')
    using servers = folder.open()
    const undoId = servers.registry.remove(id('x'))
    expect(servers.registry.list().broken).toEqual([])
    servers.registry.save({ id: id('x'), launch: launch('new') })
    expect(() => servers.registry.restore(undoId)).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    servers.registry.remove(id('x'))
    servers.registry.restore(undoId)
    expect(folder.text()).toBe('{"mcpServers": {"x": {}, "a": {"command": "a"}, "x": {"command": "b"}}}')
    expect(() => servers.registry.restore(UndoId.parse(crypto.randomUUID()))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(() => servers.registry.remove(id('nobody'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('says so when it cannot remove an entry, instead of calling it removed', () => {
    using folder = dataFolder()
    folder.write({ ['x'.repeat(201)]: { command: 'a' } })
    using servers = folder.open()
    const [broken] = servers.registry.list().broken
    expect(() => servers.registry.remove(broken?.id ?? id('none'))).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(servers.registry.list().broken).toEqual([broken])
  })

  it('keeps switches, folders and tools in our own part of the entry, and nowhere else', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a', disabled: true } })
    using servers = folder.open()
    const { registry } = servers
    registry.setEnabled(id('a'), true)
    registry.setSampling(id('a'), 'off')
    registry.setProtocol(id('a'), '2025')
    registry.setRoots(id('a'), ['file:///tmp', 'file:///tmp'])
    registry.setToolEnabled(id('a'), ['x', 'y'], false)
    registry.setToolEnabled(id('a'), ['x'], true)
    registry.setExtension(id('a'), 'com.example/x', true)
    expect(JSON.parse(folder.text()).mcpServers.a).toEqual({
      command: 'a',
      disabled: true,
      parley: {
        enabled: true,
        sampling: 'off',
        protocol: '2025',
        roots: ['file:///tmp'],
        tools: { disabled: ['y'] },
        extensions: { 'com.example/x': true },
      },
    })
    expect(registry.get(id('a'))).toMatchObject({
      enabled: true,
      sampling: 'off',
      protocol: '2025',
      roots: ['file:///tmp'],
      rootsChosen: true,
      disabledTools: ['y'],
    })
    registry.setProtocol(id('a'), 'automatic')
    expect(folder.text()).not.toContain('protocol')
    registry.setRoots(id('a'), [])
    expect(registry.get(id('a'))).toMatchObject({ roots: [], rootsChosen: true })
    expect(() => registry.setRoots(id('a'), ['https://a.test'])).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => registry.setEnabled(id('b'), true)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  // Catches: `"parley": {}` in the file of somebody who tried a version and went back, and a comment that goes with it.
  it('leaves nothing of its own behind when the last choice is as by default again, but a comment stays', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' } })
    const before = folder.text()
    using servers = folder.open()
    servers.registry.setProtocol(id('a'), '2025')
    servers.registry.setProtocol(id('a'), 'automatic')
    expect(folder.text()).toBe(before)
    folder.writeText('{ "mcpServers": { "a": { "command": "a", "parley": {\n"protocol": "2025"\n// mine\n} } } }')
    servers.registry.setProtocol(id('a'), 'automatic')
    expect(folder.text()).toContain('// mine')
  })

  it('changes what stands in the file now, not what stood there before: an entry that is gone is not made anew, and no word of another program is lost', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' }, b: { command: 'b' } })
    using servers = folder.open()
    folder.write({ b: { command: 'b', parley: { tools: { disabled: ['theirs'] } } } })
    expect(() => servers.registry.setEnabled(id('a'), false)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    servers.registry.setToolEnabled(id('b'), ['mine'], false)
    expect(JSON.parse(folder.text())).toEqual({ mcpServers: { b: { command: 'b', parley: { tools: { disabled: ['theirs', 'mine'] } } } } })
  })

  it('waits for no other process that writes to the database when the file changes', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' } })
    using servers = folder.open()
    using other = folder.open()
    other.database.transaction(() => servers.registry.setEnabled(id('a'), false))
    expect(servers.registry.get(id('a')).enabled).toBe(false)
  })

  it('imports servers disabled and not approved, under free names, all or none', () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' } })
    using servers = folder.open()
    servers.registry.importServers([
      { id: 'a', launch: launch('one') },
      { id: 'b', launch: launch('two') },
      { id: 'b', launch: launch('three') },
    ])
    expect(servers.registry.list().servers.map(({ id, enabled, trusted }) => [id, enabled, trusted])).toEqual([
      ['a', true, false],
      ['a 2', false, false],
      ['b', false, false],
      ['b 2', false, false],
    ])
    expect(servers.records.approved(id('b'), launch('two'))).toBe(false)
    const before = folder.text()
    expect(() =>
      servers.registry.importServers([
        { id: 'c', launch: launch('one') },
        { id: '__proto__', launch: launch('two') },
      ]),
    ).toThrow('servers.nameReserved')
    expect(folder.text()).toBe(before)
  })

  it('keeps a broken file as it is, refuses every change, and follows as soon as it is mended by hand', async () => {
    using folder = dataFolder()
    folder.write({ a: { command: 'a' } })
    using servers = folder.open()
    const broken = '{ "mcpServers": { "a": { "command": "a" }, \n "b": { "command": } } }'
    const broke = untilServers(servers.registry, () => servers.registry.problem() !== undefined)
    folder.writeText(broken)
    await broke
    expect(servers.registry.problem()).toMatchObject({
      file: 'servers.json',
      error: { reason: 'storage.badFile', params: { line: '2', column: '20' } },
    })
    expect(names(servers)).toEqual(['a'])
    for (const change of [
      () => servers.registry.save({ id: id('c'), launch: launch('c') }),
      () => servers.registry.remove(id('a')),
      () => servers.registry.setEnabled(id('a'), false),
      () => servers.registry.importServers([{ id: 'c', launch: launch('c') }]),
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }))
    }
    expect([folder.text(), servers.records.approved(id('c'), launch('c')), servers.records.approved(id('a'), launch('a'))]).toEqual([
      broken,
      false,
      true,
    ])
    const mended = untilServers(servers.registry, () => names(servers).includes('b'))
    folder.write({ a: { command: 'a' }, b: { command: 'b' } })
    await mended
    expect([servers.registry.problem(), names(servers)]).toEqual([undefined, ['a', 'b']])
  })

  it.each(['[]', '{ "mcpServers": [] }', '{ "mcpServers": {}, "mcpServers": {} }'])(
    'calls %s unreadable, and does not write over it',
    (text) => {
      using folder = dataFolder()
      folder.writeText(text)
      using servers = folder.open()
      expect(servers.registry.problem()?.error.code).toBe('FILE_UNREADABLE')
      expect(() => servers.registry.save({ id: id('a'), launch: launch('a') })).toThrow('storage.badFile')
      expect(folder.text()).toBe(text)
    },
  )

  it('B08: takes "__proto__" as a name neither from the file nor from the form, and no object changes', () => {
    using folder = dataFolder()
    folder.writeText(
      '{ "mcpServers": { "__proto__": { "command": "evil", "shell": true }, "constructor": { "command": "evil" }, "a": { "command": "a", "__proto__": { "shell": true } } } }',
    )
    using servers = folder.open()
    expect(servers.registry.list().broken.map((server) => server.id)).toEqual(['__proto__', 'constructor'])
    expect(names(servers)).toEqual(['a'])
    expect([({} as { shell?: unknown }).shell, ({} as { command?: unknown }).command]).toEqual([undefined, undefined])
    servers.registry.remove(id('__proto__'))
    expect(servers.registry.list().broken.map((server) => server.id)).toEqual(['constructor'])
  })

  it('holds 5,000 servers: opens, changes one and hears of a change from outside within two seconds', { tags: ['slow'] }, async () => {
    using folder = dataFolder()
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`server ${index}`, { command: 'x', args: ['y'], env: { A: '1' } }]),
    )
    folder.write(many)
    const timed = (work: () => void): number => {
      const started = threadCpuMs()
      work()
      return threadCpuMs() - started
    }
    using servers = folder.open()
    expect(servers.registry.list().servers).toHaveLength(5_000)
    expect(timed(() => servers.registry.setEnabled(id('server 2500'), false))).toBeLessThan(2_000)
    expect(servers.registry.get(id('server 2500')).enabled).toBe(false)
    const told = untilServers(servers.registry, () => servers.registry.list().servers.length === 5_001)
    writeFileSync(folder.file('servers.json'), JSON.stringify({ mcpServers: { ...many, last: { command: 'z' } } }))
    await told
    expect(servers.records.approved(id('server 2500'), servers.registry.get(id('server 2500')).launch)).toBe(true)
    expect(servers.records.approved(id('last'), servers.registry.get(id('last')).launch)).toBe(false)
  })

  it('keeps how a server is told who calls beside its launch, without a new approval, and takes it out when a person signs in again', () => {
    using folder = dataFolder()
    folder.writeText(commented)
    using servers = folder.open()
    const far = { kind: 'http', url: 'https://three.test/mcp', headers: {}, transport: 'auto' } as const
    const auth = { kind: 'client', clientId: 'parley', clientSecret: { secret: 'three-client' } } as const
    servers.registry.save({ previousId: id('three'), id: id('three'), launch: far, auth })
    expect(servers.registry.get(id('three'))).toMatchObject({ auth, launch: far })
    expect(servers.records.approved(id('three'), far, auth)).toBe(true)
    servers.registry.save({ previousId: id('three'), id: id('three'), launch: far })
    expect(servers.registry.get(id('three')).auth).toEqual(auth)
    servers.registry.save({ previousId: id('three'), id: id('three'), launch: far, auth: { kind: 'person' } })
    expect([servers.registry.get(id('three')).auth, folder.text().includes('"auth"')]).toEqual([{ kind: 'person' }, false])
    servers.registry.save({ id: id('four'), launch: { ...far, url: 'https://four.test/mcp' }, auth })
    expect(servers.registry.get(id('four')).auth).toEqual(auth)
  })
})
