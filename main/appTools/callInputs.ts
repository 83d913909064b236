import type { Call } from '../../shared/domain/chat'
import type { AccountId, CallId, ConversationId, ModelRef } from '../../shared/domain/ids'
import type { Tool } from '../../shared/domain/catalog'
import type { ServerConfig } from '../../shared/domain/server'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'
import { throttle, type Throttled } from '../../shared/lib/throttle'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { argumentsForServer } from '../tools/schemaForModel'

/** An app hears of new arguments at most this often. */
const PARTIAL_MS = 150
/** Arguments that are longer are told when they are whole. Each time all of them are read again. */
const MOST_CHARACTERS = 200_000

/** A call whose arguments a model is writing. */
export interface WrittenCall {
  readonly call: Call
  readonly conversationId: ConversationId
  readonly server: ServerConfig
  readonly tool: Tool
  readonly model?: ModelRef
  readonly accountId?: AccountId
}

interface Writing extends WrittenCall {
  text: string
  partial: JsonObject | undefined
  isWhole: boolean
  /** How long the text was that was told last. */
  told: number
  readonly tell: Throttled<void>
}

export interface CallInputsDeps {
  readonly clock: Clock
  /** Whether the rules allow the call whatever its arguments are. */
  readonly allows: (call: WrittenCall) => boolean
}

/**
 * The one owner of the arguments that models are writing, as far as an app may see them: only those of a call that the rules allow whatever its
 * arguments are. An app is code of its server, which is not to learn of arguments that a person may still refuse.
 */
export class CallInputs {
  /** What is written of the arguments of a call, read as far as it goes. */
  readonly written = new Emitter<{ readonly callId: CallId; readonly arguments: JsonObject }>()
  readonly #deps: CallInputsDeps
  readonly #writing = new Map<CallId, Writing>()

  constructor(deps: CallInputsDeps) {
    this.#deps = deps
  }

  /** Returns false where nothing of the call may be shown before its arguments are whole and decided about. */
  begin(call: WrittenCall): boolean {
    if (!this.#deps.allows(call)) return false
    const { clock } = this.#deps
    const tell = throttle(() => void this.#tell(writing), { ms: PARTIAL_MS, leading: true, after: (ms, run) => clock.after(ms, run) })
    const writing: Writing = { ...call, text: '', partial: undefined, isWhole: false, told: 0, tell }
    this.#writing.set(call.call.id, writing)
    return true
  }

  /** The model has written more. */
  write(callId: CallId, text: string): void {
    const writing = this.#writing.get(callId)
    if (!writing || writing.isWhole) return
    writing.text += text
    if (writing.text.length > MOST_CHARACTERS) writing.tell.cancel()
    else writing.tell()
  }

  /** The arguments are whole. Nothing of them is told as unfinished any more. */
  complete(callId: CallId): void {
    const writing = this.#writing.get(callId)
    if (!writing) return
    writing.isWhole = true
    writing.tell.cancel()
  }

  /** The call has ended, or the model broke off in its arguments. */
  end(callId: CallId): void {
    this.complete(callId)
    this.#writing.delete(callId)
  }

  /** A call of this conversation whose arguments are written, or have been and nobody has decided. */
  of(conversationId: ConversationId, callId: CallId): (WrittenCall & { readonly partial: JsonObject | undefined }) | undefined {
    const writing = this.#writing.get(callId)
    return writing?.conversationId === conversationId ? writing : undefined
  }

  async #tell(writing: Writing): Promise<void> {
    const { text, call } = writing
    const { readPartialJson } = await import('./readPartialJson')
    const value = await readPartialJson(text)
    // It may be over meanwhile, or more of it was read first.
    if (!isParsedObject(value) || writing.isWhole || text.length < writing.told || this.#writing.get(call.id) !== writing) return
    writing.told = text.length
    // A model may know some of them under other names than the server and its app.
    writing.partial = argumentsForServer(writing.tool.inputSchema, value)
    this.written.emit({ callId: call.id, arguments: writing.partial })
  }
}
