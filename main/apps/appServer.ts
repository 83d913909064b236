import type { Resource, Tool } from '../../shared/domain/catalog'
import type { CallProgress } from '../../shared/domain/chat'
import type { AccountId, CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { JsonObject } from '../../shared/lib/json'

/** A request that an app may send to its server, with nothing but what the method takes. */
export type AppWire =
  | { readonly method: 'tools/call'; readonly params: { readonly name: string; readonly arguments: JsonObject } }
  | { readonly method: 'resources/read'; readonly params: { readonly uri: string } }
  | {
      readonly method: 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list'
      readonly params: { readonly cursor?: string }
    }

export interface AppServerRequest {
  readonly serverId: ServerId
  /** The account, if it is not the default one. */
  readonly accountId?: AccountId
  /** The conversation in which questions of the server are asked. */
  readonly conversationId: ConversationId
  readonly callId: CallId
  /** The hash of the tool that may run. */
  readonly definitionHash?: string
  readonly wire: AppWire
  readonly onProgress: (progress: CallProgress) => void
}

/** The part of the connection pool that apps need. */
export interface AppServers {
  /** Returns the answer as the server wrote it. @throws {AppError} */
  requestForApp(request: AppServerRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  catalog(serverId: ServerId, accountId?: AccountId): { readonly tools: readonly Tool[]; readonly resources: readonly Resource[] }
}
