import type { Call, Message, Part } from '../../shared/domain/chat'
import { hasEnded, type CallPart } from './turnLoop'

export interface InterruptedTurn {
  /** A call waited for an approval, and asks again, or its server runs it as a task, and is asked for it: the turn goes on. Otherwise it was cut off. */
  readonly goesOn: boolean
  /** Calls that were on their way to a server when Parley ended, or that nobody will decide about any more: they are cut off. */
  readonly lost: readonly CallPart[]
  readonly parts: readonly Part[]
}

/** Pure: what becomes of a turn that an earlier run of Parley left before it had ended. */
export function interruptedTurn(message: Message, now: number, isTask: (call: Call) => boolean): InterruptedTurn {
  const calls = message.parts.flatMap((part) => (part.kind === 'call' && !hasEnded(part.call) ? [part.call] : []))
  const goesOn = calls.some(isTask) || (message.state === 'waiting' && calls.some(waitsForApproval))
  const lost = new Map<Part, CallPart>()
  for (const part of message.parts) {
    if (part.kind !== 'call' || hasEnded(part.call) || (goesOn && waitsForApproval(part.call)) || isTask(part.call)) continue
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
    error: { code: 'INTERRUPTED', message: 'The call was interrupted: Parley ended while it ran' },
  }
}
