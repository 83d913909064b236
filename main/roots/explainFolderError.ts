import { AppError } from '../../shared/errors/appError'

/** What went wrong with a folder, in words. The operating system's own codes are read here only. */
export function explainFolderError(thrown: unknown, path: string): AppError {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return new AppError('NOT_FOUND', `There is no folder ${path}`, { hint: 'Check the path.', cause: thrown })
    case 'ENOTDIR':
      return new AppError('INVALID_INPUT', `${path} is not a folder`, { hint: 'Choose the folder that it is in.', cause: thrown })
    case 'EACCES':
    case 'EPERM':
      return new AppError('DENIED', `Parley may not read ${path}`, {
        hint: 'Choose another folder, or change its permissions.',
        cause: thrown,
      })
    case 'ELOOP':
      return new AppError('INVALID_INPUT', `The links at ${path} lead in a circle`, { hint: 'Choose another folder.', cause: thrown })
    case 'ENAMETOOLONG':
      return new AppError('INVALID_INPUT', 'The path is too long', { hint: 'Check the path.', cause: thrown })
    default:
      return AppError.from(thrown)
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
