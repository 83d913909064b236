import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../shared/lib/json'
import { isWithinDepth } from '../lib/jsonDepth'
import { normalizeMembers, normalizeParams } from '../parsing/normalizeMessage'

/** Each answer repeats the id of its request, so a long one would cost Parley as much as the server. */
const ID_CHARACTERS = 1_000

/** A JSON-RPC message, or the result for a value that is none. */
export type Envelope =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  /** Not a message. `answers` is the request that it seems to answer, if any. */
  | { readonly ok: false; readonly answers?: RequestId }

/** The code of an error whose server gave none that is a number. No code of JSON-RPC or MCP. */
const NO_CODE = 0
const SAID_CHARACTERS = 2_000
/** An object in place of words is shown as JSON if it is no deeper than this. */
const SAID_DEPTH = 16

/**
 * Checks the JSON-RPC frame of a message, and forgives what `normalizeMessage.ts` forgives of its members. Drops members that JSON-RPC does
 * not define, because the SDK would reject the whole message and leave its call without an answer. An id must be a text of at
 * most 1,000 characters or a safe integer; only an error may come without one.
 */
export function parseEnvelope(value: unknown): Envelope {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0') return { ok: false }
  return 'method' in value ? readAsking(value) : readAnswer(value)
}

function readAsking({ method, id, params }: Readonly<Record<string, unknown>>): Envelope {
  if (typeof method !== 'string' || (id !== undefined && !isRequestId(id))) return { ok: false }
  // JSON-RPC 2.0, section 4.2, has parameters by position too, and MCP has none. A notification with them is shown, not lost.
  const named = id === undefined && Array.isArray(params) ? Object.fromEntries(params.entries()) : params
  if (named !== undefined && named !== null && !isRecord(named)) return { ok: false }
  const said = isRecord(named) && { params: normalizeParams(method, named) }
  return { ok: true, message: { jsonrpc: '2.0', method, ...(id !== undefined && { id }), ...said } }
}

function readAnswer(value: Readonly<Record<string, unknown>>): Envelope {
  const { id, result, error } = value
  const named = isRequestId(id) ? { id } : undefined
  if (!named && id !== undefined && id !== null) return { ok: false }
  // Some libraries send both members, one of them null.
  if (isRecord(error) || (error && !isRecord(result))) {
    return { ok: true, message: { jsonrpc: '2.0', ...named, error: readError(error) } }
  }
  if (!named) return { ok: false }
  if (isRecord(result)) return { ok: true, message: { jsonrpc: '2.0', ...named, result: normalizeMembers(result) } }
  // Nothing to say is how some servers answer a ping.
  return result === null ? { ok: true, message: { jsonrpc: '2.0', ...named, result: {} } } : { ok: false, answers: named.id }
}

/** An error keeps the words of its server, in whatever shape they came. */
function readError(error: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } {
  if (!isRecord(error)) return { code: NO_CODE, message: wordsOf(error) }
  const { code, message, data } = error
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  const said = wordsOf(message)
  const rest = data !== undefined && { data }
  if (typeof number === 'number' && Number.isSafeInteger(number)) return { code: number, message: said, ...rest }
  return { code: NO_CODE, message: typeof code === 'string' ? `${code}: ${said}` : said, ...rest }
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null || !isWithinDepth(value, SAID_DEPTH)) return ''
  return JSON.stringify(value).slice(0, SAID_CHARACTERS)
}

function isRequestId(value: unknown): value is RequestId {
  return (typeof value === 'string' && value.length <= ID_CHARACTERS) || (typeof value === 'number' && Number.isSafeInteger(value))
}
