import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../shared/lib/json'
import { normalizeResult } from '../parsing/normalizeMessage'

/** A message that answers a request. */
export type Answer = Exclude<JSONRPCMessage, { method: string }>

/**
 * Prefix that makes the SDK treat a method as unknown and leave its result unchanged. With the real name, the SDK would refuse a whole list
 * in the 2026 era for one malformed tool. The prefix never reaches the wire.
 */
const LENIENT = 'lenient:'
export const lenient = (method: string): string => `${LENIENT}${method}`

/** Removes the prefix before a message is sent. */
export function withRealName(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || !message.method.startsWith(LENIENT)) return message
  return { ...message, method: message.method.slice(LENIENT.length) }
}

/** Forgives what a server writes in an answer to this method. The rest of it was forgiven with its frame (`messageEnvelope.ts`). */
export function normalizeAnswer(method: string, message: Answer): Answer {
  return 'result' in message ? { ...message, result: normalizeResult(method, message.result) } : message
}

/** Whether the answer to this method names the versions that a server speaks. */
export function isGreeting(method: string): boolean {
  return method === 'server/discover' || method === 'initialize'
}

/** Returns the protocol versions that a server names, in its answer to a greeting or in its refusal of our version. */
export function versionsIn(message: Answer): readonly string[] | undefined {
  const version = 'result' in message ? message.result['protocolVersion'] : undefined
  if (typeof version === 'string' || typeof version === 'number') return [String(version)]
  const data = 'error' in message && isRecord(message.error.data) ? message.error.data : {}
  const said = 'result' in message ? message.result['supportedVersions'] : data['supported']
  return Array.isArray(said) ? said.filter((version) => typeof version === 'string') : undefined
}

/** Returns the request that a notification is about. `notifications/cancelled` names it. */
export function namedRequest(params: Readonly<Record<string, unknown>> | undefined): RequestId | undefined {
  const named = params?.['requestId']
  return typeof named === 'string' || typeof named === 'number' ? named : undefined
}
