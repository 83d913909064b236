import type {
  Call,
  ChatEvent,
  Conversation,
  ConversationSnapshot,
  ConversationSummary,
  Message,
  ModelChoice,
  Part,
  TurnState,
} from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, PartId, UndoId, type ModelRef, type ServerId } from '../../shared/domain/ids'
import type { ToolsForModel } from '../../shared/domain/model'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import { Emitter } from '../lib/emitter'
import { log } from '../lib/log'
import { toolNameForModel } from '../tools/toolNames'
import { toolsForModel } from '../tools/toolsForModel'
import type { OpenTurn } from './conversationStore'
import { keptParts } from './keptParts'
import { LiveConversation } from './liveConversation'
import { RunningTurn } from './runningTurn'
import { titleFrom } from './titleFrom'
import { hasEnded } from './turnLoop'
import { titleOf } from './turnTools'
import type { TurnWorkDeps } from './turnWork'

export interface TurnRunnerDeps extends TurnWorkDeps {
  readonly resolveModel: (choice: ModelChoice) => ModelRef | 'none' | undefined
  readonly getPrompt: (serverId: ServerId, prompt: string, args: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<string>
  readonly publish: (conversationId: ConversationId, event: ChatEvent) => void
  /** The number of the last event that was published of a conversation. */
  readonly lastSeq: (conversationId: ConversationId) => number
}

interface Running {
  readonly live: LiveConversation
  readonly turn: RunningTurn
  readonly ended: Promise<void>
}

/** How long changes to the list of conversations are gathered before it is told again. */
const LIST_MS = 30

/** The one owner of running turns, at most one per conversation: starts, stops and takes them up again, and answers all that `chat.*` asks. */
export class TurnRunner {
  /** The list of conversations, newest first. */
  readonly changes = new Emitter<readonly ConversationSummary[]>()
  readonly #deps: TurnRunnerDeps
  readonly #running = new Map<ConversationId, Running>()
  readonly #removed = new Map<UndoId, ConversationId>()
  #telling: NodeJS.Timeout | undefined

  constructor(deps: TurnRunnerDeps) {
    this.#deps = deps
  }

  conversations(): readonly ConversationSummary[] {
    return this.#deps.store.list()
  }

  /**
   * Takes up what an earlier run of Parley left: a turn that waited for an approval asks again and goes on, every other one was cut off.
   * Called once, when the servers are being started.
   */
  resume(): void {
    this.#deps.store.sweep()
    for (const open of this.#deps.store.openTurns()) {
      try {
        this.#takeUp(open)
      } catch (thrown) {
        // One conversation that cannot be read must not keep Parley from starting.
        log('error', 'A turn could not be taken up again', { conversation: open.conversationId, error: thrown })
      }
    }
    this.#tell()
  }

