import { isRecord, type JsonObject, type JsonValue } from '../../../../../shared/lib/json'

export type RpcId = string | number

/** One message of JSON-RPC 2.0, as MCP uses it. */
export type RpcMessage =
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly method: string; readonly params?: JsonObject }
  | { readonly jsonrpc: '2.0'; readonly method: string; readonly params?: JsonObject }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly result: JsonObject }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId; readonly error: RpcError }

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: JsonValue
}

export const rpcCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
} as const

/** A message that an app sent, by its kind. */
export type HeardMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'answer'; readonly id: RpcId; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly id: RpcId; readonly error: { readonly code: number; readonly message: string } }

/** The longest id or name of a method that is read, in UTF-16 code units. */
const MOST_ID = 1_000

/**
 * Reads a message that an app sent. `value` comes from `JSON.parse`. Looks only at the fields of the message itself, so that its length costs nothing.
 * Undefined for anything that is no message: also a list of several, and params that are no object.
 */
export function readRpcMessage(value: unknown): HeardMessage | undefined {
  if (!isRecord(value) || own(value, 'jsonrpc') !== '2.0') return undefined
  const method = own(value, 'method')
  const id = own(value, 'id')
  if (method === undefined) return isId(id) ? readAnswer(id, value) : undefined
  if (typeof method !== 'string' || method.length > MOST_ID) return undefined
  const given = own(value, 'params') ?? {}
  if (!isJsonRecord(given)) return undefined
  if (id === undefined) return { kind: 'notification', method, params: given }
  return isId(id) ? { kind: 'request', id, method, params: given } : undefined
}

function readAnswer(id: RpcId, value: Readonly<Record<string, unknown>>): HeardMessage | undefined {
  const result = own(value, 'result')
  if (isJsonRecord(result)) return { kind: 'answer', id, result }
  const error = own(value, 'error')
  if (!isRecord(error)) return undefined
  const [code, message] = [own(error, 'code'), own(error, 'message')]
  return {
    kind: 'error',
    id,
    error: {
      code: typeof code === 'number' ? code : rpcCodes.internal,
      message: typeof message === 'string' ? message.slice(0, MOST_ID) : '',
    },
  }
}

/** A field of the object itself: an object of `JSON.parse` can have one that is called `__proto__`, and all have those of their prototype. */
export function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Narrows a part of what `JSON.parse` returned. */
export function isJsonRecord(value: unknown): value is JsonObject {
  return isRecord(value)
}

function isId(id: unknown): id is RpcId {
  return typeof id === 'number' ? Number.isFinite(id) : typeof id === 'string' && id.length <= MOST_ID
}
