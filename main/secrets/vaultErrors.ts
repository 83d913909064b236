import { AppError, type AppErrorData } from '../../shared/errors/appError'

/** Nothing opens before the person enters the passphrase. */
export function needsPassphrase(): AppError {
  return new AppError('SECRETS_LOCKED', { reason: 'secrets.needsPassphrase' })
}

/** A reason of its own, so that nobody looks for another fault. */
export function wrongPassphrase(): AppError {
  return new AppError('INVALID_INPUT', { reason: 'secrets.wrongPassphrase' })
}

/** Nothing is written before the person chose where. */
export function noKeychain(why?: AppError): AppError {
  return new AppError(
    'SECRETS_LOCKED',
    { reason: 'secrets.noKeychain' },
    { ...(why?.said !== undefined && { said: why.said }), cause: why },
  )
}

/** A choice would throw away what may open again. */
export function lockedElsewhere(): AppError {
  return new AppError('CONFLICT', { reason: 'secrets.lockedElsewhere' })
}

/** The file was kept, and nothing in it can be read. @param kept its path @param another the keychain holds another key */
export function lostKey(kept: string, another: boolean): AppErrorData {
  return new AppError('SECRETS_LOCKED', { reason: another ? 'secrets.keyReplaced' : 'secrets.keyLost', params: { kept } }).toData()
}

/** The person chose to begin anew. @param kept the path of the file that was not opened */
export function startedOver(kept: string): AppErrorData {
  return new AppError('SECRETS_LOCKED', { reason: 'secrets.startedOver', params: { kept } }).toData()
}
