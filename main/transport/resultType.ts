import { isRecord } from '../../shared/lib/json'
import type { Answer } from './lenientMessages'
import type { RequestTicket } from './trackingTransport'

/** The kinds of results of the protocol itself (2026-07-28, basic: `resultType`). */
const ofProtocol: ReadonlySet<unknown> = new Set(['complete', 'input_required'])

/** Pure: marks a result without `resultType` as complete (2026-07-28, basic: `resultType`). */
export function withResultType(message: Answer): Answer {
  if (!('result' in message) || !isRecord(message.result) || 'resultType' in message.result) return message
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}

/**
 * Makes a result of a kind that an extension adds look like an ordinary one to the SDK, and notes its kind on the ticket. A result of a kind
 * that the server may not use here goes on as it is, for the SDK to refuse, and is kept on the ticket as evidence.
 */
export function withoutAddedType(message: Answer, ticket: RequestTicket): Answer {
  if (!('result' in message) || !isRecord(message.result)) return message
  const { resultType } = message.result
  if (typeof resultType !== 'string' || ofProtocol.has(resultType)) return message
  if (!ticket.resultTypes?.has(resultType)) {
    ticket.refusedResult = message.result
    return message
  }
  ticket.resultType = resultType
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}
