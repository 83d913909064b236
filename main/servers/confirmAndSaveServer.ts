import { approvedAuth } from '../../shared/domain/launch/sentIdentity'
import type { ServerInput } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { HostPorts } from '../ports'
import type { FindCommandFile } from './findCommandFile'
import type { LaunchRecords } from './launchRecords'
import { needsNativeConfirmation } from './needsNativeConfirmation'
import type { ServerRegistry } from './serverRegistry'

export type ConfirmAndSaveServer = (input: ServerInput, signal: AbortSignal) => Promise<void>

/**
 * Saves a server that the user entered. If the shell can ask outside of the page, it first shows the whole launch of a server that was not
 * approved before. The page shows text from outsiders, so the page alone must not be able to run a command or send a secret.
 */
export function createConfirmAndSaveServer(deps: {
  readonly registry: ServerRegistry
  readonly records: LaunchRecords
  readonly confirmCommand: HostPorts['confirmCommand']
  /** Absent when commands are not resolved to files. */
  readonly findFile?: FindCommandFile
  /** @throws {AppError} POLICY when an admin's policy does not allow the server. */
  readonly mayHave?: (server: Pick<ServerInput, 'id' | 'launch'>, signal: AbortSignal) => Promise<void>
}): ConfirmAndSaveServer {
  const fileOf = async (launch: ServerInput['launch'], signal: AbortSignal): Promise<string | undefined> =>
    launch.kind === 'stdio' ? deps.findFile?.(launch, signal) : undefined
  return async (input, signal) => {
    await deps.mayHave?.(input, signal)
    const before = input.previousId ?? input.id
    // What is not said stays as it is.
    const server = deps.registry.list().servers.find(({ id }) => id === before)
    const auth = input.auth ?? (server && approvedAuth(server))
    const isAsked = !deps.records.approved(before, input.launch, auth) && needsNativeConfirmation(input.launch, auth)
    if (!isAsked || !deps.confirmCommand) return deps.registry.save(input)
    if (!(await deps.confirmCommand(input.id, input.launch, await fileOf(input.launch, signal), auth))) {
      throw new AppError('CANCELLED', {
        reason: input.launch.kind === 'stdio' ? 'servers.commandNotConfirmed' : 'servers.addressNotConfirmed',
      })
    }
    // What was shown is what is written, and agreed to: meanwhile the file may say something else. What a policy replaces was not shown.
    const written = input.auth ?? (server?.entryAuth ? undefined : server?.auth)
    deps.registry.save({ ...input, ...(input.launch.kind === 'http' && written && { auth: written }) })
  }
}
