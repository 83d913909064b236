import { AppError } from '../../shared/errors/appError'

/** Explains an error with a folder. Only this function interprets the codes of the operating system. */
export function explainFolderError(thrown: unknown, path: string): AppError {
  switch (codeOf(thrown)) {
    case 'ENOENT':
      return new AppError('NOT_FOUND', { reason: 'roots.notFound', params: { path } }, { cause: thrown })
    case 'ENOTDIR':
      return new AppError('INVALID_INPUT', { reason: 'roots.notFolder', params: { path } }, { cause: thrown })
    case 'EACCES':
    case 'EPERM':
      return new AppError('DENIED', { reason: 'roots.notReadable', params: { path } }, { cause: thrown })
    case 'ELOOP':
      return new AppError('INVALID_INPUT', { reason: 'roots.circle', params: { path } }, { cause: thrown })
    case 'ENAMETOOLONG':
      return new AppError('INVALID_INPUT', { reason: 'roots.pathTooLong' }, { cause: thrown })
    default:
      return AppError.from(thrown)
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
