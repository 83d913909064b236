import { AppError, type AppErrorData } from '../../shared/errors/appError'

/** Nothing opens before the person enters it. */
export function needsPassphrase(): AppError {
  return new AppError('SECRETS_LOCKED', 'Your secrets are locked with your passphrase', { hint: 'Enter it to unlock them.' })
}

/** Told as what it is, so that nobody looks for another fault. */
export function wrongPassphrase(): AppError {
  return new AppError('INVALID_INPUT', 'This is not the passphrase of your secrets', { hint: 'Look at the Caps Lock key and try again.' })
}

/** Nothing is written before the person chose where. */
export function noKeychain(why?: AppError): AppError {
  return new AppError('SECRETS_LOCKED', 'There is no keychain that could keep the key of your secrets', {
    hint: 'Choose how Parley keeps them.',
    ...(why?.said !== undefined && { said: why.said }),
    cause: why,
  })
}

/** A choice would throw away what may open again. */
export function lockedElsewhere(): AppError {
  return new AppError('CONFLICT', 'There are secrets that cannot be opened now', {
    hint: 'Unlock them first, or start over: the file that holds them is kept aside.',
  })
}

/** The file was kept, and nothing in it can be read. */
export function lostKey(kept: string, another: boolean): AppErrorData {
  return {
    code: 'SECRETS_LOCKED',
    message: another
      ? 'Your secrets were locked with another key than the one in the keychain'
      : 'The key of your secrets is no longer in the keychain',
    hint: `Enter them again. The file that cannot be opened was kept: ${kept}`,
  }
}

/** The person chose to begin anew. */
export function startedOver(kept: string): AppErrorData {
  return {
    code: 'SECRETS_LOCKED',
    message: 'You started over with your secrets',
    hint: `Enter them again. The file that was not opened was kept: ${kept}`,
  }
}
