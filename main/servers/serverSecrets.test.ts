import { describe, expect, it } from 'vitest'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { memoryKeyProvider } from '../secrets/memoryKeyProvider'
import { SecretVault } from '../secrets/secretVault'
import { secretsOf } from '../secrets/vaultView'
import { ManualClock } from '../testing/manualClock'
import { ServerSecrets } from './serverSecrets'
import { dataFolder, id, type DataFolder } from './testing/dataFolder'

const signal = new AbortController().signal
const token = 'ghp_0123456789abcdef'
const github: Launch = { kind: 'stdio', command: 'npx', args: ['pkg'], env: { GITHUB_TOKEN: token, LOG: 'debug' } }

function setUp(folder: DataFolder, sharedVault?: SecretVault) {
  const servers = folder.open()
  const clock = new ManualClock()
  const vault = sharedVault ?? SecretVault.open({ file: folder.file('secrets.json'), providers: [memoryKeyProvider()], clock })
  const inUse = () => new Set(servers.registry.list().servers.flatMap((server: ServerConfig) => secretsOf(server)))
  const open = () => new ServerSecrets({ ...servers, vault, clock, inUse })
  return { ...servers, clock, vault, open, secrets: open() }
}

/** Work that a timer starts ends only after several turns of the event loop. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

describe('ServerSecrets', () => {
  it('AU-31: moves secrets of servers that are taken over into the vault; the file holds their names only', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    const headers = { Authorization: `Bearer ${token}` }
    await opened.vault.put('work/Authorization', 'somebody else’s', signal)
    await opened.secrets.importServers(
      [
        { id: 'github', launch: github },
        { id: 'work', launch: { kind: 'http', url: 'https://a.test/mcp', headers, transport: 'auto' } },
      ],
      signal,
    )
    expect(folder.text()).not.toContain(token)
    expect(opened.registry.list().servers.map(({ launch, enabled }) => [launch, enabled])).toEqual([
      [{ ...github, env: { GITHUB_TOKEN: { secret: 'github/GITHUB_TOKEN' }, LOG: 'debug' } }, false],
      [
        { kind: 'http', url: 'https://a.test/mcp', headers: { Authorization: { secret: 'work/Authorization 2' } }, transport: 'auto' },
        false,
      ],
    ])
    expect(await opened.vault.reveal('work/Authorization 2', signal)).toBe(`Bearer ${token}`)
    expect(await opened.vault.reveal('work/Authorization', signal)).toBe('somebody else’s')
  })

  it('takes no server over whose secrets cannot be kept', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    const vault = SecretVault.open({ file: folder.file('secrets.json'), providers: [], clock: opened.clock })
    const secrets = new ServerSecrets({ ...opened, vault, inUse: () => new Set() })
    await expect(secrets.importServers([{ id: 'github', launch: github }], signal)).rejects.toMatchObject({ code: 'SECRETS_LOCKED' })
    expect(opened.registry.list().servers).toEqual([])
  })

  it('moves plain ones of a server out of the file, with its comments kept and its approval', async () => {
    using folder = dataFolder()
    folder.writeText(
      `{ "mcpServers": { "github": { "command": "npx", "args": ["pkg"], // mine\n "env": { "GITHUB_TOKEN": "${token}", "LOG": "debug" } } } }`,
    )
    using opened = setUp(folder)
    expect(await opened.secrets.moveFromServer(id('github'), signal)).toEqual({ moved: 1 })
    const { launch } = opened.registry.get(id('github'))
    expect(launch).toEqual({ ...github, env: { GITHUB_TOKEN: { secret: 'github/GITHUB_TOKEN' }, LOG: 'debug' } })
    expect([folder.text().includes(token), folder.text().includes('// mine'), opened.records.approved(id('github'), launch)]).toEqual([
      false,
      true,
      true,
    ])
    expect(await opened.vault.reveal('github/GITHUB_TOKEN', signal)).toBe(token)
    expect(await opened.secrets.moveFromServer(id('github'), signal)).toEqual({ moved: 0 })
  })

  it('does not approve a command by moving its secrets', async () => {
    using folder = dataFolder()
    folder.write({})
    using opened = setUp(folder)
    opened.registry.importServers([{ id: 'github', launch: github }])
    await opened.secrets.moveFromServer(id('github'), signal)
    expect(opened.records.approved(id('github'), opened.registry.get(id('github')).launch)).toBe(false)
  })

  it('K11: deletes the secrets of a removed server when it can no longer be taken back', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    await opened.secrets.importServers([{ id: 'github', launch: github }], signal)
    await opened.secrets.change(id('github'), () => opened.registry.remove(id('github')))
    expect(opened.vault.names()).toEqual(['github/GITHUB_TOKEN'])
    await opened.clock.pass(61_000)
    await turns()
    expect(opened.vault.names()).toEqual([])
  })

  it('K11: keeps them when the removal is taken back, when another server uses them, and when its name changes', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    await opened.secrets.importServers([{ id: 'github', launch: github }], signal)
    const { launch } = opened.registry.get(id('github'))
    const undo = await opened.secrets.change(id('github'), () => opened.registry.remove(id('github')))
    opened.registry.restore(undo)
    await opened.clock.pass(61_000)
    await opened.secrets.change(id('github'), () => opened.registry.save({ previousId: id('github'), id: id('gh'), launch }))
    opened.registry.save({ id: id('copy'), launch })
    await opened.secrets.change(id('gh'), () => opened.registry.remove(id('gh')))
    await opened.clock.pass(61_000)
    await turns()
    expect(await opened.vault.reveal('github/GITHUB_TOKEN', signal)).toBe(token)
  })

  it('K11: finishes what Parley did not come to, at its end and after a crash', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    const remove = async (name: string): Promise<void> => {
      await opened.secrets.importServers([{ id: name, launch: github }], signal)
      await opened.secrets.change(id(name), () => opened.registry.remove(id(name)))
    }
    await remove('one')
    await opened.secrets[Symbol.asyncDispose]()
    expect(opened.vault.names()).toEqual([])
    await remove('two')
    await opened.open().sweep()
    expect(opened.vault.names()).toEqual([])
  })

  it('K11: an entry that stays broken keeps the secrets that it names, and no others', async () => {
    using folder = dataFolder()
    using opened = setUp(folder)
    for (const name of ['1', '2', '3']) {
      await opened.secrets.importServers([{ id: name, launch: github }], signal)
      await opened.secrets.change(id(name), () => opened.registry.remove(id(name)))
    }
    const sweepWith = async (mcpServers: string): Promise<readonly string[]> => {
      folder.writeText(`{ "mcpServers": ${mcpServers} }`)
      using damaged = setUp(folder, opened.vault)
      await damaged.secrets.sweep()
      return opened.vault.names()
    }
    const all = ['1', '2', '3'].map((name) => `${name}/GITHUB_TOKEN`)
    const naming = (name: string) => `{ "command": 7, "parley": { "auth": { "token": { "secret": "${name}/GITHUB_TOKEN" } } } }`
    // Of two entries or members of one name nobody reads the first.
    expect(await sweepWith(`{ "a": { "command": "x" }, "a": { "command": "x" } }`)).toEqual(all)
    expect(await sweepWith(`{ "a": { "command": "x", "env": {}, "env": {} } }`)).toEqual(all)
    expect(await sweepWith(`{ "a": ${naming('1')}, "b": [${naming('2')}] }`)).toEqual(all.slice(0, 2))
    expect(await sweepWith(`{ "a": 7 }`)).toEqual([])
  })

  it.each([
    ['its entry is broken for the moment', (text: string) => text.replace('"npx"', '7')],
    ['the file is empty for the moment', () => ''],
  ])('K11: keeps the secret of a server while %s, and deletes it once nobody names it', async (_when, damage) => {
    using folder = dataFolder()
    using opened = setUp(folder)
    await opened.secrets.importServers([{ id: 'github', launch: github }], signal)
    await opened.secrets.change(id('github'), () => undefined)
    const text = folder.text()
    folder.writeText(damage(text))
    {
      using damaged = setUp(folder, opened.vault)
      await damaged.secrets.sweep()
    }
    expect(opened.vault.names()).toEqual(['github/GITHUB_TOKEN'])
    folder.write({})
    using mended = setUp(folder, opened.vault)
    await mended.secrets.sweep()
    expect(opened.vault.names()).toEqual([])
  })

  it('forgets what an earlier Parley wanted to remove under a name that is no secret’s, without touching anything', async () => {
    using folder = dataFolder()
    folder.write({})
    using opened = setUp(folder)
    const account = { kind: 'account', id: 'a' } as const
    await opened.vault.credentials.put(account, 'record', signal)
    opened.database.run('INSERT INTO fact (name, value) VALUES (?, ?)', 'forget-secret account:a', '0')
    await opened.secrets.sweep()
    expect(opened.database.all("SELECT name FROM fact WHERE name LIKE 'forget-secret %'")).toEqual([])
    expect(await opened.vault.credentials.reveal(account, signal)).toBe('record')
  })
})