  create(model: ModelChoice = 'default'): { conversationId: ConversationId } {
    const id = ConversationId.parse(this.#deps.clock.newId())
    this.#deps.store.create({ id, created: this.#deps.clock.now(), model })
    this.#tell()
    return { conversationId: id }
  }

  /** A conversation with the number of the last event that is in it. */
  snapshot(conversationId: ConversationId): ConversationSnapshot {
    const stored = this.#deps.store.load(conversationId)
    const live = this.#running.get(conversationId)?.live.snapshot()
    const conversation = live ? { ...stored, messages: live.messages } : stored
    return { conversation, seq: this.#deps.lastSeq(conversationId) }
  }

  /** Adds the person's message and starts a turn. @throws {AppError} CONFLICT while one runs, MODEL_MISSING without a model. */
  send(conversationId: ConversationId, text: string): void {
    const conversation = this.#idle(conversationId)
    const model = this.#modelFor(conversation)
    const live = this.#live(conversation)
    this.#addUserMessage(live, conversation, text)
    this.#deps.store.saveDraft(conversationId, '')
    this.#startAnswer(live, model)
  }

  async stop(conversationId: ConversationId): Promise<void> {
    const running = this.#running.get(conversationId)
    running?.turn.stop()
    await running?.ended
  }

  /** Tries the last turn again. Calls that came to an end are not made twice. */
  retry(conversationId: ConversationId): void {
    const conversation = this.#idle(conversationId)
    const last = conversation.messages.at(-1)
    if (!last) throw new AppError('CONFLICT', 'There is nothing to try again')
    if (last.role === 'user') return this.#startAnswer(this.#live(conversation), this.#modelFor(conversation))
    if (last.state === 'done') throw new AppError('CONFLICT', 'This turn has ended well', { hint: 'Edit your message to ask again.' })
    const own = last.parts.find((part) => part.kind === 'call' && part.call.startedBy === 'person')
    if (own?.kind === 'call') return this.runTool(conversationId, own.call.serverId, own.call.tool, own.call.asked)
    this.#tryAgain(conversation, last, this.#modelFor(conversation))
  }

  /** Replaces the person's last message and all that came after it, and starts a turn. */
  editLast(conversationId: ConversationId, messageId: MessageId, text: string): void {
    const conversation = this.#idle(conversationId)
    const index = conversation.messages.findLastIndex(({ role }) => role === 'user')
    const edited = conversation.messages[index]
    if (edited?.id !== messageId) throw new AppError('CONFLICT', 'Only the last message can be edited')
    const model = this.#modelFor(conversation)
    const live = this.#live(conversation)
    const messageIds = conversation.messages.slice(index).map(({ id }) => id)
    this.#deps.store.removeMessages(messageIds)
    live.publish({ type: 'messagesRemoved', messageIds })
    const untitled = conversation.title === titleFrom(textOf(edited))
    this.#addUserMessage(live, { ...conversation, title: untitled ? '' : conversation.title }, text)
    this.#startAnswer(live, model)
  }

  /** A call that a person makes: it needs no approval, and lands in the conversation like any other. */
  runTool(conversationId: ConversationId, serverId: ServerId, toolName: string, args: JsonObject): void {
    const conversation = this.#idle(conversationId)
    const { tool } = this.#deps.tools.find(serverId, toolName)
    const now = this.#deps.clock.now()
    const call: Call = {
      id: CallId.parse(this.#deps.clock.newId()),
      serverId,
      tool: toolName,
      ...titleOf(tool),
      definitionHash: tool.hash,
      startedBy: 'person',
      asked: args,
      why: { by: 'startedByPerson', sentence: 'You started it.' },
      state: 'queued',
      startedAt: now,
    }
    const id = PartId.parse(this.#deps.clock.newId())
    const part: Part = { id, kind: 'call', modelCallId: '', modelToolName: toolNameForModel(serverId, toolName), step: 1, call }
    const live = this.#live(conversation)
    if (conversation.title === '') this.#title(live, conversation.id, titleFrom(tool.title ?? toolName))
    this.#start(live, this.#addMessage(live, { role: 'assistant', state: 'running', parts: [part] }))
  }

  async readPrompt(
    serverId: ServerId,
    prompt: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ text: string }> {
    return { text: await this.#deps.getPrompt(serverId, prompt, args, signal) }
  }

  /** Stops one call; the turn goes on without it. A call that has ended stays as it is. */
  stopCall(callId: CallId): void {
    for (const { turn } of this.#running.values()) if (turn.stopCall(callId)) return
  }

  /** Everything that came back, also beyond what the screen was first shown. */
  wholeResult(callId: CallId): ToolResult {
    const result = this.#deps.store.result(callId, 'whole') ?? this.#deps.store.call(callId)?.result
    if (!result) throw new AppError('NOT_FOUND', 'This call has no result')
    return result
  }

  toolsForModel(): ToolsForModel {
    return toolsForModel(this.#deps.tools.ready(), this.#deps.limits().toolsToModel).view
  }

  rename(conversationId: ConversationId, title: string): void {
    const conversation = this.#deps.store.load(conversationId)
    this.#title(this.#live(conversation), conversationId, title)
  }

  setModel(conversationId: ConversationId, model: ModelChoice): void {
    const conversation = this.#deps.store.load(conversationId)
    this.#deps.store.setModel(conversationId, model)
    this.#live(conversation).publish({ type: 'modelChosen', model })
  }

  saveDraft(conversationId: ConversationId, draft: string): void {
    this.#deps.store.saveDraft(conversationId, draft)
  }

  /** Takes a conversation away; `restore` brings it back until the next start. */
  async remove(conversationId: ConversationId): Promise<{ undoId: UndoId }> {
    this.#deps.store.load(conversationId)
    await this.stop(conversationId)
    this.#deps.store.remove(conversationId, this.#deps.clock.now())
    const undoId = UndoId.parse(this.#deps.clock.newId())
    this.#removed.set(undoId, conversationId)
    this.#tell()
    return { undoId }
  }

  restore(undoId: UndoId): void {
    const conversationId = this.#removed.get(undoId)
    if (!conversationId) throw new AppError('NOT_FOUND', 'This conversation cannot be brought back any more')
    this.#removed.delete(undoId)
    this.#deps.store.restore(conversationId)
    this.#tell()
  }

  /** Parley quits: every turn is left as it stands and taken up, or shown as cut off, at the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#telling)
    for (const { turn } of this.#running.values()) turn.leave()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    clearTimeout(this.#telling)
  }

  #takeUp({ conversationId, messageId }: OpenTurn): void {
    const conversation = this.#deps.store.load(conversationId)
    const index = conversation.messages.findIndex(({ id }) => id === messageId)
    const message = conversation.messages[index]
    if (!message) return
    const asksAgain = message.state === 'waiting' && message.parts.some((part) => part.kind === 'call' && waitsForApproval(part.call))
    const parts = message.parts.map((part) => (isLost(part, asksAgain) ? this.#cutOff(part) : part))
    if (!asksAgain) return this.#deps.store.setMessageState(message.id, 'cutOff')
    const messages = conversation.messages.with(index, { ...message, parts })
    this.#start(this.#live({ ...conversation, messages }), { ...message, parts })
  }

  #cutOff(part: Extract<Part, { kind: 'call' }>): Part {
    const call: Call = {
      ...part.call,
      state: 'cutOff',
      endedAt: this.#deps.clock.now(),
      error: { code: 'INTERRUPTED', message: 'The call was interrupted: Parley ended while it ran' },
    }
    this.#deps.store.saveCall(part.id, call)
    return { ...part, call }
  }

  #tryAgain(conversation: Conversation, last: Message, model: ModelRef): void {
    const live = this.#live(conversation)
    const parts = keptParts(last.parts)
    this.#deps.store.removeParts(last.parts.filter((part) => !parts.includes(part)).map(({ id }) => id))
    this.#deps.store.reopen(last.id, model)
    const message: Message = { ...last, parts, state: 'running', model }
    live.publish({ type: 'messagesRemoved', messageIds: [last.id] })
    live.publish({ type: 'messageAdded', message })
    this.#start(live, message)
  }

  /** The conversation, when nothing runs in it. */
  #idle(conversationId: ConversationId): Conversation {
    if (this.#running.has(conversationId)) {
      throw new AppError('CONFLICT', 'Something is still running in this conversation', { hint: 'Stop it first, or wait for its end.' })
    }
    return this.#deps.store.load(conversationId)
  }

  #modelFor(conversation: Conversation): ModelRef {
    const model = this.#deps.resolveModel(conversation.model)
    if (model !== undefined && model !== 'none') return model
    throw new AppError('MODEL_MISSING', 'There is no model to answer', {
      hint: 'Choose a model below the message, or type / to run a tool yourself.',
    })
  }

  #live(conversation: Conversation): LiveConversation {
    const { id } = conversation
    return this.#running.get(id)?.live ?? new LiveConversation(conversation, (event) => this.#deps.publish(id, event))
  }

  #addUserMessage(live: LiveConversation, conversation: Conversation, text: string): void {
    const part: Part = { id: PartId.parse(this.#deps.clock.newId()), kind: 'text', text }
    this.#addMessage(live, { role: 'user', state: 'done', parts: [part] })
    if (conversation.title === '') this.#title(live, conversation.id, titleFrom(text))
  }

  #addMessage(live: LiveConversation, start: Pick<Message, 'role' | 'parts' | 'model'> & { readonly state: TurnState }): Message {
    const message: Message = { id: MessageId.parse(this.#deps.clock.newId()), created: this.#deps.clock.now(), ...start }
    this.#deps.store.addMessage(live.id, message)
    live.publish({ type: 'messageAdded', message })
    this.#tell()
    return message
  }

  #title(live: LiveConversation, conversationId: ConversationId, title: string): void {
    this.#deps.store.rename(conversationId, title)
    live.publish({ type: 'titled', title })
    this.#tell()
  }

  #startAnswer(live: LiveConversation, model: ModelRef): void {
    this.#start(live, this.#addMessage(live, { role: 'assistant', state: 'running', parts: [], model }))
  }

  #start(live: LiveConversation, message: Message): void {
    const conversationId = live.id
    const messages = this.#deps.store.load(conversationId).messages
    const earlier = messages.slice(
      0,
      messages.findIndex(({ id }) => id === message.id),
    )
    const turn = new RunningTurn({ ...this.#deps, onState: () => this.#tell() }, { conversationId, earlier, message }, live)
    const ended = turn.run().finally(() => {
      this.#running.delete(conversationId)
      this.#tell()
    })
    this.#running.set(conversationId, { live, turn, ended })
  }

  #emitList(): void {
    try {
      this.changes.emit(this.conversations())
    } catch (thrown) {
      log('error', 'The list of conversations could not be read', { error: thrown })
    }
  }

  #tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#emitList()
    }, LIST_MS)
  }
}

function waitsForApproval(call: Call): boolean {
  return call.state === 'waitingApproval' || call.state === 'queued'
}

/** A call that was on its way to a server when Parley ended, or that nobody will decide about any more. */
function isLost(part: Part, asksAgain: boolean): part is Extract<Part, { kind: 'call' }> {
  return part.kind === 'call' && !hasEnded(part.call) && !(asksAgain && waitsForApproval(part.call))
}

function textOf(message: Message): string {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}
