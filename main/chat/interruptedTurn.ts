import type { Call, Message, Part } from '../../shared/domain/chat'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { hasEnded, type CallPart } from './turnLoop'

export interface InterruptedTurn {
  /**
   * A call waited for an approval, and asks again; or its server runs it as a task, and is asked for it; or its server wants answers, for which a
   * person is asked again: the turn goes on. Otherwise it was cut off.
   */
  readonly goesOn: boolean
  /** Calls that were on their way to a server when Parley ended, or that nobody will decide about any more: they are cut off. */
  readonly lost: readonly CallPart[]
  readonly parts: readonly Part[]
}

/**
 * Pure: what becomes of a turn that an earlier run of Parley left before it had ended.
 * @param goesOnAlone Whether what is needed to go on with a call that was sent is on disk.
 */
export function interruptedTurn(message: Message, now: number, goesOnAlone: (call: Call) => boolean): InterruptedTurn {
  const calls = message.parts.flatMap((part) => (part.kind === 'call' && !hasEnded(part.call) ? [part.call] : []))
  const goesOn = calls.some(goesOnAlone) || (message.state === 'waiting' && calls.some(waitsForApproval))
  const lost = new Map<Part, CallPart>()
  for (const part of message.parts) {
    if (part.kind !== 'call' || hasEnded(part.call) || (goesOn && waitsForApproval(part.call)) || goesOnAlone(part.call)) continue
    lost.set(part, { ...part, call: cutOff(part.call, now) })
  }
  return { goesOn, lost: [...lost.values()], parts: message.parts.map((part) => lost.get(part) ?? part) }
}

function waitsForApproval(call: Call): boolean {
  return call.state === 'waitingApproval' || call.state === 'queued'
}

function cutOff(call: Call, now: number): Call {
  return {
    ...call,
    state: 'cutOff',
    endedAt: now,
    error: call.state === 'waitingAnswer' ? cannotResume(call) : new AppError('INTERRUPTED', { reason: 'chat.callInterrupted' }).toData(),
  }
}

/** In the 2025 era a question lives in its connection, and what a person answers later cannot reach the call any more. */
function cannotResume({ serverId }: Call): AppErrorData {
  return new AppError('INTERRUPTED', { reason: 'chat.cannotResume', params: { serverId } }).toData()
}
