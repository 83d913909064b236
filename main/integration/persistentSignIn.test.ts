import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { legacyServer, sendJson } from '../connections/testing/httpServer'
import { FakeAuthorizationServer } from '../oauth/testing/fakeAuthorizationServer'
import { memoryKeyProvider } from '../secrets/memoryKeyProvider'
import { Database } from '../storage/database'
import { TestHost, type TestHostOptions } from '../testing/testHost'

const serverId = ServerId.parse('files')
const CANARY = 'canary-secret-of-the-machine'

/** Starts a server of the 2025 era that requires tokens of an authorization server, and a host that signs in to it by itself. */
async function setUp({ ports = {} }: Pick<TestHostOptions, 'ports'> = {}) {
  const stack = new AsyncDisposableStack()
  const issuer = stack.use(await FakeAuthorizationServer.start({ lifetime: 3600 }))
  const server = stack.use(
    await legacyServer(({ request, response, headers }) => {
      const origin = `http://${headers.host ?? ''}`
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
      if (request.url === '/.well-known/oauth-protected-resource/mcp') {
        sendJson(response, { resource: `${origin}/mcp`, authorization_servers: [issuer.issuer] })
        return true
      }
      if (issuer.access.has(headers.authorization?.slice('Bearer '.length) ?? '')) return false
      sendJson(response, {}, 401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
      return true
    }),
  )
  const auth = { kind: 'client', clientId: 'machine', clientSecret: CANARY }
  const files = { 'servers.json': { mcpServers: { files: { type: 'http', url: server.url, parley: { auth } } } } }
  const host = stack.use(await TestHost.start({ files, ports }))
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  return { issuer, host, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const state = async (host: TestHost) => (await host.until('connections.states', () => true))[serverId]

/** What is on the disk of accounts and of accepted definitions. */
function stored(dataDir: string) {
  const database = new Database(join(dataDir, 'parley.db'))
  const account = database.all('SELECT id, server, issuer, client_id FROM account')
  const pin = database.all('SELECT server, name FROM pin')
  database.close()
  return { account, pin }
}

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('a sign-in without a person', () => {
  it('goes on through a token that the server does not take any more: the connection lives, and calls are answered', async () => {
    await using world = await setUp()
    const { conversationId } = await world.host.call('chat.create', {})
    const before = await state(world.host)
    world.issuer.access.clear()
    await world.host.call('chat.runTool', { conversationId, serverId, tool: 'a', arguments: {} })
    await expect.poll(async () => JSON.stringify(await world.host.call('chat.open', { conversationId }))).toContain('"ok"')
    expect([world.issuer.tokenRequests().length, await state(world.host)]).toEqual([2, before])
    expect((await world.host.until('accounts', () => true)).accounts).toMatchObject([{ state: 'signedIn', refreshed: expect.any(Number) }])
  })

  it('K11: a server that is removed takes its tokens along, and gives them back', async () => {
    await using world = await setUp()
    const [token = ''] = world.issuer.access.keys()
    await world.host.call('servers.remove', { serverId })
    const dataDir = await world.host.quit()
    expect(world.issuer.asked('/revoke').map(({ form }) => form['token'])).toEqual([token])
    expect(world.issuer.asked('/revoke')[0]?.headers.authorization).toMatch(/^Basic /)
    const holding = everyFile(dataDir).filter((path) => readFileSync(path).includes(token))
    rmSync(dataDir, { recursive: true })
    expect(holding).toEqual([])
  })

  it.each<{ why: string; damage: (servers: string) => void; policyFiles?: { path: string; mustBelongToRoot: boolean }[] }>([
    { why: 'is empty', damage: (servers) => writeFileSync(servers, '') },
    { why: 'holds nothing but a comment', damage: (servers) => writeFileSync(servers, '// soon') },
    { why: 'is missing', damage: (servers) => rmSync(servers) },
    {
      why: 'is a link that leads nowhere',
      damage: (servers) => {
        rmSync(servers)
        symlinkSync(`${servers}.on-a-disk-that-is-away`, servers)
      },
    },
    {
      why: 'has no servers of its own, and the policy with the others cannot be used',
      damage: (servers) => writeFileSync(servers, '{ "mcpServers": {} }'),
      policyFiles: [{ path: '/nowhere/policy.json', mustBelongToRoot: false }],
    },
  ])(
    'K11: keeps accounts and accepted definitions, and gives nothing back, at a start where servers.json $why',
    async ({ damage, policyFiles }) => {
      // Each run of Parley finds the same key, as in a keychain.
      const ports = { keyProviders: [{ ...memoryKeyProvider(), kind: 'keychain' as const }] }
      await using world = await setUp({ ports })
      const dataDir = await world.host.quit()
      const before = stored(dataDir)
      const servers = join(dataDir, 'servers.json')
      const text = readFileSync(servers)
      damage(servers)
      const damaged = await TestHost.start({ dataDir, ports: { ...ports, ...(policyFiles && { policyFiles }) } })
      await damaged.quit()
      const after = stored(dataDir)
      rmSync(servers, { force: true })
      writeFileSync(servers, text)
      const mended = await TestHost.start({ dataDir, ports })
      await mended.until('connections.states', (states) => states[serverId]?.phase === 'ready')
      const asked = world.issuer.tokenRequests().length
      await mended.quit()
      rmSync(dataDir, { recursive: true })
      expect(after).toEqual(before)
      expect(before).toMatchObject({ account: [{ server: 'files' }], pin: expect.arrayContaining([{ server: 'files', name: 'a' }]) })
      expect([asked, world.issuer.asked('/revoke')]).toEqual([1, []])
    },
  )
})
