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
import { englishText } from '../lib/englishText'
import type { ActiveCall } from '../calls/activeCall'
import type { ClientFeatures } from '../session/clientFeatures'

export interface HandlerDeps {
  readonly serverId: ServerId
  readonly requests: ClientFeatures
  /** The calls that a request of the server may belong to: one where it names its task or the wire tells, else all that are under way. */
  readonly callsBehind: (serverRequestId: RequestId, taskId: string | undefined) => Promise<readonly ActiveCall[]>
  /** A person has to answer: from now on this server's calls must be told apart. */
  readonly onAsking: () => void
  /** Ends with the connection. */
  readonly signal: AbortSignal
}

// The brokers read these requests themselves, and say what is wrong with them in words for a person.
const Anything = z.looseObject({})
const USER_REJECTED = -1

/** Answers what a server of the 2025 era asks (elicitation, sampling, roots) through the same brokers that the rounds of a 2026 call use. */
export function setServerRequestHandlers(client: Client, deps: HandlerDeps): void {
  const ask = async (
    { id, signal: own, _meta: meta }: ClientContext['mcpReq'],
    run: (asker: Asker, signal: AbortSignal) => Promise<unknown>,
  ): Promise<Record<string, unknown>> => {
    const taskId = relatedTask(meta)
    // What names its task needs no other call to wait for it.
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
    // Whatever belongs to a task says so (2025-11-25, tasks).
    return taskId === undefined ? said : { ...said, _meta: { [RELATED_TASK_META_KEY]: { taskId } } }
  }
  client.setRequestHandler('elicitation/create', { params: Anything }, (params, ctx) =>
    ask(ctx.mcpReq, (asker, signal) => deps.requests.elicit(asker, params, signal)),
  )
  client.setRequestHandler('sampling/createMessage', { params: Anything }, (params, ctx) =>
    ask(ctx.mcpReq, (asker, signal) => deps.requests.sample(asker, params, signal)),
  )
  // Answered at once with what was chosen so far, so it is no question and says nothing about the calls.
  client.setRequestHandler('roots/list', { params: Anything }, async (_params, ctx) => {
    const signal = AbortSignal.any([ctx.mcpReq.signal, deps.signal])
    const roots = await answered(() => deps.requests.listRoots({ serverId: deps.serverId, callIds: [] }, false, signal))
    return { roots }
  })
}

/** The task that a request says it belongs to. */
function relatedTask(meta: unknown): string | undefined {
  const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined
  const taskId = isRecord(related) ? related['taskId'] : undefined
  return typeof taskId === 'string' ? taskId : undefined
}

/** What a broker refuses becomes an error on the wire (2025-11-25, sampling: -1 "User rejected"). */
async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (thrown) {
    const error = AppError.from(thrown)
    // A broker that knows more than the code says what the server is told.
    if (error.cause instanceof ProtocolError) throw error.cause
    const { message } = englishText(error)
    if (error.code === 'DENIED') throw new ProtocolError(USER_REJECTED, message)
    if (error.code === 'INVALID_INPUT') throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

/** A question that names several calls is withdrawn when none of them waits any longer. */
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
