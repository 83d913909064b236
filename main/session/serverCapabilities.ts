import type { ServerCapabilities } from '@modelcontextprotocol/client'
import type { ServerCapability } from '../../shared/domain/connectionState'
import { skillsExtension } from '../../shared/domain/extensions/extension'
import { runsTasks } from './taskSupport'

/**
 * Returns what a server says it can do beside its lists. Parley uses nothing else (2025-11-25, lifecycle: only what was negotiated is
 * used).
 */
export function serverCapabilities(capabilities: ServerCapabilities): readonly ServerCapability[] {
  const { tools, prompts, resources } = capabilities
  const can: Readonly<Record<ServerCapability, boolean>> = {
    completions: capabilities.completions !== undefined,
    logging: capabilities.logging !== undefined,
    resourceUpdates: resources?.subscribe === true,
    listChanges: [tools, prompts, resources].some((list) => list?.listChanged === true),
    tasks: runsTasks(capabilities),
    skills: capabilities.extensions?.[skillsExtension] !== undefined,
  }
  return abilityOrder.filter((ability) => can[ability])
}

const abilityOrder = ['completions', 'logging', 'resourceUpdates', 'listChanges', 'tasks', 'skills'] as const
