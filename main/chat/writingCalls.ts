import type { Call } from '../../shared/domain/chat'
import type { CallId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { CallInputs, WrittenCall } from '../appTools/callInputs'
import type { CallPart } from './turnLoop'
import { whyEnded } from './whyEnded'

/** Shows the arguments of calls while a model writes them. */
export interface TurnInputs {
  /** Returns false where nothing may be shown before the arguments are whole. */
  begin(modelToolName: string, call: Call): boolean
  write(callId: CallId, text: string): void
  /** The arguments are whole. */
  complete(callId: CallId): void
  /** The model broke off in them. */
  end(callId: CallId): void
}

/** @param written What is known of a call when it begins. Undefined for a tool that the model was not offered. */
export function turnInputs(
  inputs: Pick<CallInputs, 'begin' | 'write' | 'complete' | 'end'>,
  written: (modelToolName: string, call: Call) => WrittenCall | undefined,
): TurnInputs {
  return {
    begin: (modelToolName, call) => {
      const begun = written(modelToolName, call)
      return begun !== undefined && inputs.begin(begun)
    },
    write: (callId, text) => inputs.write(callId, text),
    complete: (callId) => inputs.complete(callId),
    end: (callId) => inputs.end(callId),
  }
}

interface Writing {
  /** Undefined: nobody sees it before it is whole. */
  readonly part: CallPart | undefined
  text: string
}

/** The calls of one turn whose arguments the model is still writing. Nothing of them is on disk. */
export class WritingCalls {
  readonly #inputs: TurnInputs
  /** By the model's id of the call. */
  readonly #writing = new Map<string, Writing>()

  constructor(inputs: TurnInputs) {
    this.#inputs = inputs
  }

  /** The model writes. Returns the call to show when it begins, if it may be seen. */
  take(modelCallId: string, text: string, newPart: () => CallPart): CallPart | undefined {
    const known = this.#writing.get(modelCallId)
    if (!known) return this.#begin(modelCallId, text, newPart())
    if (!known.part) return undefined
    known.text += text
    this.#inputs.write(known.part.call.id, text)
    return undefined
  }

  /** The call is whole. Returns it as it was shown, if it was. */
  complete(modelCallId: string): CallPart | undefined {
    const part = this.#writing.get(modelCallId)?.part
    this.#writing.delete(modelCallId)
    if (part) this.#inputs.complete(part.call.id)
    return part
  }

  /** The answer is over. Returns the calls that were shown and never became whole, as ended. */
  broken(now: number): readonly CallPart[] {
    const broken = [...this.#writing.values()].flatMap(({ part, text }) => (part ? [cutOff(part, text, now)] : []))
    this.#writing.clear()
    for (const { call } of broken) this.#inputs.end(call.id)
    return broken
  }

  #begin(modelCallId: string, text: string, part: CallPart): CallPart | undefined {
    const shown = part.call.ui !== undefined && this.#inputs.begin(part.modelToolName, part.call)
    this.#writing.set(modelCallId, { part: shown ? part : undefined, text })
    if (shown && text !== '') this.#inputs.write(part.call.id, text)
    return shown ? part : undefined
  }
}

function cutOff(part: CallPart, text: string, endedAt: number): CallPart {
  const { writing: _writing, ...call } = part.call
  const error = new AppError('INTERRUPTED', { reason: 'chat.callNotMade' }).toData()
  return { ...part, call: { ...call, why: whyEnded(call), askedText: text, state: 'cutOff', endedAt, error } }
}
