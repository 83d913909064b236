import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { AppId, type AppState, type StartedApp } from '../../../../shared/domain/apps/app'
import type { Call } from '../../../../shared/domain/chat'
import { CallId, ConversationId, ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import { FramePool } from '../../../confinedFrame/framePool'
import { setHost } from '../../../rpc/currentHostClient'
import { FakeHost } from '../../../testing/fakeHost'
import { settle } from '../../../testing/settle'
import { AppInstance } from './appInstance'
import { prepareForApp } from './startInHost'

const origin = 'http://app.localhost:1'
const serverId = ServerId.parse('Budget')
const callId = CallId.parse('00000000-0000-4000-8000-000000000001')
const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000002')
const appId = AppId.parse('00000000-0000-4000-8000-000000000003')
const call: Call = {
  id: callId,
  serverId,
  tool: 'show-budget',
  definitionHash: 'h',
  startedBy: 'model',
  asked: {},
  why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  state: 'running',
  startedAt: 1_000,
}
const started: StartedApp = {
  appId,
  frame: { address: 'about:blank#app', origin, app: { allow: '' } },
  serverId,
  resourceUri: 'ui://budget/page',
  bytes: 100,
  tool: { name: 'show-budget' },
  declared: { reach: { connect: [], load: [], frames: [] }, permissions: [], refusedDeclarations: 0 },
  grant: { origins: [], ownCode: false, redirects: false, permissions: [] },
  policy: { content: "default-src 'none'", connections: '();report-to=parley' },
  input: {},
  offers: { tools: true, resources: true, prompts: true, sampling: false },
}
const state: AppState = {
  appId,
  callId,
  conversationId,
  serverId,
  calls: 0,
  refused: 0,
  wishes: [],
  allowedTools: [],
  deniedTools: [],
  providedTools: [],
}

const list = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
beforeEach(() => void vi.stubGlobal('matchMedia', () => list))
afterEach(() => vi.unstubAllGlobals())

interface Sent {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly displayMode?: string }
  readonly result?: object
}

