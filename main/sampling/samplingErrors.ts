import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import type { Message } from '../../shared/messages/message'
import { englishMessage } from '../lib/englishText'
import type { SamplingOff } from './samplingPermissions'

/** The number that 2025-11-25 gives for a person's no. */
const USER_REJECTED = -1

/**
 * A person's no. A server of the 2025 era is told in the words of the protocol; one of 2026 is told nothing, and its call says this.
 * Spec: client/sampling, "error handling".
 */
export function declined(serverId: string): AppError {
  return new AppError(
    'DENIED',
    { reason: 'sampling.declined', params: { server: serverId } },
    { cause: new ProtocolError(USER_REJECTED, 'User rejected sampling request') },
  )
}

/** What the user set beforehand says no: the budget, the pace, the number of rounds. */
export function declinedAtOnce(reason: ErrorFact['reason'], why: Message): AppError {
  return new AppError(
    'DENIED',
    { reason, params: { ...why.params, why } },
    { cause: new ProtocolError(USER_REJECTED, `User rejected sampling request: ${englishMessage(why)}`) },
  )
}

/** Sampling is switched off: to the server it is as if there were none. */
export function switchedOff({ by, why }: SamplingOff): AppError {
  return new AppError(
    'DENIED',
    { reason: by === 'user' ? 'sampling.switchedOff' : 'sampling.offByPolicy', params: { ...why.params, why } },
    { cause: new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Sampling is switched off') },
  )
}
