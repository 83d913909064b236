import {
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Client,
  type ClientContext,
  type RequestId,
} from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import { askerOf } from '../calls/askerOf'
import type { Asker } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { englishErrorText } from '../lib/englishErrorText'
import type { ActiveCall } from '../calls/activeCall'
import type { ClientFeatures } from '../session/clientFeatures'
import type { SessionExtensions } from '../session/sessionExtensions'

export interface HandlerDeps {
  readonly serverId: ServerId
  readonly requests: ClientFeatures
  readonly extensions: SessionExtensions
  /**
   * Returns the calls that a server's request may belong to. Returns one call if the request names its task or the transport identifies the
   * call, or else all calls under way.
   */
  readonly callsBehind: (serverRequestId: RequestId, taskId: string | undefined) => Promise<readonly ActiveCall[]>
  /** A person has to answer. From now on this server's calls must be told apart. */
  readonly onAsking: () => void
  /** Aborts when the session ends. */
  readonly signal: AbortSignal
}

// The brokers parse these requests themselves, so that errors are in words for a person.
const Anything = z.looseObject({})
const USER_REJECTED = -1

/** Answers requests of a 2025 server (elicitation, sampling, roots) through the same brokers that serve the rounds of a 2026 call. */
export function setServerRequestHandlers(client: Client, deps: HandlerDeps): void {
  const ask = async (
    { id, signal: own, _meta: meta }: ClientContext['mcpReq'],
    run: (asker: Asker, signal: AbortSignal) => Promise<unknown>,
  ): Promise<Record<string, unknown>> => {
    const taskId = relatedTask(meta)
    // A request that names its task already identifies its call.
    if (taskId === undefined) deps.onAsking()
    const calls = await deps.callsBehind(id, taskId)
    const signal = AbortSignal.any([
      own,
      deps.signal,
      ...(calls.length > 0 ? [whenAllAborted(calls.map((call) => call.questionsEnd()))] : []),
    ])
    const answer = calls.reduce<() => Promise<unknown>>(
      (inner, call) => () => call.whileAsking(inner),
      () => run(askerOf(deps.serverId, calls), signal),
    )
    const said = Anything.parse(await answered(answer))
    // Every message of a task carries its task id (2025-11-25, tasks).
    return taskId === undefined ? said : { ...said, _meta: { [RELATED_TASK_META_KEY]: { taskId } } }
  }
  client.setRequestHandler('elicitation/create', { params: Anything }, (params, ctx) =>
    ask(ctx.mcpReq, (asker, signal) => deps.requests.elicit(asker, params, signal)),
  )
  client.setRequestHandler('sampling/createMessage', { params: Anything }, (params, ctx) =>
    ask(ctx.mcpReq, (asker, signal) => deps.requests.sample(asker, params, signal)),
  )
  // Answered at once with the folders chosen so far. It is not a question, so it says nothing about the calls.
  client.setRequestHandler('roots/list', { params: Anything }, async (_params, ctx) => {
    const signal = AbortSignal.any([ctx.mcpReq.signal, deps.signal])
    const roots = await answered(() => deps.requests.listRoots({ serverId: deps.serverId, callIds: [] }, false, signal))
    return { roots }
  })
  for (const [method, answer] of deps.extensions.answerers()) {
    client.setRequestHandler(method, { params: Anything }, async (params) =>
      Anything.parse(await answered(() => answer(params, { serverId: deps.serverId }))),
    )
  }
}

/** Returns the id of the task that a request says it belongs to. */
function relatedTask(meta: unknown): string | undefined {
  const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined
  const taskId = isRecord(related) ? related['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}

/** Turns a broker's refusal into an error on the wire (2025-11-25, sampling: -1 "User rejected"). */
async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (thrown) {
    const error = AppError.from(thrown)
    // A broker with a more exact protocol error decides what the server receives.
    if (error.cause instanceof ProtocolError) throw error.cause
    const { message } = englishErrorText(error)
    if (error.code === 'DENIED') throw new ProtocolError(USER_REJECTED, message)
    if (error.code === 'INVALID_INPUT') throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

/** Withdraws a question that belongs to several calls when none of them waits any longer. */
function whenAllAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController()
  const check = (): void => {
    const last = signals.at(-1)
    if (last && signals.every((signal) => signal.aborted)) all.abort(last.reason)
  }
  for (const signal of signals) signal.addEventListener('abort', check, { once: true })
  check()
  return all.signal
}
