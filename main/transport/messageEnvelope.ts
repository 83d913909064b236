import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../shared/lib/json'

/** A message as the protocol frames it, or what it turned out to be instead. */
export type Envelope =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  /** No message; where it looks like an answer, the request that it would have answered. */
  | { readonly ok: false; readonly answers?: RequestId }

/**
 * Reads the frame of a message and nothing inside of it. Members that JSON-RPC does not know are left out: the SDK would take the whole
 * message for none and leave its call without an answer. An id must be text or a whole number that survives JSON.
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
