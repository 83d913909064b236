import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connectionState'
import type { AuthKind } from '../../shared/domain/serverAuth'
import { isRecord } from '../../shared/lib/json'
import { tasksExtension } from './taskSupport'

/** The features that the user switched on for one server. */
export interface CapabilityChoices {
  readonly sampling: boolean
  /** How Parley authenticates to a remote server. */
  readonly signsInBy?: AuthKind | undefined
}

/**
 * The only place that declares what Parley can do for a server: at the handshake in the 2025 era, with every request in the 2026 era.
 * Declares only what a broker serves, and only what the era defines.
 */
export function clientCapabilities(era: Era, { sampling, signsInBy }: CapabilityChoices): ClientCapabilities {
  const spoken = { ...extensions[era], ...(signsInBy && signInExtensions[signsInBy]) }
  return {
    elicitation: { form: {}, url: {} },
    // Servers of the 2026 era ask inside a call, so they get no change notifications.
    roots: era === '2025' ? { listChanged: true } : {},
    // No `context`: a sampling request never sees a conversation, whatever it asks for.
    ...(sampling && { sampling: { tools: {} } }),
    ...(Object.keys(spoken).length > 0 && { extensions: spoken }),
  }
}

/** The extensions that Parley speaks, with their settings. `{}` means no settings (2026-07-28, extensions). */
const extensions: Readonly<Record<Era, NonNullable<ClientCapabilities['extensions']>>> = {
  '2025': {},
  '2026': { 'io.modelcontextprotocol/skills': {}, [tasksExtension]: {} },
}

/** Extensions that are declared only to servers with this kind of sign-in (OAuth client credentials, enterprise-managed authorization). */
const signInExtensions: Readonly<Record<AuthKind, NonNullable<ClientCapabilities['extensions']>>> = {
  person: {},
  client: { 'io.modelcontextprotocol/oauth-client-credentials': {} },
  enterprise: { 'io.modelcontextprotocol/enterprise-managed-authorization': {} },
  workload: {},
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
