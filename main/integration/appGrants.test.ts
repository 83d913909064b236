import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AppGrant } from '../../shared/domain/apps/app'
import { ConnectionId } from '../../shared/domain/ids'
import type { PolicyFile } from '../../shared/domain/policy'
import { AppHost, board } from '../testing/appHost'

const api = 'https://api.board.example'
const nothing: AppGrant = { origins: [], ownCode: false, redirects: false, permissions: [] }
const granted: AppGrant = { ...nothing, origins: [api, 'https://evil.example'], ownCode: true, permissions: ['camera'] }
/** What of it is declared. */
const holds: AppGrant = { ...nothing, origins: [api], ownCode: true }

function policyFile(policy: PolicyFile): Disposable & { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-apps-'))
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify(policy))
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

it('AP-08, L09: a grant holds from the next start on, for what is declared, with the tools that were answered for, and not for another app', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const app = await test.startOf(call)
  await test.allow(app, 'board_read')
  await test.host.call('apps.grant', { appId: app.appId, grant: granted, lasts: 'open' })
  const again = await test.startOf(call)
  expect([again.grant, again.appId === app.appId]).toEqual([holds, false])
  expect(await test.state()).toMatchObject({ appId: again.appId, allowedTools: ['board_read'] })
  await expect(test.tool(app, 'board_read')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Started anew without a grant, it begins with nothing.
  expect((await test.startOf(call)).grant).toEqual(nothing)
  expect(await test.state()).toMatchObject({ allowedTools: [] })
  expect((await test.start()).grant).toEqual(nothing)
  expect(test.host.computed('apps.grants')).toEqual([])
})

it('L10: on the desktop a host is let out while an app is open to which it was granted, and no longer', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const app = await test.startOf(call)
  const isOut = () => ['api.board.example', 'live.board.example', 'evil.example'].map((host) => test.host.letOut(host, 443))
  expect(isOut()).toEqual(['refused', 'refused', 'refused'])
  await test.host.call('apps.grant', { appId: app.appId, grant: granted, lasts: 'open' })
  // What a document may reach is fixed when it is loaded.
  expect(isOut()).toEqual(['refused', 'refused', 'refused'])
  const again = await test.startOf(call)
  expect(isOut()).toEqual(['named', 'refused', 'refused'])
  await test.host.call('apps.stop', { appId: again.appId })
  expect(isOut()).toEqual(['refused', 'refused', 'refused'])
})

it('what is granted always survives a restart, goes with its server, is taken back one by one, and ends the apps that have it', async () => {
  const before = await AppHost.start()
  const call = await before.run('show_page')
  const app = await before.startOf(call)
  await before.host.call('apps.grant', { appId: app.appId, grant: granted, lasts: 'always' })
  expect(before.host.computed('apps.grants')).toMatchObject([{ serverId: board, resourceUri: 'ui://board/page', grant: holds }])
  const dataDir = await before.host.quit()

  await using test = await AppHost.start({ dataDir })
  expect(test.host.computed('apps.states')).toMatchObject({ open: [], runningSince: expect.any(Number) })
  const { conversationId } = before
  const after = await test.host.call('apps.start', { conversationId, callId: call.id })
  expect(after.grant).toEqual(holds)
  // The whole result is still there, also what is for the view alone.
  expect(await test.host.call('apps.result', { appId: after.appId })).toMatchObject({ _meta: { viewUUID: 'board-1' } })
  await test.host.call('apps.takeBack', { serverId: board, thing: { kind: 'ownCode' } })
  await test.ended()
  // Its page must not let it put its things away with what it had.
  expect(test.host.computed('apps.states').takenBack).toEqual([after.appId])
  expect((await test.host.call('apps.start', { conversationId, callId: call.id })).grant).toEqual({ ...holds, ownCode: false })
  await test.host.call('apps.takeBack', { serverId: board, thing: { kind: 'permission', permission: 'camera' } })
  expect(test.host.computed('apps.states').open).toHaveLength(1)
  const { launch } = (await test.host.until('servers', () => true)).servers[0] ?? {}
  if (!launch) throw new Error('There is no server')
  await test.host.call('servers.save', { previousId: board, id: 'table', launch } as never)
  await test.ended()
  expect(await test.host.until('apps.grants', ([one]) => one?.serverId === 'table')).toMatchObject([{ grant: { origins: [api] } }])
  await test.host.call('apps.takeBack', { serverId: 'table' } as never)
  expect(test.host.computed('apps.grants')).toEqual([])
})

