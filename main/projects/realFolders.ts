import type { ChatSettingsChange } from '../../shared/rpc/projects'
import { realFolderPath } from '../roots/realFolderPath'

/**
 * Returns a change with the folders that it adds as their real paths.
 * @throws {AppError} INVALID_INPUT, NOT_FOUND or DENIED for one of them
 */
export async function withRealFolders<C extends ChatSettingsChange>(change: C): Promise<C> {
  if (!change.folders?.add) return change
  const add = await Promise.all(change.folders.add.map((folder) => realFolderPath(folder)))
  return { ...change, folders: { ...change.folders, add } }
}