/** An app of which the frame is loaded, with a place in the page. */
async function open() {
  const host = new FakeHost()
    .publish('apps.states', { runningSince: 0, open: [state] })
    .answer('apps.start', () => started)
    .answer('apps.log', () => undefined)
    .answer('apps.stop', () => undefined)
  setHost(host)
  const pool = new FramePool()
  const app = new AppInstance(call, conversationId, { shell: 'browser', version: '1' }, pool)
  const slot = document.createElement('div')
  document.body.append(slot)
  const frame = (): HTMLIFrameElement | null => document.querySelector('iframe')
  const hear = async (data: unknown): Promise<void> => {
    window.dispatchEvent(new MessageEvent('message', { source: frame()?.contentWindow ?? null, data, origin }))
    await settle()
  }
  const say = (message: object) => hear({ parleyFrame: 'message', json: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  /** Its document is loaded, and it says what it can. */
  const greet = async (capabilities: object = {}): Promise<() => readonly Sent[]> => {
    pool.place(callId, slot)
    app.slotChanged(slot)
    const post = vi.spyOn(frame()?.contentWindow ?? window, 'postMessage')
    await hear({ parleyFrame: 'confined' })
    await say({ id: 0, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appCapabilities: capabilities } })
    await say({ method: 'ui/notifications/initialized' })
    return () => post.mock.calls.map(([message]) => message as Sent)
  }
  const start = async (capabilities?: object) => {
    await app.start()
    return greet(capabilities)
  }
  /** The person uses it. */
  const use = (): void => frame()?.focus()
  onTestFinished(() => {
    pool.close(callId)
    slot.remove()
  })
  return { host, app, pool, start, greet, say, use }
}

it('AH-34, AH-37: an app is never where it says that it cannot be shown, whoever wants it there', async () => {
  const { app, start, say, use } = await open()
  const sent = await start({ availableDisplayModes: ['inline', 'pip'] })
  use()
  app.setPlace('fullscreen')
  expect(app.view.place).toBe('inline')
  await say({ id: 1, method: 'ui/request-display-mode', params: { mode: 'fullscreen' } })
  await say({ id: 2, method: 'ui/request-display-mode', params: { mode: 'pip' } })
  expect(sent().filter(({ id }) => id === 1 || id === 2)).toMatchObject([{ result: { mode: 'inline' } }, { result: { mode: 'pip' } }])
})

// Catches: an app loads a frame anew though one was ready, or a frame that its host did not take stays in the page.
it.each([true, false])('an app gets the frame that is ready where its host says so, and else one of its own (%s)', async (isTaken) => {
  const { host, app, pool } = await open()
  const ready = 'http://ready.localhost:1'
  host.answer('confinedFrames.prepareApp', () => ({ address: 'about:blank#ready', origin: ready, app: { allow: '' } }))
  const frames = (): readonly HTMLIFrameElement[] => [...document.querySelectorAll('iframe')]
  prepareForApp()
  await settle()
  const [prepared] = frames()
  const outer = prepared?.contentWindow ?? window
  const live = (): void =>
    void window.dispatchEvent(new MessageEvent('message', { source: outer, data: { parleyFrame: 'prepared' }, origin: ready }))
  vi.spyOn(outer, 'postMessage').mockImplementation(live)
  live()
  const asked: unknown[] = []
  host.answer('apps.start', (input) => {
    asked.push(input)
    return isTaken ? { ...started, frame: { address: 'about:blank#ready', origin: ready, app: { allow: '', prepared: true } } } : started
  })
  await app.start()
  expect(asked).toEqual([{ conversationId, callId, prepared: ready }])
  expect(frames().map((frame) => [frame === prepared, frame.title])).toEqual([[isTaken, 'Content of the app of “Budget”']])
  pool.close(callId)
  expect(frames()).toEqual([])
})

// Catches: an app that is started anew says that it cannot be shown over the whole window, and stays there.
it('AH-34: an app that is started anew comes back from where it now says that it cannot be shown', async () => {
  const { app, start, greet, say } = await open()
  await start()
  app.setPlace('fullscreen')
  const again = app.start()
  // The one before has put its things away.
  await say({ id: 'parley-1', result: {} })
  await again
  const sent = await greet({ availableDisplayModes: ['inline'] })
  expect(app.view.place).toBe('inline')
  expect(sent().find(({ method }) => method === 'ui/notifications/host-context-changed')?.params).toMatchObject({ displayMode: 'inline' })
})

// Catches: an app whose server was stopped loses what it had not put away.
it('AH-24, AH-25: an app that the host ends is asked first, and its frame goes once it has answered', async () => {
  const { host, app, pool, start, say } = await open()
  const sent = await start()
  host.publish('apps.states', { runningSince: 0, open: [] })
  await settle()
  const asked = sent().filter(({ method }) => method === 'ui/resource-teardown')
  expect([asked.length, pool.has(callId), app.isOpen]).toEqual([1, true, true])
  host.publish('apps.states', { runningSince: 0, open: [] })
  await say({ id: asked[0]?.id, result: {} })
  expect(sent().filter(({ method }) => method === 'ui/resource-teardown')).toHaveLength(1)
  expect([pool.has(callId), app.view.phase]).toEqual([false, { name: 'ended', why: 'host' }])
})

// Catches: for two seconds after a person took back what an app may reach, or as long as it answers nothing, it goes on with it.
it('L09: an app from which something was taken back is gone at once, whatever it still has to put away', async () => {
  const { host, app, pool, start } = await open()
  const sent = await start()
  host.publish('apps.states', { runningSince: 0, open: [], takenBack: [appId] })
  await settle()
  expect([pool.has(callId), app.view.phase]).toEqual([false, { name: 'ended', why: 'host' }])
  expect(sent().filter(({ method }) => method === 'ui/resource-teardown')).toHaveLength(1)
})

const api = 'https://api.example'
const reaching: StartedApp = { ...started, grant: { ...started.grant, origins: [api] } }
const thing = { kind: 'origin', origin: api } as const

it('L09: what is taken back at the app is gone before the host has answered, and the app starts anew with what is left', async () => {
  const { host, app, pool, start } = await open()
  const taken = Promise.withResolvers<undefined>()
  host
    .answer('apps.start', () => reaching)
    .answer('apps.takeBack', () => taken.promise)
    .answer('apps.grant', () => undefined)
  await start()
  const back = app.takeBack(started.grant, thing)
  expect([pool.has(callId), app.view.phase.name]).toEqual([false, 'starting'])
  host.answer('apps.start', () => started)
  taken.resolve(undefined)
  await back
  expect([pool.has(callId), app.view.started?.grant.origins]).toEqual([true, []])
})

it('L09: an app that cannot be taken something back from does not go on either, and says why', async () => {
  const { host, app, pool, start } = await open()
  host
    .answer('apps.start', () => reaching)
    .answer('apps.takeBack', () => {
      throw new AppError('INTERNAL', 'The disk is full')
    })
  await start()
  await app.takeBack(started.grant, thing)
  expect([pool.has(callId), app.view.phase]).toMatchObject([false, { name: 'failed', error: { code: 'INTERNAL' } }])
  expect(host.asked.at(-1)).toEqual({ name: 'apps.stop', input: { appId } })
})

// Catches: "Take back" at an app that has ended takes nothing back, and says nothing.
it('something is taken back at an app that has ended too, and it does not start for that', async () => {
  const { host, app, start } = await open()
  host
    .answer('apps.start', () => reaching)
    .answer('apps.takeBack', () => undefined)
    .answer('apps.grant', () => {
      throw new AppError('NOT_FOUND', { reason: 'apps.ended' })
    })
  await start()
  host.publish('apps.states', { runningSince: 0, open: [], takenBack: [appId] })
  await settle()
  await app.takeBack(started.grant, thing)
  expect(host.asked.filter(({ name }) => name === 'apps.takeBack')).toHaveLength(1)
  expect([app.view.phase.name, app.view.started?.grant.origins]).toEqual(['ended', []])
})
