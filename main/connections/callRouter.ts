import type { CallProgress } from '../../shared/domain/chat'
import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import { CallId, type AccountId, type ServerId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import type { JsonObject } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { AccountConnections } from './accountConnections'
import type { CallRequest } from '../calls/activeCall'
import type { WireRequest } from '../calls/callExecution'
import type { Connection } from './connection'
import type { QueuedRequests } from './queuedRequests'
import { parsePromptResult, type FilledPrompt } from '../parsing/parsePromptResult'
import { isQuitting } from '../lib/abortReason'
import { explainResourceReadError, parseResourceContents, type RawRead } from '../parsing/parseResourceContents'
import type { TaskStore } from '../calls/taskStore'
import type { TaskRequest } from '../calls/taskCalls'
import type { SuspendedCallStore } from '../calls/suspendedCall'

/** A request for the raw answer of a server, with an optional listener for its progress. */
export type RawRequest = { readonly serverId: ServerId; readonly onProgress?: (progress: CallProgress) => void } & (
  | { readonly method: 'tools/call'; readonly params: { readonly name: string; readonly arguments: JsonObject } }
  | { readonly method: 'resources/read'; readonly params: { readonly uri: string } }
  | { readonly method: 'prompts/get'; readonly params: { readonly name: string; readonly arguments: JsonObject } }
)

/** A request that an interface of a server makes. */
export interface AppRequest extends Pick<
  CallRequest,
  'serverId' | 'callId' | 'accountId' | 'conversationId' | 'definitionHash' | 'onProgress'
> {
  readonly wire:
    | { readonly method: 'tools/call'; readonly params: { readonly name: string; readonly arguments: JsonObject } }
    | { readonly method: 'resources/read'; readonly params: { readonly uri: string } }
    | {
        readonly method: 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list'
        readonly params: { readonly cursor?: string }
      }
}

/** A resource to read, with the account if it is not the default one. */
export interface ResourceAsk {
  readonly uri: string
  readonly accountId?: AccountId | undefined
}

export interface PromptAsk {
  readonly name: string
  readonly arguments: Readonly<Record<string, string>>
  readonly accountId?: AccountId | undefined
}

export interface CallRouterDeps {
  readonly clock: Clock
  readonly taskStore: TaskStore
  readonly suspendedCalls: SuspendedCallStore
  readonly accounts: AccountConnections
  readonly queued: QueuedRequests
  /** Returns the connection of a server under its default account. @throws {AppError} NOT_FOUND */
  readonly own: (serverId: ServerId) => Connection
}

/** Finds the connection for a call, and makes the call there. */
export class CallRouter {
  readonly #deps: CallRouterDeps

  constructor(deps: CallRouterDeps) {
    this.#deps = deps
  }

  /** The tool's own error is a result too. @throws {AppError} when no result came. */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    return this.#on(request.serverId, request.accountId, ({ calls }) => calls.callTool(request, signal))
  }

  /** @throws {AppError} INTERRUPTED when there is no such server any more, or a different one. */
  async resumeTask(request: TaskRequest, signal: AbortSignal): Promise<ToolResult> {
    const record = this.#deps.taskStore.find(request.callId)
    if (!record) throw interrupted()
    return this.#on(record.serverId, request.accountId, ({ calls }) => calls.resumeTask(record, request, signal))
  }

  /** @throws {AppError} when the server or its tool has changed. */
  async resumeSuspendedCall(request: TaskRequest, signal: AbortSignal): Promise<ToolResult> {
    const { suspendedCalls, accounts, own } = this.#deps
    const record = suspendedCalls.find(request.callId)
    if (!record) throw interrupted()
    const { serverId, accountId } = record
    const run = ({ calls }: Connection): Promise<ToolResult> => calls.resumeSuspendedCall(record, request, signal)
    try {
      // Awaited here so that `finally` also runs after an immediate failure.
      return await (accountId === undefined ? run(own(serverId)) : accounts.hold(serverId, accountId, run))
    } finally {
      if (!isQuitting(signal)) suspendedCalls.forget(request.callId)
    }
  }

  /** @throws {AppError} */
  async getPrompt(serverId: ServerId, { name, arguments: args, accountId }: PromptAsk, signal: AbortSignal): Promise<FilledPrompt> {
    const wire: WireRequest = { method: 'prompts/get', params: { name, arguments: args } }
    const { raw } = await this.#on(serverId, accountId, ({ calls }) =>
      this.#outside(serverId, (request) => calls.request(request, wire, signal)),
    )
    return parsePromptResult(raw)
  }

  /** @throws {AppError} NOT_FOUND when the server has no such resource. */
  async readResource(serverId: ServerId, { uri, accountId }: ResourceAsk, signal: AbortSignal): Promise<RawRead> {
    const wire: WireRequest = { method: 'resources/read', params: { uri } }
    return this.#on(serverId, accountId, async ({ calls }) => {
      try {
        const { raw, session, wasAsked } = await this.#outside(serverId, (request) => calls.request(request, wire, signal))
        return parseResourceContents(raw, { serverId, uri, asked: wasAsked, era: session.era })
      } catch (thrown) {
        throw explainResourceReadError(thrown, serverId)
      }
    })
  }

  /** @throws {AppError} */
  complete(serverId: ServerId, ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    return this.#on(serverId, ask.accountId, ({ calls }) => calls.complete(ask, signal))
  }

  /** @throws {AppError} */
  async ask({ serverId, onProgress = ignore, ...wire }: RawRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const request = { ...this.#ownerless(serverId), onProgress }
    const { calls } = this.#deps.own(serverId)
    switch (wire.method) {
      case 'tools/call':
        return calls.callToolAsIs({ ...request, tool: wire.params.name, arguments: wire.params.arguments }, signal)
      case 'prompts/get':
        return (await calls.request(request, wire, signal)).raw
      case 'resources/read':
        try {
          return (await calls.request(request, wire, signal)).raw
        } catch (thrown) {
          throw explainResourceReadError(thrown, serverId)
        }
      default:
        return assertNever(wire)
    }
  }

  /** Sends a request of an interface of the server, and returns the answer as the server wrote it. @throws {AppError} */
  async requestForApp({ wire, ...origin }: AppRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const { serverId, accountId } = origin
    const request = { ...origin, onWaiting: ignore, endsWithParley: true as const }
    return this.#on(serverId, accountId, async ({ calls }) => {
      if (wire.method === 'tools/call') {
        return calls.callToolAsIs({ ...request, tool: wire.params.name, arguments: wire.params.arguments }, signal)
      }
      try {
        return (await calls.request(request, wire, signal)).raw
      } catch (thrown) {
        throw wire.method === 'resources/read' ? explainResourceReadError(thrown, serverId) : thrown
      }
    })
  }

  /**
   * Runs something on a server's connection under one of its accounts.
   * @throws {AppError} NOT_FOUND when the server has no such account.
   */
  async #on<T>(serverId: ServerId, accountId: AccountId | undefined, run: (connection: Connection) => Promise<T>): Promise<T> {
    // Takes the short way for the default account, because there are many calls.
    return accountId === undefined ? run(this.#deps.own(serverId)) : this.#deps.accounts.use(serverId, accountId, run)
  }

  /** Makes a request outside any conversation. Whoever waits for it can see whether it waits for its place at the server. */
  #outside<T>(serverId: ServerId, run: (request: TaskRequest) => Promise<T>): Promise<T> {
    return this.#deps.queued.follow(serverId, (onQueued) => run({ ...this.#ownerless(serverId), onQueued }))
  }

  /** Makes the origin of a request outside any conversation. */
  #ownerless(serverId: ServerId): TaskRequest {
    return { serverId, callId: CallId.parse(this.#deps.clock.newId()), onProgress: ignore, onWaiting: ignore }
  }
}

function interrupted(): AppError {
  return new AppError('INTERRUPTED', { reason: 'connections.callInterrupted' })
}

function ignore(): void {
  // Nobody watches.
}
