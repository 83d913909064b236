import type { ServerInput } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { HostPorts } from '../ports'
import type { LaunchRecords } from './launchRecords'
import { needsConfirmation } from './needsConfirmation'
import type { ServerRegistry } from './serverRegistry'

export type SaveServer = (input: ServerInput) => Promise<void>

/**
 * Saves a server on the user's word. Where the shell can ask outside of the page, a command that was not approved before is shown
 * there first, whole: the page shows text from strangers, and must not be able to make a command run, or have a secret sent, by itself.
 */
export function createSaveServer(deps: {
  readonly registry: ServerRegistry
  readonly records: LaunchRecords
  readonly confirmCommand: HostPorts['confirmCommand']
}): SaveServer {
  return async (input) => {
    const known = deps.records.approved(input.previousId ?? input.id, input.launch)
    if (!known && needsConfirmation(input.launch) && deps.confirmCommand && !(await deps.confirmCommand(input.id, input.launch))) {
      throw new AppError('CANCELLED', 'The server was not saved', {
        hint: input.launch.kind === 'stdio' ? 'Its command was not confirmed.' : 'Its address was not confirmed.',
      })
    }
    deps.registry.save(input)
  }
}
