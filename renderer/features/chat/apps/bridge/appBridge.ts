import type { AppEvent, AppToolAnswer, StartedApp, StoredChange } from '../../../../../shared/domain/apps/app'
import { appMethods, type AppMethod } from '../../../../../shared/domain/apps/appProtocol'
import { APP_STORED_METHOD } from '../../../../../shared/confinedFrames/appStorage'
import type { AppError } from '../../../../../shared/errors/appError'
import type { JsonObject } from '../../../../../shared/lib/json'
import { readContext, readFiles, readGreeting, readLink, readMessageText, readMode, readSize, readStored } from './appRequests'
import type { AppContext, AppFile, AppGreeting, AppSize, DisplayMode } from './appRequests'
import { hostCapabilities } from './hostCapabilities'
import { changedContext, writeContext, type HostContext } from './hostContext'
import { readRpcMessage, rpcCodes, type HeardMessage, type RpcError, type RpcId, type RpcMessage } from './jsonRpc'
import { PendingAnswers, type AppAnswer } from './pendingAnswers'
import { ProvidedTools } from './providedTools'
import { ServedRequests } from './servedRequests'
import { ToolDelivery } from './toolDelivery'

/** The only stable version of MCP Apps. Whatever an app asks for, it is answered with this one. */
const PROTOCOL_VERSION = '2026-01-26'
/** How long an app has from the loading of its document until it is ready. */
export const READY_WITHIN_MS = 30_000
/** How long an app has to say that it is done, before it is taken away. */
const TEARDOWN_MS = 2_000

export interface BridgePorts {
  /** Sends a message to the app. */
  readonly post: (message: RpcMessage) => void
  /** Asks the host for what reaches a server or a model. */
  readonly request: (method: AppMethod, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>
  /** The tools that the app lists, for the host to decide about. */
  readonly provideTools: (tools: readonly JsonObject[]) => void
  /** The app has answered a call of a tool of its own. */
  readonly answerTool: (requestId: string, answer: AppToolAnswer) => void
  /** Runs a function once after so many milliseconds. The returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** A failure in words. */
  readonly explain: (error: AppError) => string
  /** Each message, as it was heard or sent. */
  readonly record: (direction: 'toApp' | 'fromApp', message: unknown) => void
}

/** What an app wants of the page. Nothing of it has happened by itself. */
export interface AppWants {
  /** The app is ready, and gets the input and the result of its call. */
  readonly onReady: (greeting: AppGreeting) => void
  /** It was not ready in time. */
  readonly onLate: () => void
  readonly onSize: (size: AppSize) => void
  /** Returns the mode in which it is then. */
  readonly onMode: (wanted: DisplayMode) => DisplayMode
  /** Resolves to whether the person had the address opened. The signal aborts when the app goes, or takes its wish back. */
  readonly onLink: (url: string, signal: AbortSignal) => Promise<boolean>
  readonly onFiles: (files: readonly AppFile[]) => void
  /** Returns whether the text was put before the person. */
  readonly onMessage: (text: string) => boolean
  /** Null: nothing of the app goes with the next message any more. */
  readonly onContext: (context: AppContext | null) => void
  /** It changed something in its storage. */
  readonly onStored: (changes: readonly StoredChange[]) => void
  /** It would like to be closed. */
  readonly onClose: () => void
}

export interface BridgeOptions {
  readonly app: Pick<StartedApp, 'input' | 'partial' | 'offers' | 'declared' | 'grant'>
  readonly hostVersion: string
  readonly context: HostContext
  readonly ports: BridgePorts
  readonly wants: AppWants
}

/** The page's end of the conversation with one app: MCP Apps 2026-01-26, and what newer and older apps are met with. The app is the client. */
export class AppBridge {
  readonly #options: BridgeOptions
  readonly #answers: PendingAnswers
  readonly #delivery: ToolDelivery
  readonly #served: ServedRequests
  readonly #tools: ProvidedTools
  #context: HostContext
  /** What the app knows of it. */
  #told: HostContext
  #phase: 'silent' | 'greeted' | 'ready' | 'closed' = 'silent'
  #greeting: AppGreeting = { protocolVersion: '' }
  #malformed = 0
  #going: Promise<void> | undefined
  readonly #stopDeadline: () => void

