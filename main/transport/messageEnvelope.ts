import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../shared/lib/json'

/** A JSON-RPC message, or the result for a value that is none. */
export type Envelope =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  /** Not a message. `answers` is the request that it seems to answer, if any. */
  | { readonly ok: false; readonly answers?: RequestId }

/**
 * Checks the JSON-RPC frame of a message, not its content. Drops members that JSON-RPC does not define, because the SDK would reject the
 * whole message and leave its call without an answer. An id must be text or a safe integer.
 */
export function parseEnvelope(value: unknown): Envelope {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return { ok: false }
  return 'method' in value ? readAsking(value) : readAnswer(value)
}

function readAsking({ method, id, params }: Readonly<Record<string, unknown>>): Envelope {
  if (typeof method !== 'string' || (id !== undefined && !isRequestId(id))) return { ok: false }
  if (params !== undefined && params !== null && !isRecord(params)) return { ok: false }
  return { ok: true, message: { jsonrpc: '2.0', method, ...(id !== undefined && { id }), ...(isRecord(params) && { params }) } }
}

function readAnswer({ id, result, error }: Readonly<Record<string, unknown>>): Envelope {
  if (!isRequestId(id)) return { ok: false }
  // Some libraries send both members, one of them null.
  if (isRecord(error)) {
    const { code, message, data } = error
    if (typeof code !== 'number' || !Number.isSafeInteger(code)) return { ok: false, answers: id }
    const said = typeof message === 'string' ? message : ''
    return { ok: true, message: { jsonrpc: '2.0', id, error: { code, message: said, ...(data !== undefined && { data }) } } }
  }
  return isRecord(result) ? { ok: true, message: { jsonrpc: '2.0', id, result } } : { ok: false, answers: id }
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
}
