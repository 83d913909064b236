import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { jsonBytes } from '../lib/jsonSize'
import { INPUT_REQUESTS_AT_ONCE } from '../parsing/normalizeMessage'
import type { ActiveCall } from './activeCall'
import { askerOf } from './askerOf'
import type { ClientFeatures } from '../session/clientFeatures'
import { abortReason } from '../lib/abortReason'
import type { SuspendedRound } from './suspendedCall'

type Raw = Readonly<Record<string, unknown>>

/** The server that asks, the call, and who answers. */
export interface InputDeps {
  readonly serverId: ServerId
  readonly call: ActiveCall
  readonly requests: ClientFeatures
}

/**
 * Reads what a server asks for instead of a result (2026-07-28, multi-round-trip requests).
 * @throws {AppError} PROTOCOL_ERROR when the state is too large, or the questions are too many or too large.
 */
export function readInputRequired(
  { inputRequests, requestState }: Raw,
  round: number,
  { serverId, limits }: { readonly serverId: ServerId; readonly limits: Pick<Limits, 'requestStateBytes' | 'openQuestionBytesPerServer'> },
): SuspendedRound {
  if (typeof requestState === 'string' && Buffer.byteLength(requestState) > limits.requestStateBytes) {
    throw new AppError('PROTOCOL_ERROR', {
      reason: 'calls.requestStateTooLarge',
      params: { server: serverId, bytes: String(Buffer.byteLength(requestState)), most: String(limits.requestStateBytes) },
    })
  }
  const asked = isRecord(inputRequests) ? inputRequests : {}
  const flood = tooManyQuestions(serverId, asked)
  if (flood) throw flood
  const bytes = jsonBytes(asked)
  if (bytes > limits.openQuestionBytesPerServer) {
    throw new AppError('PROTOCOL_ERROR', {
      reason: 'calls.questionsTooLarge',
      params: { server: serverId, bytes: String(bytes), most: String(limits.openQuestionBytesPerServer) },
    })
  }
  return { round, inputRequests: asked, ...(typeof requestState === 'string' && { requestState }) }
}

/** Pure: returns an error if these are too many questions at once. */
export function tooManyQuestions(serverId: ServerId, inputRequests: Raw): AppError | undefined {
  if (Object.keys(inputRequests).length <= INPUT_REQUESTS_AT_ONCE) return undefined
  return new AppError('PROTOCOL_ERROR', { reason: 'calls.tooManyQuestions', params: { server: serverId, most: INPUT_REQUESTS_AT_ONCE } })
}

/** Has all questions of one round answered. @throws {AppError} when one answer is no. */
export async function answerInputRequests(deps: InputDeps, { inputRequests, round }: SuspendedRound): Promise<Raw> {
  // One refusal ends the round and withdraws the other open questions.
  const refused = new AbortController()
  const ended = deps.call.questionsEnd()
  const signal = AbortSignal.any([ended, refused.signal])
  try {
    const answers = Object.entries(inputRequests).map(
      async ([key, request]) => [key, await answerInputRequest(deps, request, signal, round)] as const,
    )
    const responses = Object.fromEntries(await Promise.all(answers))
    // A withdrawn form counts as cancelled, but that answer must not be sent.
    if (ended.aborted) throw abortReason(ended)
    return responses
  } catch (thrown) {
    refused.abort(new AppError('CANCELLED', { reason: 'calls.otherRefused' }))
    throw thrown
  }
}

/** Has one question of a call answered. @throws {AppError} when the answer is no. */
export function answerInputRequest(
  { serverId, call, requests }: InputDeps,
  request: unknown,
  signal: AbortSignal,
  round = 1,
): Promise<unknown> {
  const asker = askerOf(serverId, [call], round)
  const method = isRecord(request) ? request['method'] : undefined
  const params = isRecord(request) ? (request['params'] ?? {}) : {}
  switch (method) {
    case 'elicitation/create':
      return call.whileAsking(() => requests.elicit(asker, params, signal))
    case 'sampling/createMessage':
      return call.whileAsking(() => requests.sample(asker, params, signal))
    case 'roots/list':
      return call.whileAsking(async () => ({ roots: await requests.listRoots(asker, true, signal) }))
    default:
      throw new AppError('PROTOCOL_ERROR', { reason: 'calls.unknownRequest', params: { server: serverId } })
  }
}
