import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connectionState'
import { extensionSettings } from '../../shared/domain/extensions/extension'
import { isRecord } from '../../shared/lib/json'

/** The features that are on for one server. */
export interface CapabilityChoices {
  readonly sampling: boolean
  /** The names of the extensions that Parley claims. */
  readonly extensions: Iterable<string>
}

/**
 * The only place that declares what Parley can do for a server: at the handshake in the 2025 era, with every request in the 2026 era.
 * Declares only what a broker serves, and only what the era defines.
 */
export function clientCapabilities(era: Era, { sampling, extensions }: CapabilityChoices): ClientCapabilities {
  const claimed = Object.fromEntries([...extensions].map((id) => [id, extensionSettings(id)]))
  return {
    elicitation: { form: {}, url: {} },
    // Servers of the 2026 era ask inside a call, so they get no change notifications.
    roots: era === '2025' ? { listChanged: true } : {},
    // No `context`: a sampling request never sees a conversation, whatever it asks for.
    ...(sampling && { sampling: { tools: {} } }),
    ...(Object.keys(claimed).length > 0 && { extensions: claimed }),
  }
}

/** The key for the client's capabilities in a request of the 2026 era (2026-07-28, basic). */
const IN_REQUEST = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Puts the capabilities of the right era into each outgoing message that carries them. The SDK's client has one declaration for both eras,
 * and sends messages before it knows the era.
 */
export function declareCapabilities(message: JSONRPCMessage, of: (era: Era) => ClientCapabilities): JSONRPCMessage {
  if (!('method' in message) || !message.params) return message
  if (message.method === 'initialize') return { ...message, params: { ...message.params, capabilities: of('2025') } }
  const meta = message.params['_meta']
  if (!isRecord(meta) || !(IN_REQUEST in meta)) return message
  return { ...message, params: { ...message.params, _meta: { ...meta, [IN_REQUEST]: of('2026') } } }
}
