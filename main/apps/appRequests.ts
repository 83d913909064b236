import type { AppEvent } from '../../shared/domain/apps/app'
import { APP_RESULT_BYTES, type AppMethod } from '../../shared/domain/apps/appProtocol'
import type { CallProgress } from '../../shared/domain/chat'
import { CallId, type ConversationId } from '../../shared/domain/ids'
import type { Asker } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { isParsedObject, isRecord, type JsonObject } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { isSurelyLonger } from '../lib/jsonSize'
import type { AppInstance } from './appInstance'
import type { AppServers, AppWire } from './appServer'
import { AppToolCalls, type AppToolCallDeps } from './appToolCalls'

export interface AppRequestDeps extends AppToolCallDeps {
  readonly clock: Clock
  readonly servers: AppServers
  /** Asks the user's model for the server of an app, as the server itself may. @throws {AppError} */
  readonly sample: (asker: Asker & { readonly byApp: true }, params: unknown, signal: AbortSignal) => Promise<unknown>
  readonly publish: (appId: AppInstance['subject']['appId'], event: AppEvent) => void
  /** Notes that text of a server came into a conversation by its app. */
  readonly brought: (
    conversationId: ConversationId,
    from: { readonly serverId: AppInstance['subject']['serverId']; readonly tool: string },
    result: JsonObject,
  ) => void
}

const MEGABYTE = 1024 * 1024

/** Carries out the requests of apps: to their own servers only, at their pace, with nothing but what the method takes. */
export class AppRequests {
  readonly #deps: AppRequestDeps
  readonly #tools: AppToolCalls
  readonly #underWay = new Map<CallId, ConversationId>()

  constructor(deps: AppRequestDeps) {
    this.#deps = deps
    this.#tools = new AppToolCalls(deps)
  }

  /** The conversation of a request that is under way. */
  conversationOf(callId: CallId): ConversationId | undefined {
    return this.#underWay.get(callId)
  }

  /** @throws {AppError} */
  async run(app: AppInstance, method: AppMethod, params: JsonObject, changed: () => void, signal: AbortSignal): Promise<JsonObject> {
    const both = AbortSignal.any([signal, app.ended])
    requireSize(params)
    try {
      await app.pace.enter(both)
    } catch (thrown) {
      if (!both.aborted) app.refused++
      changed()
      throw thrown
    }
    app.calls++
    changed()
    const callId = CallId.parse(this.#deps.clock.newId())
    this.#underWay.set(callId, app.subject.conversationId)
    const result = await this.#send(app, callId, { method, params }, both).finally(() => this.#underWay.delete(callId))
    requireSize(result)
    // Without a prototype of its own making: what came is JSON, from the wire or of Parley's making.
    if (!isParsedObject(result)) throw new AppError('PROTOCOL_ERROR', { reason: 'apps.noResult' })
    if (method !== 'sampling/createMessage') {
      const { conversationId, serverId } = app.subject
      const name = method === 'tools/call' && typeof params['name'] === 'string' ? params['name'] : method
      this.#deps.brought(conversationId, { serverId, tool: name }, result)
    }
    return result
  }

  async #send(
    app: AppInstance,
    callId: CallId,
    { method, params }: { readonly method: AppMethod; readonly params: JsonObject },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { serverId, conversationId } = app.subject
    const onProgress = this.#progress(app, params)
    switch (method) {
      case 'tools/call':
        return this.#tools.call(app, { callId, name: text(params, 'name'), arguments: argumentsIn(params), onProgress }, signal)
      case 'sampling/createMessage':
        return this.#deps.sample({ serverId, callIds: [callId], conversationId, byApp: true }, params, signal)
      case 'resources/read':
        return this.#ask(app, callId, { method, params: { uri: text(params, 'uri') } }, onProgress, signal)
      case 'tools/list':
      case 'resources/list':
      case 'resources/templates/list':
      case 'prompts/list':
        return this.#ask(
          app,
          callId,
          { method, params: params['cursor'] === undefined ? {} : { cursor: text(params, 'cursor') } },
          onProgress,
          signal,
        )
    }
  }

  #ask(
    app: AppInstance,
    callId: CallId,
    wire: AppWire,
    onProgress: (progress: CallProgress) => void,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { serverId, accountId, conversationId } = app.subject
    return this.#deps.servers.requestForApp(
      { serverId, conversationId, callId, wire, onProgress, ...(accountId !== undefined && { accountId }) },
      signal,
    )
  }

  /** Tells the app of progress by its own token. The server never sees that: it would collide with Parley's. */
  #progress(app: AppInstance, params: JsonObject): (progress: CallProgress) => void {
    const meta = params['_meta']
    const token = isRecord(meta) ? meta['progressToken'] : undefined
    if (typeof token !== 'string' && typeof token !== 'number') return () => undefined
    return (progress) => {
      if (!app.ended.aborted) this.#deps.publish(app.subject.appId, { type: 'progress', progressToken: token, ...progress })
    }
  }
}

/** @throws {AppError} MESSAGE_TOO_LARGE */
function requireSize(value: unknown): void {
  if (isSurelyLonger(value, APP_RESULT_BYTES)) {
    throw new AppError('MESSAGE_TOO_LARGE', { reason: 'apps.messageTooLarge', params: { most: APP_RESULT_BYTES / MEGABYTE } })
  }
}

/** @throws {AppError} INVALID_ARGUMENTS */
function text(params: JsonObject, name: string): string {
  const value = params[name]
  if (typeof value === 'string' && value !== '' && value.length <= 10_000) return value
  throw new AppError('INVALID_ARGUMENTS', { reason: 'apps.badParams', params: { name } })
}

/** @throws {AppError} INVALID_ARGUMENTS */
function argumentsIn({ arguments: args = {} }: JsonObject): JsonObject {
  if (isParsedObject(args)) return args
  throw new AppError('INVALID_ARGUMENTS', { reason: 'apps.badParams', params: { name: 'arguments' } })
}
