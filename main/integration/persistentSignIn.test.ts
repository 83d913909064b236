import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { legacyServer, sendJson } from '../connections/testing/httpServer'
import { FakeAuthorizationServer } from '../oauth/testing/fakeAuthorizationServer'
import { TestHost } from '../testing/testHost'

const serverId = ServerId.parse('files')
const CANARY = 'canary-secret-of-the-machine'

/** Starts a server of the 2025 era that requires tokens of an authorization server, and a host that signs in to it by itself. */
async function setUp() {
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
  const host = stack.use(await TestHost.start({ files }))
  await host.until('connections.states', (states) => states[serverId]?.phase === 'ready')
  return { issuer, host, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const state = async (host: TestHost) => (await host.until('connections.states', () => true))[serverId]

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
})
