import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connection'
import { isRecord } from '../../shared/lib/json'

/** Where a request of the 2026 era carries what the client can do (2026-07-28, basic). */
const IN_REQUEST = 'io.modelcontextprotocol/clientCapabilities'

/**
 * The SDK's client has one declaration for both eras, and starts to speak before it knows the era. So each message that carries the
 * declaration gets the one of its own era on its way out.
 */
export function declareCapabilities(message: JSONRPCMessage, of: (era: Era) => ClientCapabilities): JSONRPCMessage {
  if (!('method' in message) || !message.params) return message
  if (message.method === 'initialize') return { ...message, params: { ...message.params, capabilities: of('2025') } }
  const meta = message.params['_meta']
  if (!isRecord(meta) || !(IN_REQUEST in meta)) return message
  return { ...message, params: { ...message.params, _meta: { ...meta, [IN_REQUEST]: of('2026') } } }
}
