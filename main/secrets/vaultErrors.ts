import { AppError, type AppErrorData } from '../../shared/errors/appError'

/** The vault stays closed until the person enters the passphrase. */
export function needsPassphrase(): AppError {
  return new AppError('SECRETS_LOCKED', { reason: 'secrets.needsPassphrase' })
}

/** Has its own reason, so that the person does not look for another fault. */
export function wrongPassphrase(): AppError {
  return new AppError('INVALID_INPUT', { reason: 'secrets.wrongPassphrase' })
}

/** Nothing is written until the person chose where. */
export function noKeychain(why?: AppError): AppError {
  return new AppError(
    'SECRETS_LOCKED',
    { reason: 'secrets.noKeychain' },
    { ...(why?.said !== undefined && { said: why.said }), cause: why },
  )
}

/** The choice would discard secrets that may open again. */
export function lockedElsewhere(): AppError {
  return new AppError('CONFLICT', { reason: 'secrets.lockedElsewhere' })
}

/** The file was set aside because nothing in it can be read. @param kept its path @param another whether the keychain holds another key */
export function lostKey(kept: string, another: boolean): AppErrorData {
  return new AppError('SECRETS_LOCKED', { reason: another ? 'secrets.keyReplaced' : 'secrets.keyLost', params: { kept } }).toData()
}

/** The person chose to start over. @param kept the path of the unopened file */
export function startedOver(kept: string): AppErrorData {
  return new AppError('SECRETS_LOCKED', { reason: 'secrets.startedOver', params: { kept } }).toData()
}
