import type { Call, Part, TokenUsage, TurnState } from '../../shared/domain/chat'
import { PartId, type CallId, type ModelRef } from '../../shared/domain/ids'
import type { ModelPrice } from '../../shared/domain/models/modelProvider'
import { modelName } from '../../shared/domain/models/modelName'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { throttle } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'
import { log } from '../lib/log'
import type { ActiveConversation } from './activeConversation'
import type { TurnSettings } from './ownSettings/turnSettings'
import { hasEnded, runOpenCalls, runTurn, type CallPart, type TurnEvent } from './turnLoop'
import { whyEnded } from './whyEnded'
import { TurnExecution, type TurnContext, type TurnExecutionDeps } from './turnExecution'

type TextPart = Extract<Part, { kind: 'text' | 'reasoning' }>

export interface ActiveTurnDeps extends TurnExecutionDeps {
  /** Called when the state of the turn has changed, and therefore the list of conversations too. */
  readonly onState: () => void
  /** What a model costs now. Undefined where that is not known. */
  readonly priceOf: (model: ModelRef) => ModelPrice | undefined
}

/** A turn under way. */
export interface RunningTurn {
  readonly turn: ActiveTurn
  readonly settings: TurnSettings
  readonly ended: Promise<void>
  /** Somebody stops it: what waits does not follow by itself. */
  stopped: boolean
}

/** How long text from the model may wait before it is saved. */
const SAVE_MS = 1_000

/** One turn while it runs: drives the loop, saves each event and publishes it. A call that a person made is a turn without a model. */
export class ActiveTurn {
  readonly #deps: ActiveTurnDeps
  readonly #place: TurnContext
  readonly #live: ActiveConversation
  readonly #work: TurnExecution
  readonly #stopping = new AbortController()
  readonly #calls = new Map<PartId, Call>()
  readonly #writing = new Map<PartId, TextPart>()
  /** The calls whose arguments the model is writing. */
  readonly #shownOnly = new Map<PartId, Call>()
  #state: TurnState
  readonly #saveSoon = throttle(() => this.#saveInTime(), { ms: SAVE_MS, leading: false, after: systemClock.after })
  #left = false
  /** How the turn failed, until that is on disk. */
  #unsavedFailure: { readonly notice: Part; readonly calls: ReadonlyMap<PartId, Call> } | undefined
  #failed = false
  #failure: AppErrorData | undefined

  constructor(deps: ActiveTurnDeps, place: TurnContext, live: ActiveConversation) {
    this.#deps = deps
    this.#place = place
    this.#live = live
    this.#work = new TurnExecution(deps, place)
    this.#state = place.message.state
    for (const part of place.message.parts) if (part.kind === 'call') this.#calls.set(part.id, part.call)
    const last = place.message.parts.at(-1)
    // The model may go on in the text in which an earlier run broke off.
    if (last?.kind === 'text') this.#writing.set(last.id, last)
  }

