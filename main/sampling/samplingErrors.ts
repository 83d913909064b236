import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import { errorMessage } from '../../shared/i18n/errorText'
import { isMessage, type Message } from '../../shared/i18n/message'
import { englishMessage } from '../lib/englishErrorText'
import type { PolicyCap, SamplingOff } from './samplingPermissions'

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

/** A budget of the server that is used up: the text of the user's own budget, and the one where the policy sets it. */
export type UsedUp = readonly [own: Message, ofPolicy: Extract<Message['id'], `sampling.policy${string}`>]

/**
 * A refusal because a day's budget is used up. Where the policy set it, the person reads who did and whom to ask, because they cannot raise
 * it. The server is told the same either way: who manages this computer is none of its business.
 */
export function overBudget([own, ofPolicy]: UsedUp, cap: PolicyCap | undefined): AppError {
  const refusal = declinedAtOnce('sampling.overBudget', own)
  if (!cap) return refusal
  const why: Message = { id: ofPolicy, params: { ...own.params, by: cap.by } }
  return new AppError('DENIED', { reason: 'sampling.overPolicyBudget', params: { why, ask: cap.ask } }, { cause: refusal.cause })
}

/** Sampling is switched off. For the server, it is as if it did not exist. */
export function switchedOff({ why, ...off }: SamplingOff): AppError {
  const fact: ErrorFact =
    off.by === 'user'
      ? { reason: 'sampling.switchedOff', params: { ...why.params, why } }
      : { reason: 'sampling.offByPolicy', params: { why, ask: off.ask } }
  return new AppError('DENIED', fact, { cause: new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Sampling is switched off') })
}

/** Ends a question that is open when the policy comes to forbid it: why, and whom to ask. */
export function endedByPolicy({ why, ask }: { readonly why: Message; readonly ask: Message }): AppError {
  return new AppError('POLICY', { reason: 'questions.endedByPolicy', params: { why, ask } })
}

/** Pure: a refusal as the list of ended questions keeps it. A policy's also says whom to ask, because that list shows no advice. */
export function endOf(refusal: AppError): Message {
  const { why, ask } = refusal.params ?? {}
  return isMessage(why) && isMessage(ask) ? { id: 'ends.declinedByPolicy', params: { why, ask } } : errorMessage(refusal)
}
