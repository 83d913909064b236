import { act, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { AppId, type AppState, type StartedApp } from '../../../../../shared/domain/apps/app'
import type { Call } from '../../../../../shared/domain/chat'
import { CallId, ConversationId, ServerId } from '../../../../../shared/domain/ids'
import { FakeHost } from '../../../../testing/fakeHost'
import { renderWithHost } from '../../../../testing/renderWithHost'
import { settle } from '../../../../testing/settle'
import { AppLayer } from '../AppLayer'
import { AppRegion } from '../AppRegion'

const origin = 'http://app.localhost:1'
export const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000002')
export const appId = AppId.parse('00000000-0000-4000-8000-000000000003')

/** The app that the host starts, unless a test says otherwise. */
export const started: StartedApp = {
  appId,
  frame: { address: 'about:blank#app', origin, app: { allow: '' } },
  serverId: ServerId.parse('Budget'),
  resourceUri: 'ui://budget/page',
  bytes: 100,
  tool: { name: 'show-budget' },
  declared: {
    reach: { connect: ['https://api.example'], load: ['https://*.tiles.example'], frames: [] },
    permissions: [],
    refusedDeclarations: 0,
  },
  grant: { origins: [], ownCode: false, redirects: false, permissions: [] },
  policy: { content: "default-src 'none'", connections: '();report-to=parley' },
  input: { month: '2026-11' },
  offers: { tools: true, resources: true, prompts: true, sampling: false },
}

/** What the host says of it while it is open. */
export const state: AppState = {
  appId,
  callId: CallId.parse('00000000-0000-4000-8000-000000000004'),
  conversationId,
  serverId: started.serverId,
  calls: 3,
  refused: 0,
  wishes: [{ tool: 'refresh-data', changes: false, readsOnly: true }],
  allowedTools: [],
  deniedTools: ['move-money'],
  providedTools: [],
}

/** A host that starts apps and answers what their page asks. Calls that are older than `runningSince` are of an earlier run. */
export function newHost(runningSince = 0): FakeHost {
  return new FakeHost()
    .publish('app', {
      shell: 'browser',
      version: '1.0.0',
      platform: 'linux',
      dataDir: '/d',
      secretsKept: 'keychain',
      fresh: false,
      problems: [],
    })
    .publish('apps.states', { runningSince, open: [] })
    .answer('apps.start', () => started)
    .answer('apps.result', () => ({ content: [{ type: 'text', text: 'over' }] }))
    .answer('apps.log', () => undefined)
    .answer('apps.meeting', () => null)
    .answer('apps.stop', () => undefined)
    .answer('apps.answerTool', () => undefined)
    .answer('apps.keepHeight', () => undefined)
    .answer('apps.picture', () => null)
    .answer('apps.grant', () => undefined)
    .answer('apps.setUnprotected', () => undefined)
}

/** What the page asked the host for under a name, in order. */
export const asked = (host: FakeHost, name: string) => host.asked.filter((one) => one.name === name).map(({ input }) => input)

/** Without the marks that keep names apart from their sentence. */
export const wordsOf = (element: HTMLElement): string => (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')

/** The app in the conversation. */
export const region = () => within(screen.getAllByRole('region', { name: 'App of “Budget”' })[0] ?? document.body)
export const frame = (): HTMLIFrameElement => screen.getByTitle('Content of the app of “Budget”')

const hearFrom = (from: HTMLIFrameElement, data: unknown): void =>
  void window.dispatchEvent(new MessageEvent('message', { source: from.contentWindow, data, origin }))

/** The frame of the app says this to the page. */
export async function hear(data: unknown): Promise<void> {
  await act(async () => hearFrom(frame(), data))
  await settle()
}

/** Nothing of an app is left for the next test: the page knows apps as long as it is there. */
const endApps = (): void => act(() => document.querySelectorAll('iframe').forEach((each) => hearFrom(each, { parleyFrame: 'flooded' })))

/** The app says this to its host. */
export const say = (message: object) => hear({ parleyFrame: 'message', json: JSON.stringify({ jsonrpc: '2.0', ...message }) })

/** The app is shut in, and says that it is ready. */
export async function begin(appCapabilities: object = {}): Promise<void> {
  await hear({ parleyFrame: 'confined' })
  await say({ id: 0, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appCapabilities } })
  await say({ method: 'ui/notifications/initialized' })
}

export interface AppStage {
  /** The call that shows the app: another one in each test. */
  call: Call
  /** A conversation that no other test has. */
  readonly ownConversation: ConversationId
  /** Draws the app and lets its row be seen. `beside` is drawn with it. */
  readonly show: (host?: FakeHost, more?: { readonly id?: ConversationId; readonly beside?: ReactNode }) => Promise<FakeHost>
  /** The page shows something else. */
  readonly leave: () => void
}

let calls = 0
const numbered = (kind: number, count: number): string => `00000000-0000-4000-8000-${kind}${String(count).padStart(11, '0')}`

/** Sets up one app in a page for each test of a file: a call that showed it, and rows that are seen when they are drawn. */
export function appStage(): AppStage {
  let see: () => void = () => undefined
  let unmount: () => void = () => undefined
  const newCall = (): Call => ({
    id: CallId.parse(numbered(1, ++calls)),
    serverId: started.serverId,
    tool: 'show-budget',
    ui: { resourceUri: 'ui://budget/page' },
    definitionHash: 'h',
    startedBy: 'model',
    asked: {},
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 1_000,
    endedAt: 1_038,
  })
  const stage: AppStage = {
    call: newCall(),
    get ownConversation() {
      return ConversationId.parse(numbered(2, calls))
    },
    show: async (host = newHost(), { id = conversationId, beside } = {}) => {
      const rendered = await renderWithHost(
        <main>
          <AppRegion call={stage.call} conversationId={id} />
          {beside}
          <AppLayer questions={<p>It waits for you</p>} />
        </main>,
        host,
      )
      unmount = rendered.unmount
      await act(async () => see())
      await settle()
      return host
    },
    leave: () => unmount(),
  }
  beforeEach(() => {
    stage.call = newCall()
    const list = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
    vi.stubGlobal('matchMedia', () => list)
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(seen: (entries: readonly { isIntersecting: boolean }[]) => void) {
          see = () => seen([{ isIntersecting: true }])
        }
        observe = () => undefined
        disconnect = () => undefined
      },
    )
  })
  afterEach(() => {
    endApps()
    vi.unstubAllGlobals()
  })
  return stage
}