  /** Resolves when the turn has ended; never rejects. */
  run(): Promise<void> {
    const { conversationId, message } = this.#place
    const model = message.model === undefined ? {} : { model: modelName(message.model) }
    const span = this.#work.telemetry.begin('turn', { conversationId, ...model })
    // The span ends inside: who waits for the turn does not wait for telemetry.
    return span.within(() => this.#run(() => span.end(this.#outcome())))
  }

  #outcome(): { readonly error?: string } {
    if (this.#failed || this.#state === 'failed') return { error: 'FAILED' }
    return this.#state === 'stopped' ? { error: 'CANCELLED' } : {}
  }

  async #run(onEnded: () => void): Promise<void> {
    const { message } = this.#place
    const loop = message.model === undefined ? runOpenCalls : runTurn
    try {
      for await (const event of loop(this.#work, message.parts, this.#stopping.signal)) this.#take(event)
    } catch (thrown) {
      log('error', 'A turn failed', { error: thrown })
      this.#fail(AppError.from(thrown))
    } finally {
      this.#saveSoon.cancel()
      this.#live.flush()
      onEnded()
    }
  }

  /** Stops the model and all calls at once. */
  stop(): void {
    this.#stopping.abort(new AppError('CANCELLED', { reason: 'chat.stopped' }))
  }

  /** Returns false when the turn is not running this call, or no longer. */
  stopCall(callId: CallId): boolean {
    return this.#work.stopCall(callId)
  }

  /** Parley quits: saves the text so far and leaves the turn in its state. The next start resumes it. */
  leave(): void {
    try {
      this.#save()
    } catch (thrown) {
      // The disk may be full. This turn and the turns after it must still be left.
      log('error', 'The last words of a turn could not be kept', { turn: this.#place.message.id, error: thrown })
    }
    this.#left = true
    this.#stopping.abort(new AppError('INTERRUPTED', { reason: 'chat.quit' }))
  }

  /** Why the turn failed, once it has. */
  get failure(): AppErrorData | undefined {
    return this.#state === 'failed' ? this.#failure : undefined
  }

  /** How many requests of this run were answered to the end. */
  get answered(): number {
    return this.#work.answered
  }

  get state(): TurnState {
    return this.#state
  }

  /** Whether the turn failed and the disk did not take that yet. */
  get hasUnsavedFailure(): boolean {
    return this.#unsavedFailure !== undefined
  }

  /**
   * Saves how the turn failed, if that is not on disk yet.
   * @throws while the disk still takes nothing.
   */
  saveFailure(): void {
    if (!this.#unsavedFailure) return
    const { notice, calls } = this.#unsavedFailure
    const messageId = this.#place.message.id
    for (const part of this.#writing.values()) this.#deps.store.savePart(messageId, part)
    for (const [partId, call] of calls) this.#deps.store.saveCall(partId, call)
    this.#deps.store.savePart(messageId, notice)
    this.#deps.store.setMessageState(messageId, 'failed')
    this.#unsavedFailure = undefined
    this.#deps.onState()
  }

  #take(event: TurnEvent): void {
    if (this.#left || this.#failed) return
    switch (event.type) {
      case 'partAdded':
        return this.#addPart(event.part)
      case 'callWriting':
        return this.#showWriting(event.part)
      case 'textAdded':
        return this.#addText(event.partId, event.text)
      case 'partEnded':
        // If the disk does not take it, `saveFailure` still needs it.
        this.#deps.store.savePart(this.#place.message.id, event.part)
        this.#writing.delete(event.part.id)
        return this.#noteReasoning(event.part)
      case 'used':
        return this.#addUsage(event.tokens)
      case 'callChanged':
        return this.#changeCall(event.partId, event.call)
      case 'ended':
        return this.#setState(event.state)
      default:
        return assertNever(event)
    }
  }

  /** It is on the screen alone: what is not whole is no call that could run. */
  #showWriting(part: CallPart): void {
    this.#shownOnly.set(part.id, part.call)
    this.#live.publish({ type: 'partAdded', messageId: this.#place.message.id, part })
  }

  #addPart(part: Part): void {
    this.#shownOnly.delete(part.id)
    if (part.kind === 'notice') this.#failure = part.error
    this.#deps.store.savePart(this.#place.message.id, part)
    if (part.kind === 'text' || part.kind === 'reasoning') this.#writing.set(part.id, part)
    this.#live.publish({ type: 'partAdded', messageId: this.#place.message.id, part })
    if (part.kind === 'call') this.#noteCall(part.id, part.call)
  }

  #addText(partId: PartId, text: string): void {
    const part = this.#writing.get(partId)
    if (part) {
      // What the provider wants back stands for the text that it came with, and for no longer one.
      const { forModel: _forModel, ...unsigned } = part
      this.#writing.set(partId, { ...unsigned, text: part.text + text })
    }
    this.#saveSoon()
    this.#live.addText(this.#place.message.id, partId, text)
  }

  #noteReasoning(part: Part): void {
    if (part.kind !== 'reasoning' || part.endedAt === undefined) return
    this.#live.publish({ type: 'reasoningEnded', messageId: this.#place.message.id, partId: part.id, endedAt: part.endedAt })
  }

  #addUsage(tokens: TokenUsage): void {
    const { id: messageId, model } = this.#place.message
    if (model === undefined) return
    const { usage } = this.#deps.store
    usage.record({ messageId, model, tokens, at: this.#deps.clock.now(), price: this.#deps.priceOf(model) })
    this.#live.publish({ type: 'usageChanged', messageId, usage: usage.ofMessages([messageId]).get(messageId) ?? tokens })
  }

  #changeCall(partId: PartId, call: Call): void {
    // Every other change must survive a crash.
    if (!isForTheEye(this.#calls.get(partId), call)) this.#deps.store.saveCall(partId, call)
    if (hasEnded(call)) this.#deps.taskStore.forget(call.id)
    this.#live.publish({ type: 'callChanged', messageId: this.#place.message.id, partId, call })
    this.#noteCall(partId, call)
  }

  #noteCall(partId: PartId, call: Call): void {
    this.#calls.set(partId, call)
    const waits = [...this.#calls.values()].some(({ state }) => state === 'waitingApproval' || state === 'waitingAnswer')
    this.#setState(waits ? 'waiting' : 'running')
  }

  #setState(state: TurnState): void {
    if (state === this.#state) return
    this.#state = state
    const messageId = this.#place.message.id
    this.#deps.store.setMessageState(messageId, state)
    this.#live.publish({ type: 'messageState', messageId, state })
    this.#deps.onState()
  }

  /** A timer has no caller that could handle an error, so an error ends the turn here. */
  #saveInTime(): void {
    try {
      this.#save()
    } catch (thrown) {
      this.#fail(AppError.from(thrown))
    }
  }

  #save(): void {
    this.#saveSoon.cancel()
    if (this.#left) return
    for (const part of this.#writing.values()) this.#deps.store.savePart(this.#place.message.id, part)
  }

  /**
   * Handles an unexpected failure, such as a full disk: the turn ends as failed and shows the error instead of hanging. If that cannot be
   * saved either, `saveFailure` saves it later.
   */
  #fail(error: AppError): void {
    if (this.#left || this.#failed) return
    this.#failed = true
    this.#stopping.abort(error)
    const messageId = this.#place.message.id
    const endedAt = this.#deps.clock.now()
    const ended = (call: Call, state: 'failed' | 'cutOff'): Call => ({
      ...call,
      why: whyEnded(call),
      state,
      error: error.toData(),
      endedAt,
    })
    const open = [...this.#calls].filter(([, call]) => !hasEnded(call))
    const calls = new Map(open.map(([partId, call]) => [partId, ended(call, 'failed')]))
    const notice: Part = { id: PartId.parse(this.#deps.clock.newId()), kind: 'notice', error: error.toData() }
    for (const [partId, { writing: _writing, ...call }] of this.#shownOnly) {
      this.#live.publish({ type: 'callChanged', messageId, partId, call: ended(call, 'cutOff') })
    }
    for (const [partId, call] of calls) this.#live.publish({ type: 'callChanged', messageId, partId, call })
    this.#live.publish({ type: 'partAdded', messageId, part: notice })
    this.#live.publish({ type: 'messageState', messageId, state: 'failed' })
    this.#unsavedFailure = { notice, calls }
    try {
      this.saveFailure()
    } catch (thrown) {
      log('error', 'A failed turn could not be written', { error: thrown })
    }
  }
}

/** Returns whether only progress or a place at the server has changed, or the time of the last check of a task. */
function isForTheEye(before: Call | undefined, now: Call): boolean {
  if (before?.state !== now.state) return false
  if (before.progress !== now.progress || before.queuedAtServer !== now.queuedAtServer) return true
  const { task } = before
  return task !== now.task && task?.status === now.task?.status && task?.statusMessage === now.task?.statusMessage
}
