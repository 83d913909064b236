import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { AccountId } from '../../shared/domain/ids'
import { ManualClock } from '../testing/manualClock'
import { sendResult, type Received, type TestServer } from './testing/httpServer'
import { define, failureOf, newCallId, serverId, testPool, type TestPool } from './testing/poolFixture'
import { protectedServer, tokenOf } from './testing/protectedServer'
import { newAccountId, TokenAccounts } from './testing/tokenAccounts'

const acme = serverId('acme')
const signal = new AbortController().signal
const MINUTE = 60_000

/** A server with a different offer, different answers and a separate session for each account. */
function perAccount(): ReturnType<typeof protectedServer> {
  return protectedServer('2025', { passes: (received) => ['private', 'work'].includes(tokenOf(received) ?? '') }, (received) => {
    const { message, response } = received
    const who = tokenOf(received) ?? ''
    const answers: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 's', version: '1' } },
      'tools/list': { tools: [{ name: `${who}-tool`, inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: `for ${who}` }] },
      'resources/list': { resources: [] },
      'resources/templates/list': { resourceTemplates: [] },
      'resources/read': { contents: [{ uri: 'x:1', text: `of ${who}` }] },
    }
    const result = answers[String(message['method'])]
    if (!result) return false
    sendResult(response, message['id'], result, message['method'] === 'initialize' ? { 'mcp-session-id': `session-${who}` } : {})
    return true
  })
}

interface Bench extends AsyncDisposable {
  readonly server: TestServer
  readonly accounts: TokenAccounts
  readonly test: TestPool
  readonly clock: ManualClock
  text(accountId?: AccountId): Promise<unknown>
  phase(accountId: AccountId): string | undefined
  tools(accountId?: AccountId): readonly string[]
}