it('L07: an app runs where the browser cannot shut it in only where a person let it: once, or always for its server until it is taken back', async () => {
  const before = await AppHost.start()
  const call = await before.run('show_page')
  const mayRun = async (test: AppHost, more: object = {}) => {
    const input = { conversationId: before.conversationId, callId: call.id, ...more }
    return (await test.host.call('apps.start', input)).frame.app?.unprotected === true
  }
  // What was let once does not last until the next start.
  expect([await mayRun(before), await mayRun(before, { unprotected: true }), await mayRun(before)]).toEqual([false, true, false])
  await before.host.call('apps.setUnprotected', { serverId: board, on: true })
  expect(before.host.computed('apps.unprotected')).toEqual([{ serverId: board, allowedAt: expect.any(Number) }])
  const dataDir = await before.host.quit()

  await using test = await AppHost.start({ dataDir })
  expect(await mayRun(test)).toBe(true)
  expect(test.host.computed('apps.states').open).toHaveLength(1)
  await test.host.call('apps.setUnprotected', { serverId: board, on: false })
  await test.ended()
  expect(test.host.computed('apps.states').takenBack).toHaveLength(1)
  expect([await mayRun(test), test.host.computed('apps.unprotected')]).toEqual([false, []])
  await test.host.call('servers.setExtension', { serverId: board, extension: 'io.modelcontextprotocol/ui', on: false })
  await expect(test.host.call('apps.setUnprotected', { serverId: board, on: true })).rejects.toMatchObject({ code: 'POLICY' })
  expect(test.host.computed('apps.unprotected')).toEqual([])
})

it('L25, AH-30: an interface that became another one under the same address loses what was granted to it', async () => {
  await using test = await AppHost.start({ args: ['--changes'] })
  const call = await test.run('show_page')
  const app = await test.startOf(call)
  await test.host.call('apps.grant', { appId: app.appId, grant: granted, lasts: 'always' })
  expect(test.host.computed('apps.grants')).toHaveLength(1)
  expect((await test.startOf(call)).grant).toEqual(nothing)
  expect(test.host.computed('apps.grants')).toEqual([])
})

// Catches: a person lets an app load pictures from a host for this time, and the page that then starts sends there.
it('L25: what is granted for this time is for what was declared; a page that declares something else begins with nothing, and says so', async () => {
  await using test = await AppHost.start({ args: ['--turns'] })
  const call = await test.run('show_page')
  const app = await test.startOf(call)
  const cdn: AppGrant = { ...nothing, origins: ['https://*.cdn.example'], ownCode: true }
  expect(app.declared.reach).toMatchObject({ load: cdn.origins })
  await test.host.call('apps.grant', { appId: app.appId, grant: cdn, lasts: 'open' })
  const again = await test.startOf(call)
  expect(again).toMatchObject({ declared: { reach: { connect: cdn.origins, load: [] } }, grant: nothing, lostGrant: true })
  // Of this one it was allowed.
  await test.host.call('apps.grant', { appId: again.appId, grant: cdn, lasts: 'open' })
  const third = await test.startOf(call)
  expect([third.grant, third.lostGrant]).toEqual([cdn, undefined])
})

it('L25: a page that is written anew each time it is read can be granted something for this time, and loses what is granted always, and says so', async () => {
  await using test = await AppHost.start({ args: ['--changes'] })
  const call = await test.run('show_page')
  const first = await test.startOf(call)
  await test.host.call('apps.grant', { appId: first.appId, grant: granted, lasts: 'open' })
  const second = await test.startOf(call)
  expect([second.grant, second.lostGrant]).toEqual([holds, undefined])
  await test.host.call('apps.grant', { appId: second.appId, grant: granted, lasts: 'always' })
  const third = await test.startOf(call)
  expect([third.grant, third.lostGrant]).toEqual([nothing, true])
  // It was told once.
  expect((await test.startOf(call)).lostGrant).toBeUndefined()
})

it('L15: at most five requests of an app begin in a second, twenty more wait, and the rest is refused and counted', async () => {
  await using test = await AppHost.start()
  const app = await test.start()
  await test.allow(app, 'board_poll')
  const asked = Array.from({ length: 30 }, () =>
    test.tool(app, 'board_poll').then(
      () => 'served',
      () => 'refused',
    ),
  )
  expect(await test.state(({ refused }) => refused === 5)).toMatchObject({ calls: 5 })
  await test.host.call('apps.stop', { appId: app.appId })
  expect((await Promise.all(asked)).filter((how) => how === 'refused').length).toBeGreaterThanOrEqual(25)
  await expect(test.tool(app, 'board_poll')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'apps.ended' })
})

it('an app ends with its conversation and with its server, and what waits in it ends too', async () => {
  await using test = await AppHost.start()
  const wait = async () => {
    const waiting = test.tool(await test.start(), 'board_poll').catch((thrown: unknown) => thrown)
    await test.state(({ wishes }) => wishes.length === 1)
    return waiting
  }
  const first = wait()
  await test.state(({ wishes }) => wishes.length === 1)
  await test.host.call('servers.stop', { serverId: board })
  expect(await first).toMatchObject({ code: 'NOT_FOUND' })
  await test.ended()
  expect(test.host.computed('apps.states').takenBack).toBeUndefined()
  await test.host.call('servers.start', { serverId: board })
  await test.host.until('connections.states', (states) => states[board]?.phase === 'ready')
  const second = wait()
  await test.state(({ wishes }) => wishes.length === 1)
  await test.host.call('chat.remove', { conversationIds: [test.conversationId] })
  expect(await second).toMatchObject({ code: 'NOT_FOUND' })
  await test.ended()
})

