import type { ChatSettingsChange } from '../../shared/rpc/projects'
import { AppError } from '../../shared/errors/appError'
import { realFolderPath } from '../roots/realFolderPath'

/**
 * Returns a change with the folders that it adds as their real paths.
 * @param left real paths that were listed before: one that cannot be read now is added as it was, as it would have stayed in the list
 * @throws {AppError} INVALID_INPUT, NOT_FOUND or DENIED for one of the others
 */
export async function withRealFolders<C extends ChatSettingsChange>(change: C, left: ReadonlySet<string> = new Set()): Promise<C> {
  if (!change.folders?.add) return change
  const add = await Promise.all(
    change.folders.add.map(async (folder) => {
      if (!left.has(folder)) return await realFolderPath(folder)
      try {
        await realFolderPath(folder)
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.code !== 'NOT_FOUND') throw thrown
      }
      // Not what a link leads to that has taken its place since.
      return folder
    }),
  )
  return { ...change, folders: { ...change.folders, add } }
}
