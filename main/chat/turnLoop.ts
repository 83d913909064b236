import type { Call, Part, TokenUsage } from '../../shared/domain/chat'
import { CallId, PartId } from '../../shared/domain/ids'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { assertNever } from '../../shared/lib/assertNever'
import { isBlank } from '../../shared/lib/isBlank'
import type { JsonObject } from '../../shared/lib/json'
import type { CallChange, ReportCall } from '../tools/approveAndCallTool'
import { EventQueue } from './eventQueue'
import { whyEnded } from './whyEnded'
import { WritingCalls, type TurnInputs } from './writingCalls'

export type CallPart = Extract<Part, { kind: 'call' }>
export type SteeringPart = Extract<Part, { kind: 'steering' }>
type CallEvent = Extract<ModelEvent, { type: 'call' }>
type TextPart = Extract<Part, { kind: 'text' | 'reasoning' }>

/** One event of a streamed model answer. `block` separates pieces of text that arrive interleaved. */
export type ModelEvent =
  | { readonly type: 'text' | 'reasoning'; readonly block: string; readonly text: string }
  | { readonly type: 'blockEnded'; readonly kind: 'text' | 'reasoning'; readonly block: string; readonly forModel?: JsonObject }
  | {
      readonly type: 'call'
      readonly modelCallId: string
      readonly modelToolName: string
      readonly arguments: JsonObject
      /** The model's text, if it is not a JSON object. */
      readonly argumentsText?: string
      readonly forModel?: JsonObject
    }
  /** More of the arguments of a call. The whole call follows, unless the answer breaks off. */
  | { readonly type: 'callInput'; readonly modelCallId: string; readonly modelToolName: string; readonly text: string }
  /** What the request used, as its provider counted. */
  | { readonly type: 'used'; readonly tokens: TokenUsage }
  /** The answer is complete, but the person must be told something about it. */
  | { readonly type: 'notice'; readonly error: AppErrorData }

/** One event of a turn. Text of an added part may grow until `partEnded` gives the complete part. */
export type TurnEvent =
  | { readonly type: 'partAdded'; readonly part: Part }
  /** A call that can be seen while its arguments are written. It is added, as the same part, once they are whole, or cut off. */
  | { readonly type: 'callWriting'; readonly part: CallPart }
  | { readonly type: 'textAdded'; readonly partId: PartId; readonly text: string }
  | { readonly type: 'partEnded'; readonly part: Part }
  | { readonly type: 'callChanged'; readonly partId: PartId; readonly call: Call }
  | { readonly type: 'used'; readonly tokens: TokenUsage }
  | { readonly type: 'ended'; readonly state: 'done' | 'stopped' | 'failed' | 'cutOff' }

export interface TurnDeps {
  /**
   * Makes one request to the model. May throw anything when the signal aborts.
   * @param goesOn The last part is a text that broke off, and the model is to go on in it.
   * @throws {AppError} when the request fails.
   */
  think(parts: readonly Part[], goesOn: boolean, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** Returns what the person said into the turn since, one message at a time, once it is kept as a part of the turn. */
  takeSteering(): SteeringPart | undefined
  /** Returns the server and tool behind a model's tool name, or the best guess if there is no such tool. */
  describe(modelToolName: string): Pick<Call, 'serverId' | 'tool' | 'title' | 'definitionHash' | 'ui'>
  readonly inputs: TurnInputs
  /** Never throws: a call that fails, is denied or is stopped has also ended. */
  runCall(part: CallPart, report: ReportCall, signal: AbortSignal): Promise<CallChange>
  newId(): string
  now(): number
  readonly stepLimit: number
  /** How many steps earlier runs took, that count towards the limit. */
  readonly stepsTaken: number
}

const ENDED: readonly Call['state'][] = ['done', 'failed', 'denied', 'stopped', 'cutOff']

/** Returns whether a call has ended. */
export function hasEnded(call: Call): boolean {
  return ENDED.includes(call.state)
}

/**
 * Alternates between model and tools until the model asks for no tool. Yields events and stores nothing. Starts from the parts that the
 * turn already has, and runs their open calls first, so that a turn can go on after a restart. Every call always ends.
 */
export async function* runTurn(deps: TurnDeps, soFar: readonly Part[], signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const turn = new Turn(deps, soFar)
  yield* turn.runOpenCalls(signal)
  // A call of a resumed turn could not go on. The person decides about the turn.
  if (turn.wasCutOff) return yield { type: 'ended', state: 'cutOff' }
  for (let steps = deps.stepsTaken; steps < deps.stepLimit; steps++) {
    if (signal.aborted) return yield { type: 'ended', state: 'stopped' }
    yield* turn.steer(signal)
    const failure = yield* turn.think(signal)
    if (failure) {
      yield* turn.cutOffOpenCalls()
      if (signal.aborted) return yield { type: 'ended', state: 'stopped' }
      yield* turn.notice(failure)
      return yield { type: 'ended', state: 'failed' }
    }
    if (!turn.hasOpenCalls()) return yield { type: 'ended', state: 'done' }
    yield* turn.runOpenCalls(signal)
  }
  if (signal.aborted) return yield { type: 'ended', state: 'stopped' }
  yield* turn.notice(new AppError('STEP_LIMIT', { reason: 'chat.stepLimit', params: { limit: deps.stepLimit } }).toData())
  yield { type: 'ended', state: 'done' }
}

/** Runs the calls that a person started without a model. Nothing follows them. */
export async function* runOpenCalls(deps: TurnDeps, parts: readonly Part[], signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const turn = new Turn(deps, parts)
  yield* turn.runOpenCalls(signal)
  if (signal.aborted) return yield { type: 'ended', state: 'stopped' }
  yield { type: 'ended', state: turn.wasCutOff ? 'cutOff' : 'done' }
}

/** The parts of one turn while it runs. */
class Turn {
  readonly #deps: TurnDeps
  readonly #parts: Part[]
  /** The index in `#parts` of each block of text that the model is still writing. */
  readonly #writing = new Map<string, number>()
  readonly #writingCalls: WritingCalls
  #step: number
  #wasCutOff = false
  /**
   * The index of the text in which an earlier run of this turn broke off. Only the first request tells the model so, and it goes on in it if
   * it begins with text. Undefined if something came after the text, or a call gets its result first.
   */
  #brokenOff: number | undefined
  /** The texts that came in two answers. */
  readonly #continued = new Set<number>()

