import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connection'
import type { AuthKind } from '../../shared/domain/serverAuth'
import { isRecord } from '../../shared/lib/json'
import { tasksExtension } from './taskSupport'

/** What of Parley the user has switched on for one server. */
export interface CapabilityChoices {
  readonly sampling: boolean
  /** How a remote server is told who calls. */
  readonly signsInBy?: AuthKind | undefined
}

/**
 * What Parley can do for a server, declared in this one place: at the handshake in the 2025 era, with every request in the 2026 era.
 * Nothing is declared that has no broker behind it, and no era is told what only the other one knows.
 */
export function clientCapabilities(era: Era, { sampling, signsInBy }: CapabilityChoices): ClientCapabilities {
  const spoken = { ...extensions[era], ...(signsInBy && signInExtensions[signsInBy]) }
  return {
    elicitation: { form: {}, url: {} },
    // Servers of the 2026 era ask inside a call, and are told of no change.
    roots: era === '2025' ? { listChanged: true } : {},
    // No `context`: a request never sees a conversation, whatever it asks for.
    ...(sampling && { sampling: { tools: {} } }),
    ...(Object.keys(spoken).length > 0 && { extensions: spoken }),
  }
}

/** The extensions that Parley speaks, with their settings, where `{}` means that there are none (2026-07-28, extensions). */
const extensions: Readonly<Record<Era, NonNullable<ClientCapabilities['extensions']>>> = {
  '2025': {},
  '2026': { 'io.modelcontextprotocol/skills': {}, [tasksExtension]: {} },
}

/** What is said only to a server that is told in this way who calls (OAuth client credentials, enterprise-managed authorization). */
const signInExtensions: Readonly<Record<AuthKind, NonNullable<ClientCapabilities['extensions']>>> = {
  person: {},
  client: { 'io.modelcontextprotocol/oauth-client-credentials': {} },
  enterprise: { 'io.modelcontextprotocol/enterprise-managed-authorization': {} },
  workload: {},
}

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