async function bench(): Promise<Bench> {
  const server = await perAccount()
  const accounts = new TokenAccounts()
  accounts.chosenAccounts.push(newAccountId())
  accounts.hold('private', accounts.first)
  accounts.hold('work', accounts.second)
  const { second } = accounts
  const clock = new ManualClock()
  const test = testPool([define('acme', server.launch)], {
    deps: { ...accounts.deps, clock },
    // Time advances by hours here, too fast for health checks to be answered.
    limits: { pingMs: 24 * 60 * MINUTE },
  })
  await test.pool.start(acme)
  const ignore = (): void => undefined
  return {
    server,
    accounts,
    test,
    clock,
    text: async (accountId) => {
      const tool = accountId === second ? 'work-tool' : 'private-tool'
      const ids = { serverId: acme, callId: newCallId(), ...(accountId && { accountId }) }
      const { content } = await test.pool.callTool({ ...ids, tool, arguments: {}, onProgress: ignore, onWaiting: ignore }, signal)
      return content[0]?.type === 'text' ? content[0].text : undefined
    },
    phase: (accountId) => test.pool.state(acme, accountId)?.phase,
    tools: (accountId) => test.pool.catalog(acme, accountId).tools.map(({ name }) => name),
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const sessionsOf = (received: readonly Received[], token: string): readonly unknown[] => [
  ...new Set(received.filter((one) => tokenOf(one) === token).map(({ headers }) => headers['mcp-session-id'] ?? 'none')),
]

it('two accounts of one server each have a token, a session, lists, results and resources of their own', async () => {
  await using it = await bench()
  const { first, second } = it.accounts
  const texts = [await it.text(first), await it.text(second), await it.text()]
  const reads = await Promise.all(
    [undefined, second].map(async (accountId) => (await it.test.pool.readResource(acme, { uri: 'x:1', accountId }, signal)).items[0]?.text),
  )
  expect({ texts, reads, tools: [it.tools(), it.tools(second)] }).toEqual({
    texts: ['for private', 'for work', 'for private'],
    reads: ['of private', 'of work'],
    tools: [['private-tool'], ['work-tool']],
  })
  // The first message of each account has no session, and the later ones have their own.
  expect([sessionsOf(it.server.received, 'private'), sessionsOf(it.server.received, 'work')]).toEqual([
    ['none', 'session-private'],
    ['none', 'session-work'],
  ])
})

it('opens the connection of another account at its first use only, and ends it a quarter of an hour after its last', async () => {
  await using it = await bench()
  const { second } = it.accounts
  const before = it.phase(second)
  await it.text(second)
  await it.clock.pass(14 * MINUTE)
  await it.text(second)
  await it.clock.pass(14 * MINUTE)
  const used = it.phase(second)
  await it.clock.pass(2 * MINUTE)
  expect([before, used, it.phase(second), it.test.pool.states()[acme]?.phase]).toEqual([undefined, 'ready', undefined, 'ready'])
})

it('ends the connections of other accounts with their server', async () => {
  await using it = await bench()
  const { second } = it.accounts
  await it.text(second)
  await it.test.pool.stop(acme)
  const stopped = it.phase(second)
  await it.test.pool.start(acme)
  await it.text(second)
  it.test.registry.set([define('acme', it.server.launch, { enabled: false })])
  await it.test.until('acme', 'disabled')
  const error = await failureOf(it.text(second))
  expect([stopped, it.phase(second), error.code]).toEqual([undefined, undefined, 'CONFLICT'])
})

it('changes over to another account when that becomes the default one, and shows nothing of the one before meanwhile', async () => {
  await using it = await bench()
  const forgotten: string[] = []
  it.test.pool.relaunched.subscribe((server) => forgotten.push(server))
  const { connectionId } = await it.test.until('acme', 'ready')
  it.accounts.makeDefault(1)
  await it.test.until('acme', 'stopped')
  const between = it.tools()
  const after = await it.test.until('acme', 'ready')
  expect([between, it.tools(), forgotten, after.connectionId === connectionId]).toEqual([[], ['work-tool'], [acme], false])
  expect(await it.text(it.accounts.first)).toBe('for private')
})

it('a call with an account that was removed is made with no other one', async () => {
  await using it = await bench()
  const { second } = it.accounts
  await it.text(second)
  it.accounts.remove(second)
  await expect.poll(() => it.phase(second)).toBeUndefined()
  const error = await failureOf(it.text(second))
  expect([error.code, it.phase(second), it.tools(second)]).toEqual(['NOT_FOUND', undefined, []])
})

it('asks for a sign-in to the account that wants it, and leaves the other one at work', async () => {
  await using it = await bench()
  const { second } = it.accounts
  it.accounts.hold('revoked', second)
  it.test.pool.prepare(acme, second)
  while (it.phase(second) !== 'needsSignIn') await wait(5)
  const offers = [...it.accounts.offers]
  const text = await it.text()
  it.accounts.signIn(acme, 'work', second)
  while (it.phase(second) !== 'ready') await wait(5)
  expect([offers, text, it.accounts.offers, await it.text(second)]).toEqual([[second], 'for private', [], 'for work'])
})

it('after a sign-out nothing of the account is used or shown any more, and nobody is asked to sign in at once', async () => {
  await using it = await bench()
  it.accounts.hold('revoked', it.accounts.first)
  await it.test.pool.signedOut(acme, it.accounts.first)
  const state = await it.test.until('acme', 'needsSignIn')
  expect([state.error.reason, it.tools(), it.accounts.offered]).toEqual(['connections.signedOut', [], 0])
})

it('a connection that was ended while it was used ends no other one later', async () => {
  await using it = await bench()
  const { second } = it.accounts
  const cutOff = failureOf(it.text(second))
  it.accounts.makeDefault(1)
  await cutOff
  it.accounts.makeDefault(0)
  await it.test.until('acme', 'ready')
  await it.clock.pass(14 * MINUTE)
  await it.text(second)
  await it.clock.pass(2 * MINUTE)
  expect(it.phase(second)).toBe('ready')
})