  constructor(deps: TurnDeps, soFar: readonly Part[]) {
    this.#deps = deps
    this.#writingCalls = new WritingCalls(deps.inputs)
    this.#parts = [...soFar]
    const last = soFar.at(-1)
    if (last?.kind === 'text' && !isBlank(last.text) && !this.hasOpenCalls()) this.#brokenOff = soFar.length - 1
    this.#step = soFar.reduce((last, part) => Math.max(last, part.kind === 'call' ? (part.step ?? 0) : 0), 0)
  }

  hasOpenCalls(): boolean {
    return this.#openCalls().length > 0
  }

  /** True when a resumed call ended because it could not go on. */
  get wasCutOff(): boolean {
    return this.#wasCutOff
  }

  /** Puts what the person said meanwhile before the next request. */
  *steer(signal: AbortSignal): Generator<TurnEvent> {
    for (let part = this.#deps.takeSteering(); part; part = signal.aborted ? undefined : this.#deps.takeSteering()) {
      // The model is not to go on in its text as if nothing had been said.
      this.#brokenOff = undefined
      this.#parts.push(part)
      yield { type: 'partAdded', part }
      yield { type: 'partEnded', part }
    }
  }

  /** Makes one request to the model. Returns the error, if there is one. */
  async *think(signal: AbortSignal): AsyncGenerator<TurnEvent, AppErrorData | undefined> {
    this.#step++
    let failure: AppErrorData | undefined
    try {
      for await (const event of this.#deps.think([...this.#parts], this.#brokenOff !== undefined, signal)) yield* this.#take(event)
    } catch (thrown) {
      failure = AppError.from(thrown).toData()
    }
    // Text that the model had written is kept, even if the answer broke off.
    for (const index of this.#writing.values()) yield* this.#end(index)
    this.#writing.clear()
    for (const part of this.#writingCalls.broken(this.#deps.now())) yield this.#added(part)
    this.#brokenOff = undefined
    return failure
  }

  async *runOpenCalls(signal: AbortSignal): AsyncGenerator<TurnEvent> {
    const events = new EventQueue<TurnEvent>()
    const calls = this.#openCalls().map((part) => this.#run(part, events, signal))
    void Promise.all(calls).finally(() => events.end())
    yield* events
  }

  *cutOffOpenCalls(): Generator<TurnEvent> {
    for (const part of this.#openCalls()) {
      this.#deps.inputs.end(part.call.id)
      const error = new AppError('INTERRUPTED', { reason: 'chat.callNotMade' }).toData()
      yield this.#change(part.id, { state: 'cutOff', endedAt: this.#deps.now(), error })
    }
  }

  *notice(error: AppErrorData): Generator<TurnEvent> {
    const part: Part = { id: this.#newPartId(), kind: 'notice', error }
    this.#parts.push(part)
    yield { type: 'partAdded', part }
    yield { type: 'partEnded', part }
  }

  *#take(event: ModelEvent): Generator<TurnEvent> {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return yield* this.#write(event.type, event.block, event.text)
      case 'blockEnded':
        return yield* this.#endBlock(event)
      case 'call':
        return yield* this.#addCall(event)
      case 'callInput': {
        const part = this.#writingCalls.take(event.modelCallId, event.text, () => this.#newCall({ ...event, arguments: {} }, true))
        return part && (yield { type: 'callWriting', part })
      }
      case 'used':
        return yield event
      case 'notice':
        return yield* this.notice(event.error)
      default:
        return assertNever(event)
    }
  }

  *#write(kind: TextPart['kind'], block: string, text: string): Generator<TurnEvent> {
    const key = `${kind} ${block}`
    if (kind === 'text') yield* this.#settleReasoning()
    if (kind === 'text' && this.#brokenOff !== undefined) {
      this.#writing.set(key, this.#brokenOff)
      this.#continued.add(this.#brokenOff)
    }
    this.#brokenOff = undefined
    const index = this.#writing.get(key)
    const part = index === undefined ? undefined : this.#parts[index]
    if (index === undefined || !part || !isText(part)) {
      const id = this.#newPartId()
      const added: TextPart = kind === 'text' ? { id, kind, text } : { id, kind, text, startedAt: this.#deps.now() }
      this.#writing.set(key, this.#parts.push(added) - 1)
      yield { type: 'partAdded', part: added }
      return
    }
    // What the provider wants back stands for the text that it came with, and for no longer one.
    const { forModel: _forModel, ...unsigned } = part
    this.#parts[index] = { ...unsigned, text: part.text + text }
    yield { type: 'textAdded', partId: part.id, text }
  }

  *#endBlock(event: Extract<ModelEvent, { type: 'blockEnded' }>): Generator<TurnEvent> {
    const key = `${event.kind} ${event.block}`
    // Some providers sign reasoning that they do not show. It must still be sent back to them.
    if (!this.#writing.has(key) && event.forModel) yield* this.#write(event.kind, event.block, '')
    const index = this.#writing.get(key)
    if (index === undefined) return
    this.#writing.delete(key)
    const part = this.#parts[index]
    const whole = part && isText(part) && !this.#continued.has(index)
    if (whole && event.forModel) this.#parts[index] = { ...part, forModel: event.forModel }
    yield* this.#end(index)
  }

  *#end(index: number): Generator<TurnEvent> {
    const part = this.#parts[index]
    if (!part) return
    const ended = part.kind === 'reasoning' && part.endedAt === undefined ? { ...part, endedAt: this.#deps.now() } : part
    this.#parts[index] = ended
    yield { type: 'partEnded', part: ended }
  }

  /** A model has thought when it says something, also where the provider ends its reasoning later. */
  *#settleReasoning(): Generator<TurnEvent> {
    for (const index of this.#writing.values()) {
      const part = this.#parts[index]
      if (part?.kind === 'reasoning' && part.endedAt === undefined) yield* this.#end(index)
    }
  }

  *#addCall(event: CallEvent): Generator<TurnEvent> {
    this.#brokenOff = undefined
    yield* this.#settleReasoning()
    const shown = this.#writingCalls.complete(event.modelCallId)
    const part = this.#newCall(event)
    yield this.#added(shown ? { ...part, id: shown.id, call: { ...part.call, id: shown.call.id, startedAt: shown.call.startedAt } } : part)
  }

