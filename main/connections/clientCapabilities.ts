import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { Era } from '../../shared/domain/connection'
import { tasksExtension } from './taskSupport'

/** What of Parley the user has switched on for one server. */
export interface CapabilityChoices {
  readonly sampling: boolean
}

/**
 * What Parley can do for a server, declared in this one place: at the handshake in the 2025 era, with every request in the 2026 era.
 * Nothing is declared that has no broker behind it, and no era is told what only the other one knows.
 */
export function clientCapabilities(era: Era, { sampling }: CapabilityChoices): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    // Servers of the 2026 era ask inside a call, and are told of no change.
    roots: era === '2025' ? { listChanged: true } : {},
    ...(sampling && { sampling: {} }),
    ...(Object.keys(extensions[era]).length > 0 && { extensions: { ...extensions[era] } }),
  }
}

/** The extensions that Parley speaks, with their settings, where `{}` means that there are none (2026-07-28, extensions). */
const extensions: Readonly<Record<Era, NonNullable<ClientCapabilities['extensions']>>> = {
  '2025': {},
  '2026': { 'io.modelcontextprotocol/skills': {}, [tasksExtension]: {} },
}
