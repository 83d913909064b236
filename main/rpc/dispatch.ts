import type * as z from 'zod'
import { AppError, type ErrorFact } from '../../shared/errors/appError'
import { calls, type CallName, type OutputOf, type ParsedInputOf, type Reply } from '../../shared/rpc/contract'
import { placedIssueMessage } from '../lib/zodIssueMessage'
import type { CallingPage } from './callingPage'

/** One function for each call of the contract. A missing one does not compile. `page` is absent where no page asks. */
export type Handlers = {
  readonly [N in CallName]: (input: ParsedInputOf<N>, signal: AbortSignal, page?: CallingPage) => Promise<OutputOf<N>>
}

type AnyHandler = (input: unknown, signal: AbortSignal, page: CallingPage) => Promise<unknown>

/** One call, as it came. */
export interface DispatchedCall {
  readonly name: string
  readonly input: unknown
  readonly page: CallingPage
}

/** Finds the call, parses its input, runs it and wraps the result. Never throws, because Electron keeps only the message of a rejection. */
export async function dispatch(
  handlers: Handlers,
  { name, input: rawInput, page }: DispatchedCall,
  signal: AbortSignal,
): Promise<Reply<unknown>> {
  try {
    if (!isCallName(name)) throw new AppError('NOT_FOUND', { reason: 'rpc.unknownCall', params: { name } })
    const input = calls[name].input.safeParse(rawInput)
    if (!input.success) throw new AppError('INVALID_INPUT', badInput(name, input.error.issues), { cause: input.error })
    const handler = handlers[name] as AnyHandler
    return { ok: true, value: await handler(input.data, signal, page) }
  } catch (thrown) {
    return { ok: false, error: AppError.from(thrown).toData() }
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

function badInput(name: string, [issue]: readonly z.core.$ZodIssue[]): ErrorFact {
  if (!issue) return { reason: 'rpc.badShape', params: { name } }
  return { reason: 'rpc.badInputBecause', params: { name, why: placedIssueMessage(issue) } }
}
