import type { Call, ChatMessage, Part } from '../../shared/domain/chat'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { hasEnded, type CallPart } from './turnLoop'
import { whyEnded } from './whyEnded'

export interface InterruptedTurn {
  /**
   * True when the turn can go on: a call waited for an approval and asks again, a server runs a call as a task, or a server wants answers
   * and a person is asked again. Otherwise the turn was cut off.
   */
  readonly goesOn: boolean
  /** Calls that are cut off: they had been sent to a server when Parley stopped, or their approval can no longer be given. */
  readonly lost: readonly CallPart[]
  readonly parts: readonly Part[]
}

/**
 * Pure: decides what happens to a turn that had not ended when Parley last stopped.
 * @param goesOnAlone Returns whether everything that is needed to resume a sent call is on disk.
 */
export function interruptedTurn(message: ChatMessage, now: number, goesOnAlone: (call: Call) => boolean): InterruptedTurn {
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
    why: whyEnded(call),
    state: 'cutOff',
    endedAt: now,
    error: call.state === 'waitingAnswer' ? cannotResume(call) : new AppError('INTERRUPTED', { reason: 'chat.callInterrupted' }).toData(),
  }
}

/** In the 2025 era a question belongs to its connection. A later answer can no longer reach the call. */
function cannotResume({ serverId }: Call): AppErrorData {
  return new AppError('INTERRUPTED', { reason: 'chat.cannotResume', params: { serverId } }).toData()
}
