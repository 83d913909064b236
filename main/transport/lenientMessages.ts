import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../shared/lib/json'

/** A message that answers a request. */
export type Answer = Exclude<JSONRPCMessage, { method: string }>

/**
 * Under this prefix the SDK takes a method for one it does not know and leaves its result as it is. With the real name it would
 * refuse a whole list, in the 2026 era, for one tool that is not well-formed. The prefix never reaches the wire.
 */
const LENIENT = 'lenient:'
export const lenient = (method: string): string => `${LENIENT}${method}`

/** Takes the prefix off on the way out. */
export function withRealName(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || !message.method.startsWith(LENIENT)) return message
  return { ...message, method: message.method.slice(LENIENT.length) }
}

/** A result without a kind is a complete one (2026-07-28, basic: `resultType`). */
export function withResultType(message: Answer): Answer {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) return message
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}

/** Whether the answer to it says which versions a server speaks. */
export function isGreeting(method: string): boolean {
  return method === 'server/discover' || method === 'initialize'
}

/** What a server says it speaks, in its answer to a greeting or in its refusal of our version. */
export function versionsIn(message: Answer): readonly string[] | undefined {
  if ('result' in message && typeof message.result['protocolVersion'] === 'string') return [message.result['protocolVersion']]
  const data = 'error' in message && isRecord(message.error.data) ? message.error.data : {}
  const said = 'result' in message ? message.result['supportedVersions'] : data['supported']
  return Array.isArray(said) ? said.filter((version) => typeof version === 'string') : undefined
}

/** The request that a notification is about: `notifications/cancelled` names it. */
export function namedRequest(params: Readonly<Record<string, unknown>> | undefined): RequestId | undefined {
  const named = params?.['requestId']
  return typeof named === 'string' || typeof named === 'number' ? named : undefined
}