  constructor(options: BridgeOptions) {
    this.#options = options
    this.#context = options.context
    this.#told = options.context
    this.#answers = new PendingAnswers(options.ports.after)
    this.#served = new ServedRequests({
      answer: (id, result) => this.#answer(id, result),
      refuse: (id, code, message, data) => this.#refuse(id, code, message, data),
      explain: options.ports.explain,
    })
    this.#tools = new ProvidedTools({
      ask: (method, params, ms, onId) => this.#ask(method, params, ms, onId),
      notify: (method, params) => this.#notify(method, params),
      after: options.ports.after,
      onTools: options.ports.provideTools,
      onAnswer: options.ports.answerTool,
    })
    this.#delivery = new ToolDelivery(({ method, params }) => this.#notify(method, params))
    const { input, partial } = options.app
    if (input) this.#delivery.input(input)
    else if (partial) this.#delivery.partialInput(partial)
    this.#stopDeadline = options.ports.after(READY_WITHIN_MS, () => options.wants.onLate())
  }

  /** How many messages were none, or answered what nobody had asked. */
  get malformed(): number {
    return this.#malformed
  }

  /** The call runs with these arguments. What was told before stays. */
  input(args: JsonObject): void {
    this.#delivery.input(args)
  }

  /** The host has the whole result of the call. */
  result(result: JsonObject): void {
    this.#delivery.result(result)
  }

  /** The call was stopped, and has no result. */
  cancelled(reason: string): void {
    this.#delivery.cancelled(reason)
  }

  /** The place of the app has changed. It is told what has, once it is ready. */
  setContext(context: HostContext): void {
    this.#context = context
    this.#tellContext()
  }

  /** Something happened at the server of the app, or it is to run a tool of its own. */
  event(event: AppEvent): void {
    if (event.type === 'partialInput') return this.#delivery.partialInput(event.arguments)
    if (this.#phase !== 'ready') return
    const { offers } = this.#options.app
    if (event.type === 'progress') {
      const { type: _, ...params } = event
      this.#notify('notifications/progress', params)
    } else if (event.type === 'callTool') {
      this.#tools.call(event)
    } else if (event.type === 'cancelTool') {
      this.#tools.cancel(event.requestId)
    } else {
      if (offers.tools) this.#notify('notifications/tools/list_changed', {})
      if (offers.resources) this.#notify('notifications/resources/list_changed', {})
    }
  }

  /** A message of the app. Anybody may have written it. */
  hear(value: unknown): void {
    if (this.#phase === 'closed') return
    this.#options.ports.record('fromApp', value)
    const heard = readRpcMessage(value)
    if (!heard) this.#malformed += 1
    else if (heard.kind === 'request') this.#serve(heard)
    else if (heard.kind === 'notification') this.#note(heard)
    else if (!this.#answers.take(heard)) this.#malformed += 1
  }

  /** Tells the app that it goes, once, and waits until it has put its things away, a moment at most. It is heard no more then. */
  teardown(): Promise<void> {
    return (this.#going ??= this.#tearDown())
  }

  async #tearDown(): Promise<void> {
    if (this.#phase === 'ready') {
      await this.#ask('ui/resource-teardown', {}, TEARDOWN_MS)
    }
    this.close()
  }

  /** Ends everything at once. */
  close(): void {
    this.#phase = 'closed'
    this.#stopDeadline()
    this.#tools.close()
    this.#answers.close()
    this.#served.close()
  }

  get #isOld(): boolean {
    const { protocolVersion } = this.#greeting
    return /^\d{4}-\d{2}-\d{2}$/.test(protocolVersion) && protocolVersion < PROTOCOL_VERSION
  }

  #serve({ id, method, params }: Extract<HeardMessage, { kind: 'request' }>): void {
    if (method === 'ui/initialize') return this.#greet(id, params)
    if (method === 'ping') return this.#answer(id, {})
    if (this.#phase === 'silent') return this.#refuse(id, rpcCodes.invalidRequest, 'ui/initialize comes first')
    const served = appMethods.find((one) => one === method)
    if (served) return this.#served.serve(id, (signal) => this.#options.ports.request(served, params, signal))
    if (method === 'ui/open-link') return this.#openLink(id, params)
    const answer = this.#answerHere(method, params)
    if (answer === undefined) return this.#refuse(id, rpcCodes.methodNotFound, 'Method not found')
    if (answer === 'unfit') return this.#refuse(id, rpcCodes.invalidParams, 'The params do not fit the method')
    return this.#answer(id, answer)
  }

  /** Answers what needs nobody but the page. Undefined for a method that it does not know. */
  #answerHere(method: string, params: JsonObject): JsonObject | 'unfit' | undefined {
    const { wants } = this.#options
    switch (method) {
      case 'ui/request-display-mode': {
        const mode = readMode(params)
        return mode ? { mode: wants.onMode(mode) } : 'unfit'
      }
      case 'ui/download-file': {
        const files = readFiles(params)
        if (files) wants.onFiles(files)
        return files ? {} : { isError: true }
      }
      case 'ui/message': {
        const text = readMessageText(params)
        return text !== undefined && wants.onMessage(text) ? {} : { isError: true }
      }
      case 'ui/update-model-context': {
        const context = readContext(params)
        if (context === undefined) return 'unfit'
        wants.onContext(context)
        return {}
      }
      default:
        return undefined
    }
  }

  #greet(id: RpcId, params: JsonObject): void {
    this.#greeting = readGreeting(params)
    if (this.#phase === 'silent') this.#phase = 'greeted'
    this.#told = this.#context
    const { app, hostVersion } = this.#options
    this.#answer(id, {
      protocolVersion: PROTOCOL_VERSION,
      hostInfo: { name: 'Parley', version: hostVersion },
      hostCapabilities: hostCapabilities(app),
      hostContext: writeContext(this.#context, this.#isOld),
    })
  }

  #note({ method, params }: Extract<HeardMessage, { kind: 'notification' }>): void {
    const { wants } = this.#options
    switch (method) {
      case 'ui/notifications/initialized':
        return this.#becomeReady()
      case 'ui/notifications/size-changed':
      // Its name before 2026-01-26.
      case 'ui/size-change': {
        const size = readSize(params)
        if (!size) this.#malformed += 1
        else if (this.#phase === 'ready') wants.onSize(size)
        return
      }
      case 'ui/notifications/request-teardown':
        if (this.#phase === 'ready') wants.onClose()
        return
      // Parley's own script says it beside the app, at any time.
      case APP_STORED_METHOD: {
        const changes = readStored(params)
        if (changes) wants.onStored(changes)
        else this.#malformed += 1
        return
      }
      case 'notifications/cancelled': {
        const { requestId } = params
        if (typeof requestId === 'string' || typeof requestId === 'number') this.#served.cancel(requestId)
        return
      }
      case 'notifications/tools/list_changed':
        return this.#listTools()
      // The others ask for nothing: log messages, which are recorded like all messages; progress; and those of other hosts' own frames.
      default:
    }
  }

  #becomeReady(): void {
    if (this.#phase !== 'greeted') return
    this.#phase = 'ready'
    this.#stopDeadline()
    this.#options.wants.onReady(this.#greeting)
    this.#delivery.ready()
    this.#tellContext()
    this.#listTools()
  }

  #listTools(): void {
    if (this.#phase === 'ready' && this.#greeting.providesTools) this.#tools.changed()
  }

  #tellContext(): void {
    if (this.#phase !== 'ready') return
    const changed = changedContext(this.#told, this.#context)
    this.#told = this.#context
    if (changed) this.#notify('ui/notifications/host-context-changed', writeContext(changed, this.#isOld))
  }

  /** Answered once the person has decided. */
  #openLink(id: RpcId, params: JsonObject): void {
    const url = readLink(params)
    if (url === undefined) return this.#answer(id, { isError: true })
    this.#served.serve(id, async (signal) => ((await this.#options.wants.onLink(url, signal)) ? {} : { isError: true }))
  }

  #ask(method: string, params: JsonObject, ms: number, onId: (id: RpcId) => void = () => undefined): Promise<AppAnswer> {
    return this.#answers.ask((id) => {
      onId(id)
      this.#post({ jsonrpc: '2.0', id, method, params })
    }, ms)
  }

  #answer(id: RpcId, result: JsonObject): void {
    this.#post({ jsonrpc: '2.0', id, result })
  }

  #refuse(id: RpcId, code: number, message: string, data?: RpcError['data']): void {
    this.#post({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
  }

  /** Sends a notification, to older apps also under the name that they know. */
  #notify(method: string, params: JsonObject): void {
    this.#post({ jsonrpc: '2.0', method, params })
    const before = this.#isOld ? namesBefore.get(method) : undefined
    if (before !== undefined) this.#post({ jsonrpc: '2.0', method: before, params })
  }

  #post(message: RpcMessage): void {
    if (this.#phase === 'closed') return
    this.#options.ports.record('toApp', message)
    this.#options.ports.post(message)
  }
}

/** Names before 2026-01-26. */
const namesBefore: ReadonlyMap<string, string> = new Map([
  ['ui/notifications/host-context-changed', 'ui/host-context-change'],
  ['ui/notifications/tool-cancelled', 'ui/tool-cancelled'],
])
