import { realpath, stat } from 'node:fs/promises'
import { AppError } from '../../shared/errors/appError'
import { explainFolderError } from './explainFolderError'
import { toFolderPath } from './toFileUri'

/**
 * Returns the real path of an existing folder, without symbolic links. So a folder that a person agreed to share cannot point elsewhere
 * later.
 * @throws {AppError} INVALID_INPUT, NOT_FOUND or DENIED
 */
export async function realFolderPath(folder: string): Promise<string> {
  const path = toFolderPath(folder)
  try {
    const real = await realpath(path)
    if ((await stat(real)).isDirectory()) return real
  } catch (thrown) {
    throw explainFolderError(thrown, path)
  }
  throw new AppError('INVALID_INPUT', { reason: 'roots.isFile', params: { path } })
}
