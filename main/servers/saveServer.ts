import type { ServerInput } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { HostPorts } from '../ports'
import type { FindCommandFile } from './findCommandFile'
import type { LaunchRecords } from './launchRecords'
import { needsNativeConfirmation } from './needsNativeConfirmation'
import type { ServerRegistry } from './serverRegistry'

export type SaveServer = (input: ServerInput, signal: AbortSignal) => Promise<void>

/**
 * Saves a server on the user's word. Where the shell can ask outside of the page, a command that was not approved before is shown
 * there first, whole: the page shows text from strangers, and must not be able to make a command run, or have a secret sent, by itself.
 */
export function createSaveServer(deps: {
  readonly registry: ServerRegistry
  readonly records: LaunchRecords
  readonly confirmCommand: HostPorts['confirmCommand']
  /** Absent where nobody looks at what commands mean. */
  readonly findFile?: FindCommandFile
  /** @throws {AppError} POLICY where an admin's policy does not allow the server. */
  readonly mayHave?: (server: Pick<ServerInput, 'id' | 'launch'>, signal: AbortSignal) => Promise<void>
}): SaveServer {
  const fileOf = async (launch: ServerInput['launch'], signal: AbortSignal): Promise<string | undefined> =>
    launch.kind === 'stdio' ? deps.findFile?.(launch, signal) : undefined
  return async (input, signal) => {
    await deps.mayHave?.(input, signal)
    const known = deps.records.approved(input.previousId ?? input.id, input.launch)
    if (
      !known &&
      needsNativeConfirmation(input.launch) &&
      deps.confirmCommand &&
      !(await deps.confirmCommand(input.id, input.launch, await fileOf(input.launch, signal)))
    ) {
      throw new AppError('CANCELLED', {
        reason: input.launch.kind === 'stdio' ? 'servers.commandNotConfirmed' : 'servers.addressNotConfirmed',
      })
    }
    deps.registry.save(input)
  }
}
