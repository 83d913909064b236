import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import type { Message } from '../../shared/i18n/message'
import { englishMessage } from '../lib/englishText'
import type { SamplingOff } from './samplingPermissions'

/** The error code that 2025-11-25 uses for a person's refusal. */
const USER_REJECTED = -1

/**
 * A person's refusal. A server of the 2025 era receives the protocol's own wording. A server of 2026 receives nothing; its call shows this
 * error. Spec: client/sampling, "error handling".
 */
export function declined(serverId: string): AppError {
  return new AppError(
    'DENIED',
    { reason: 'sampling.declined', params: { server: serverId } },
    { cause: new ProtocolError(USER_REJECTED, 'User rejected sampling request') },
  )
}

/** A refusal by the user's limits: the budget, the rate, the number of rounds. */
export function declinedAtOnce(reason: ErrorFact['reason'], why: Message): AppError {
  return new AppError(
    'DENIED',
    { reason, params: { ...why.params, why } },
    { cause: new ProtocolError(USER_REJECTED, `User rejected sampling request: ${englishMessage(why)}`) },
  )
}

/** Sampling is switched off. For the server, it is as if it did not exist. */
export function switchedOff({ by, why }: SamplingOff): AppError {
  return new AppError(
    'DENIED',
    { reason: by === 'user' ? 'sampling.switchedOff' : 'sampling.offByPolicy', params: { ...why.params, why } },
    { cause: new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Sampling is switched off') },
  )
}