it('AP-29: with apps switched off the server names no interface, and an app that is open ends', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  await test.startOf(call)
  await test.host.call('servers.setExtension', { serverId: board, extension: 'io.modelcontextprotocol/ui', on: false })
  await test.ended()
  await expect(test.startOf(call)).rejects.toMatchObject({ code: 'POLICY', reason: 'apps.off' })
  await test.host.until('connections.states', (states) => states[board]?.phase === 'ready')
  await expect
    .poll(async () => (await test.host.call('servers.catalog', { serverId: board })).tools.map(({ name, ui }) => [name, ui]))
    .toContainEqual(['show_page', undefined])
  expect(await test.run('show_page')).toMatchObject({ state: 'done', result: { content: [{ text: 'The board is shown' }] } })
})

it('AH-17: a policy keeps apps away, and its rules and the user’s about tools hold for what an app calls', async () => {
  using policy = policyFile({ name: 'Atlas IT', rules: [{ verdict: 'deny', server: 'board', tool: 'board_read' }] })
  await using test = await AppHost.start({ ports: { policyFiles: [{ path: policy.path, mustBelongToRoot: false }] } })
  const call = await test.run('show_page')
  const app = await test.startOf(call)
  expect(await test.tool(app, 'board_read')).toMatchObject({ isError: true })
  await test.host.call('rules.save', { subject: { serverId: board, tool: 'board_poll' }, verdict: 'deny', lasts: 'always' })
  expect(await test.tool(app, 'board_poll')).toMatchObject({ isError: true })
  expect(await test.state()).toMatchObject({ wishes: [] })
  expect(await test.host.call('apps.calls', { appId: app.appId })).toMatchObject([
    { tool: 'board_read', state: 'denied', error: { code: 'POLICY' } },
    { tool: 'board_poll', state: 'denied', error: { code: 'DENIED' } },
  ])
  writeFileSync(policy.path, JSON.stringify({ name: 'Atlas IT', servers: { extensions: { deny: ['io.modelcontextprotocol/ui'] } } }))
  await test.ended()
  await expect(test.startOf(call)).rejects.toMatchObject({ code: 'POLICY', reason: 'policy.apps' })
  // Nor can anybody let them run without protection.
  const unprotected = test.host.call('apps.setUnprotected', { serverId: board, on: true })
  await expect(unprotected).rejects.toMatchObject({ code: 'POLICY', reason: 'policy.apps' })
})

it('what passes between an app and its page is among the messages of its server', async () => {
  await using test = await AppHost.start()
  const app = await test.start()
  const messages = Array.from(
    { length: 200 },
    (_, id) => ({ direction: 'fromApp', agoMs: 0, json: JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }) }) as const,
  )
  for (let batch = 0; batch < 11; batch++) await test.host.call('apps.log', { appId: app.appId, messages })
  await test.host.call('apps.stop', { appId: app.appId })
  const connectionId = ConnectionId.parse(app.appId)
  const { records: bridged } = await test.host.call('traffic.ofServer', { serverId: board, limit: 500, connectionId })
  expect(new Set(bridged.map((record) => record.connectionId))).toEqual(new Set([connectionId]))
  expect(bridged.at(-2)).toMatchObject({ direction: 'received', json: expect.stringContaining('"ping"') })
  expect(bridged.at(-1)?.json).toContain('"count":200')
})

it('a message of an app is recorded at the time at which it passed and with its whole size, though it was handed on later and cut', async () => {
  await using test = await AppHost.start()
  const { appId } = await test.start()
  const message = { direction: 'toApp', json: '{"jsonrpc":"2.0","method":"ui/notifications/tool-result' } as const
  const before = Date.now()
  await test.host.call('apps.log', {
    appId,
    messages: [
      { ...message, agoMs: 5_000, bytes: 400_000 },
      { ...message, agoMs: 0 },
    ],
  })
  const page = { serverId: board, connectionId: ConnectionId.parse(appId) }
  const last = await test.host.call('traffic.ofServer', { ...page, limit: 1 })
  const [second] = last.records
  const first = (await test.host.call('traffic.ofServer', { ...page, limit: 1, before: second?.id })).records[0]
  expect([first?.bytes, second?.bytes, last.hasMore]).toEqual([400_000, message.json.length, true])
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(5_000)
  expect(second?.at).toBeGreaterThanOrEqual(before)
})

it('an app of a temporary conversation starts, and leaves nothing behind', async () => {
  await using test = await AppHost.start({ temporary: true })
  const app = await test.start()
  await test.allow(app, 'board_poll')
  expect(await test.tool(app, 'board_poll')).toMatchObject({ content: [{ text: 'board_poll' }] })
  expect(await test.host.call('apps.result', { appId: app.appId })).toMatchObject({ _meta: { viewUUID: 'board-1' } })
  await test.host.call('chat.closeTemporary', { conversationId: test.conversationId })
  await test.ended()
})

it('an app is for the call of its own conversation, once the call has run', async () => {
  await using test = await AppHost.start()
  const call = await test.run('show_page')
  const { conversationId } = await test.host.call('chat.create', {})
  await expect(test.host.call('apps.start', { conversationId, callId: call.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
