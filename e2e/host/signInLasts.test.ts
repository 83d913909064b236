import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Call } from '../../shared/domain/chat'
import { ServerId } from '../../shared/domain/ids'
import { memoryKeyProvider } from '../../main/secrets/memoryKeyProvider'
import { sharedKey } from '../../main/secrets/testing/sharedKey'
import { TestHost } from '../../main/testing/testHost'
import { AuthorizationServer, type AuthorizationServerOptions } from '../servers/signIn/authorizationServer.ts'
import type { Person } from '../servers/signIn/interactionPages.ts'
import { ProtectedServer } from '../servers/signIn/protectedServer.ts'
import { walkThrough } from '../servers/signIn/walkThrough.ts'

const serverId = ServerId.parse('notes')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lasting-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the host with the protected server, a keychain that outlives the host, and a browser in which the person signs in. */
function start(notes: ProtectedServer, person: Person = 'ada'): Promise<TestHost> {
  return TestHost.start({
    dataDir: join(folder, 'data'),
    files: { 'servers.json': { mcpServers: { [serverId]: { type: 'http', url: notes.url } } } },
    ports: {
      keyProviders: [sharedKey(join(folder, 'key')), memoryKeyProvider()],
      openUrl: async (url) => {
        const answer = await fetch(await walkThrough(url, person))
        await answer.text()
      },
    },
  })
}

async function signIn(host: TestHost): Promise<void> {
  const { accounts } = await host.until('accounts', ({ accounts }) => accounts.length > 0)
  const [account] = accounts
  if (!account) throw new Error('There is no account')
  const { attempt } = await host.call('accounts.prepare', { target: { kind: 'server', serverId, accountId: account.accountId } })
  await host.call('accounts.begin', { attempt })
  await untilReady(host)
}

async function untilReady(host: TestHost): Promise<void> {
  await host.until('connections.states', ({ [serverId]: state }) => state?.phase === 'ready')
}

/** Calls `whoami` in a conversation of its own. */
async function whoami(host: TestHost): Promise<Call> {
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId, tool: 'whoami', arguments: {} })
  await host.until('chat.conversations', (all) => all.some(({ id, turn }) => id === conversationId && turn === 'done'))
  const { conversation } = await host.call('chat.open', { conversationId })
  const part = conversation.messages.flatMap(({ parts }) => parts).find(({ kind }) => kind === 'call')
  if (part?.kind !== 'call') throw new Error('The conversation has no call')
  return part.call
}

async function withSite(
  options: AuthorizationServerOptions,
  test: (authorization: AuthorizationServer, notes: ProtectedServer) => Promise<void>,
): Promise<void> {
  await using authorization = await AuthorizationServer.start(options)
  await using notes = await ProtectedServer.start(authorization)
  await test(authorization, notes)
}

it('keeps a sign-in over a restart: nobody is asked, nothing is registered and nothing renewed again', () =>
  withSite({}, async (authorization, notes) => {
    {
      await using first = await start(notes)
      await signIn(first)
      await first.quit()
    }
    await using second = await start(notes, 'bob')
    await untilReady(second)
    expect((await whoami(second)).state).toBe('done')
    expect(notes.people()).toEqual(['ada'])
    expect(authorization.events).toEqual(['registered', 'signedIn'])
    expect(notes.presented.size).toBe(1)
  }))

it('renews after a restart with the refresh token that came last, however often it was rotated', () =>
  withSite({}, async (authorization, notes) => {
    {
      await using first = await start(notes)
      await signIn(first)
      for (const _round of [1, 2, 3]) {
        authorization.store.forget('AccessToken')
        await whoami(first)
      }
      await first.quit()
    }
    authorization.store.forget('AccessToken')
    await using second = await start(notes)
    await untilReady(second)
    await whoami(second)
    expect(authorization.events).toEqual(['registered', 'signedIn', 'renewed', 'renewed', 'renewed', 'renewed'])
  }))

it('takes tokens that anybody can read as well as those that nobody can', () =>
  withSite({ tokens: 'jwt' }, async (_authorization, notes) => {
    await using host = await start(notes)
    await signIn(host)
    await whoami(host)
    expect(notes.people()).toEqual(['ada'])
  }))
