import type { AppToolAnswer } from '../../../../../../shared/domain/apps/app'
import type { AppMethod } from '../../../../../../shared/domain/apps/appProtocol'
import type { JsonObject } from '../../../../../../shared/lib/json'
import { AppBridge, type AppWants, type BridgeOptions } from '../appBridge'
import type { HostContext } from '../hostContext'
import type { RpcMessage } from '../jsonRpc'

/** A context of fixed values. */
export const context: HostContext = {
  toolInfo: { tool: { name: 'show-budget', inputSchema: { type: 'object' } } },
  theme: 'light',
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen', 'pip'],
  containerDimensions: { width: 700, maxHeight: 600 },
  locale: 'en',
  timeZone: 'Europe/Berlin',
  userAgent: 'Parley/1',
  platform: 'web',
  deviceCapabilities: { touch: false, hover: true },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
}

interface Requested {
  readonly method: AppMethod
  readonly params: JsonObject
  readonly signal: AbortSignal
  readonly answer: (result: JsonObject) => void
  readonly fail: (thrown: unknown) => void
}

/** A bridge over a channel of values, with a clock that a test moves. */
export function testBridge(wants: Partial<AppWants> = {}, app: Partial<BridgeOptions['app']> = {}) {
  const posted: RpcMessage[] = []
  const requested: Requested[] = []
  const wanted: (readonly [string, unknown])[] = []
  const provided: (readonly JsonObject[])[] = []
  const answered: (readonly [string, AppToolAnswer])[] = []
  const timers = new Map<() => void, number>()
  let now = 0
  const note =
    (what: string) =>
    (value?: unknown): void =>
      void wanted.push([what, value])
  const bridge = new AppBridge({
    app: {
      ...(app.partial ? { partial: app.partial } : { input: { month: '2026-11' } }),
      offers: { tools: true, resources: true, prompts: true, sampling: false },
      declared: {
        reach: { connect: ['https://api.example'], load: ['https://tiles.example'], frames: [] },
        permissions: ['clipboardWrite'],
        refusedDeclarations: 0,
      },
      grant: { origins: ['https://tiles.example'], ownCode: false, redirects: false, permissions: [] },
    },
    hostVersion: '1.2.3',
    context,
    ports: {
      post: (message) => void posted.push(message),
      request: (method, params, signal) => new Promise((answer, fail) => void requested.push({ method, params, signal, answer, fail })),
      provideTools: (tools) => void provided.push(tools),
      answerTool: (requestId, answer) => void answered.push([requestId, answer]),
      after: (ms, run) => {
        timers.set(run, now + ms)
        return () => void timers.delete(run)
      },
      explain: (error) => error.message,
      record: () => undefined,
    },
    wants: {
      onReady: note('ready'),
      onLate: note('late'),
      onSize: note('size'),
      onMode: (mode) => {
        note('mode')(mode)
        return mode === 'pip' ? 'pip' : 'inline'
      },
      onLink: async (url) => {
        note('link')(url)
        return true
      },
      onFiles: note('files'),
      onMessage: (text) => {
        note('message')(text)
        return true
      },
      onContext: note('context'),
      onStored: note('stored'),
      onClose: note('close'),
      ...wants,
    },
  })
  /** Returns what the bridge sent since the last call. */
  const sent = (): readonly RpcMessage[] => posted.splice(0)
  const hear = (value: unknown): readonly RpcMessage[] => {
    bridge.hear(value)
    return sent()
  }
  const request = (method: string, params: unknown = {}, id: unknown = 7): readonly RpcMessage[] =>
    hear({ jsonrpc: '2.0', id, method, params })
  const notify = (method: string, params: unknown = {}): readonly RpcMessage[] => hear({ jsonrpc: '2.0', method, params })
  const greet = (protocolVersion = '2026-01-26', appCapabilities: unknown = {}): readonly RpcMessage[] =>
    request('ui/initialize', { appInfo: { name: 'Budget', version: '1' }, appCapabilities, protocolVersion }, 0)
  /** Greets, and becomes ready. Returns what the app got first. */
  const begin = (protocolVersion?: string, appCapabilities?: unknown): readonly RpcMessage[] => {
    greet(protocolVersion, appCapabilities)
    return notify('ui/notifications/initialized')
  }
  const pass = (ms: number): void => {
    now += ms
    for (const [run, at] of timers) if (at <= now && timers.delete(run)) run()
  }
  return { bridge, hear, request, notify, greet, begin, sent, requested, wanted, provided, answered, pass }
}
