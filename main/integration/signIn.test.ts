import { expect, it } from 'vitest'
import type { Account } from '../../shared/domain/account'
import type { Call } from '../../shared/domain/chat'
import { ServerId, type ConversationId, type AccountId } from '../../shared/domain/ids'
import type { Question, SignInDetails } from '../../shared/domain/question'
import { sendJson, type Received } from '../connections/testing/httpServer'
import { faulty } from '../connections/testing/poolFixture'
import { protectedServer, tokenOf } from '../connections/testing/protectedServer'
import { FakeAuthorizationServer } from '../oauth/testing/fakeAuthorizationServer'
import { TestHost } from '../testing/testHost'

const acme = ServerId.parse('acme')
const METADATA = '/.well-known/oauth-protected-resource/mcp'

/** Starts the whole host with one remote server, its authorization server, and a browser that accepts everything. */
async function bench(servers: Readonly<Record<string, unknown>> = {}) {
  await using opened = new AsyncDisposableStack()
  const authorization = opened.use(await FakeAuthorizationServer.start({ lifetime: 3_600 }))
  const needs = { scope: '' }
  const isDescription = ({ request }: Received): boolean => request.url === METADATA
  const hasRights = (received: Received): boolean =>
    received.message['method'] !== 'tools/call' || (authorization.access.get(tokenOf(received) ?? '') ?? '').includes(needs.scope)
  const server = opened.use(
    await protectedServer(
      '2026',
      { passes: (received) => isDescription(received) || authorization.access.has(tokenOf(received) ?? '') },
      (received) => {
        const { response } = received
        if (isDescription(received)) sendJson(response, { resource: server.url, authorization_servers: [authorization.issuer] })
        else if (hasRights(received)) return false
        else {
          const challenge = `Bearer error="insufficient_scope", scope="${needs.scope}"`
          sendJson(response, {}, 403, { 'www-authenticate': challenge })
        }
        return true
      },
    ),
  )
  const host = opened.use(await TestHost.start({ files: { 'servers.json': { mcpServers: { acme: { url: server.url }, ...servers } } } }))
  const closing = opened.move()

  const question = async (): Promise<Question & { readonly details: SignInDetails }> => {
    const { open } = await host.until('questions', ({ open: all }) => all.some(({ details }) => details.kind === 'signIn'))
    const found = open.find((one): one is Question & { readonly details: SignInDetails } => one.details.kind === 'signIn')
    if (!found) throw new Error('Nobody is asked')
    return found
  }
  /** Acts like a person: reads the plan, agrees, and accepts in the browser, which returns to Parley. */
  const signIn = async (accountId: AccountId, asked?: Question): Promise<void> => {
    const target = { kind: 'server', serverId: acme, accountId } as const
    const plan = await host.call('accounts.prepare', { target, ...(asked && { questionId: asked.id }) })
    const begun = await host.call('accounts.begin', { attempt: plan.attempt })
    const url = typeof begun === 'string' ? plan.url : begun.inPage
    const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
    expect((await fetch(back)).status).toBe(200)
  }
  const account = async (isWanted: (account: Account) => boolean): Promise<Account> => {
    const { accounts } = await host.until('accounts', (value) => value.accounts.some(isWanted))
    const found = accounts.find(isWanted)
    if (!found) throw new Error('There is no such account')
    return found
  }
  /** Runs a tool in a conversation and returns the call as soon as `until` accepts it. */
  const run = async (conversationId: ConversationId, until: (call: Call) => boolean): Promise<Call> => {
    for (;;) {
      const { conversation } = await host.call('chat.open', { conversationId })
      const calls = conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
      const last = calls.at(-1)
      if (last && until(last)) return last
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const runTool = async (conversationId: ConversationId): Promise<void> =>
    host.call('chat.runTool', { conversationId, serverId: acme, tool: 'a', arguments: {} })
  const isOver = ({ state }: Call): boolean => state === 'done' || state === 'failed'
  const ready = () => host.until('connections.states', (states) => states[acme]?.phase === 'ready')
  return {
    authorization,
    server,
    host,
    needs,
    question,
    signIn,
    account,
    run,
    runTool,
    isOver,
    ready,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

it('AU-03: a server that wants to know who calls is signed in to once, and then just works', async () => {
  await using it = await bench()
  const asked = await it.question()
  const before = (await it.host.until('connections.states', () => true))[acme]?.phase
  await it.signIn(asked.details.accountId, asked)
  await it.ready()
  const { conversationId } = await it.host.call('chat.create', {})
  await it.runTool(conversationId)
  const call = await it.run(conversationId, it.isOver)
  const { open, ended } = await it.host.until('questions', ({ open: all }) => all.length === 0)
  expect([before, call.state, open.length, ended[0]?.kind, ended[0]?.how]).toEqual(['needsSignIn', 'done', 0, 'signIn', 'answered'])
})

it('a sign-in that ends in the middle of a conversation is asked for in the call, which then goes on by itself', async () => {
  await using it = await bench()
  await it.signIn((await it.question()).details.accountId)
  const { [acme]: first } = await it.ready()
  it.authorization.endAll()
  const { conversationId } = await it.host.call('chat.create', {})
  await it.runTool(conversationId)
  const waiting = await it.run(conversationId, ({ state }) => state === 'waitingAnswer')
  const asked = await it.question()
  await it.signIn(asked.details.accountId, asked)
  const call = await it.run(conversationId, it.isOver)
  const { [acme]: last } = await it.ready()
  expect([waiting.id === call.id, asked.asker.callIds, asked.details.why, call.state]).toEqual([true, [call.id], 'ended', 'done'])
  // The connection is the same: it was not restarted.
  expect(last?.phase === 'ready' && first?.phase === 'ready' && last.connectionId === first.connectionId).toBe(true)
})

it('AU-29, AU-30: a call that wants more rights asks for them, and they come on top of those that were there', async () => {
  await using it = await bench()
  await it.signIn((await it.question()).details.accountId)
  await it.ready()
  it.needs.scope = 'files:write'
  const { conversationId } = await it.host.call('chat.create', {})
  await it.runTool(conversationId)
  const asked = await it.question()
  await it.signIn(asked.details.accountId, asked)
  const call = await it.run(conversationId, it.isOver)
  const { scopes } = await it.account(({ state }) => state === 'signedIn')
  expect([asked.details.why, asked.details.scopes, call.state, scopes]).toEqual(['moreRights', ['files:write'], 'done', ['files:write']])
})

it('uses in each conversation the account that was chosen for it, each with tokens of its own', async () => {
  await using it = await bench()
  await it.signIn((await it.question()).details.accountId)
  await it.ready()
  const { accountId } = await it.host.call('accounts.addAccount', { serverId: acme, label: 'Work' })
  const [usual, work] = [await it.host.call('chat.create', {}), await it.host.call('chat.create', {})]
  await it.host.call('chat.chooseAccount', { conversationId: work.conversationId, serverId: acme, accountId })
  const asked = await it.question()
  await it.signIn(asked.details.accountId, asked)
  for (const { conversationId } of [usual, work, usual]) {
    // The connection of the other account may still be starting.
    await expect
      .poll(() =>
        it.runTool(conversationId).then(
          () => 'runs',
          () => 'not yet',
        ),
      )
      .toBe('runs')
    expect((await it.run(conversationId, it.isOver)).state).toBe('done')
  }
  const tokens = it.server.ran.filter(({ message }) => message['method'] === 'tools/call').map(tokenOf)
  const { conversation } = await it.host.call('chat.open', { conversationId: work.conversationId })
  const listed = await it.host.until('chat.conversations', (all) => all.some(({ chosenAccounts }) => chosenAccounts[acme] === accountId))
  expect([asked.details.label, tokens[0] === tokens[2], tokens[0] === tokens[1], conversation.chosenAccounts, listed.length]).toEqual([
    'Work',
    true,
    false,
    { acme: accountId },
    2,
  ])
})

it('signing out ends what is under way with the account, and asks for nothing by itself', async () => {
  await using it = await bench()
  const { accountId } = (await it.question()).details
  await it.signIn(accountId)
  await it.ready()
  await it.host.call('accounts.signOut', { target: { kind: 'server', serverId: acme, accountId } })
  const { [acme]: state } = await it.host.until('connections.states', (states) => states[acme]?.phase === 'needsSignIn')
  const { open } = await it.host.until('questions', () => true)
  expect([state?.phase === 'needsSignIn' && state.error, open, it.authorization.access.size]).toEqual([
    expect.objectContaining({ reason: 'connections.signedOut', params: { server: acme } }),
    [],
    0,
  ])
})

it('AU-01: a local server has no account, and learns nothing of the tokens of a remote one', async () => {
  const { command, args } = faulty('ok') as { command: string; args: readonly string[] }
  await using it = await bench({ local: { command, args } })
  await it.signIn((await it.question()).details.accountId)
  await it.ready()
  const local = ServerId.parse('local')
  await it.host.until('connections.states', (states) => states[local]?.phase === 'ready')
  const { accounts } = await it.host.until('accounts', () => true)
  const frames = JSON.stringify(await it.host.call('traffic.ofServer', { serverId: local, limit: 100 }))
  const tokens = [...it.authorization.access.keys(), ...it.authorization.refreshTokens.keys()]
  expect(tokens.length).toBeGreaterThan(0)
  expect([accounts.map(({ serverId }) => serverId), tokens.filter((token) => frames.includes(token))]).toEqual([[acme], []])
})

it('what another account is offered is there soon after somebody looks at it, as when its conversation is opened after a while', async () => {
  await using it = await bench()
  await it.signIn((await it.question()).details.accountId)
  await it.ready()
  const { accountId } = await it.host.call('accounts.addAccount', { serverId: acme, label: 'Work' })
  await it.signIn(accountId)
  const tools = async () => (await it.host.call('servers.catalog', { serverId: acme, accountId })).tools.map(({ name }) => name)
  expect(await tools()).toEqual([])
  await expect.poll(tools).toEqual(['a', 'b'])
})

it('shows an account by its new name wherever it is shown, also among the secrets', async () => {
  await using it = await bench()
  const { accountId } = (await it.question()).details
  await it.signIn(accountId)
  const shown = (label: string) =>
    it.host.until('vault', ({ secrets }) => secrets.some((secret) => secret.kind === 'account' && secret.label === label))
  await it.host.until('accounts', ({ attempts }) => attempts.some(({ step }) => step === 'done'))
  await it.host.call('accounts.renameAccount', { serverId: acme, accountId, label: 'Work' })
  await it.account(({ label }) => label === 'Work')
  const { secrets } = await shown('Work')
  expect(secrets.filter(({ kind }) => kind === 'account')).toMatchObject([{ serverId: acme, accountId, label: 'Work' }])
})