  #added(part: CallPart): TurnEvent {
    this.#parts.push(part)
    return { type: 'partAdded', part }
  }

  #newCall(event: Omit<CallEvent, 'type'>, writing = false): CallPart {
    const call: Call = {
      id: CallId.parse(this.#deps.newId()),
      ...this.#deps.describe(event.modelToolName),
      startedBy: 'model',
      asked: event.arguments,
      ...(event.argumentsText !== undefined && { askedText: event.argumentsText }),
      why: { by: 'pending', reason: { id: 'approvals.why.undecided' } },
      state: 'queued',
      startedAt: this.#deps.now(),
      ...(writing && { writing: true as const }),
    }
    return {
      id: this.#newPartId(),
      kind: 'call',
      modelCallId: event.modelCallId,
      modelToolName: event.modelToolName,
      step: this.#step,
      call,
      ...(event.forModel && { forModel: event.forModel }),
    }
  }

  async #run(part: CallPart, events: EventQueue<TurnEvent>, signal: AbortSignal): Promise<void> {
    let ended = false
    const report: ReportCall = async (change) => {
      // A server may still report about a call that was stopped.
      if (!ended) await events.push(this.#change(part.id, change))
    }
    try {
      const end = await this.#deps.runCall(part, report, signal)
      if (end.state === 'cutOff') this.#wasCutOff = true
      void report(end)
    } catch (thrown) {
      // `runCall` should never throw. But a call that never ends would be worse than a failed one.
      void report({ state: 'failed', endedAt: this.#deps.now(), error: AppError.from(thrown).toData() })
    }
    ended = true
  }

  #change(partId: PartId, change: CallChange): TurnEvent {
    const index = this.#parts.findIndex((part) => part.id === partId)
    const part = this.#parts[index]
    if (part?.kind !== 'call') throw new Error(`No call under part ${partId}`)
    const changed = { ...part.call, ...change }
    const call = hasEnded(changed) && !change.why ? { ...changed, why: whyEnded(changed) } : changed
    this.#parts[index] = { ...part, call }
    return { type: 'callChanged', partId, call }
  }

  #openCalls(): CallPart[] {
    return this.#parts.filter((part): part is CallPart => part.kind === 'call' && !hasEnded(part.call))
  }

  #newPartId(): PartId {
    return PartId.parse(this.#deps.newId())
  }
}

function isText(part: Part): part is TextPart {
  return part.kind === 'text' || part.kind === 'reasoning'
}
