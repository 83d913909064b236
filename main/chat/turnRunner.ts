import type { Conversation, ChatMessage, ModelChoice } from '../../shared/domain/chat'
import type { CallId, ConversationId, MessageId, ModelRef, ServerId } from '../../shared/domain/ids'
import type { PromptPreview } from '../../shared/domain/promptPreview'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import { log } from '../lib/log'
import type { ConversationList } from './conversationList'
import type { OpenTurn } from './conversationStore'
import type { ConversationSettings } from './ownSettings/conversationSettings'
import type { ConversationWriter } from './conversationWriter'
import { interruptedTurn } from './interruptedTurn'
import type { ActiveConversation } from './activeConversation'
import type { ActiveConversations } from './activeConversations'
import { messageInFront } from './messageInFront'
import { promptMessages } from './promptMessages'
import { requireContent, userText, type AttachedPart } from './userMessage'
import { userToolCall } from './userToolCall'
import { partsToGoOn } from './stream/partsToGoOn'
import { TurnSettings } from './ownSettings/turnSettings'
import { ActiveTurn, type ActiveTurnDeps, type RunningTurn } from './activeTurn'
import type { AnswerRetries } from './answerRetries'
import { deriveTitle } from './deriveTitle'
import { hasEnded } from './turnLoop'
import type { TurnExecutionDeps } from './turnExecution'
import { writeAnswerVersion, writeUserVersion } from './versions/writeVersions'
import { UnsavedTurns } from './unsavedTurns'

export interface TurnRunnerDeps extends TurnExecutionDeps {
  readonly list: ConversationList
  readonly activeConversations: ActiveConversations
  readonly writer: ConversationWriter
  readonly settings: Pick<ConversationSettings, 'of' | 'effective'>
  readonly retries: Pick<AnswerRetries, 'turnStarted' | 'turnEnded' | 'stop'>
  /** A turn is no longer under way, for whatever reason. Never throws. */
  readonly onTurnEnded: (conversationId: ConversationId, messageId: MessageId) => void
  /** What a model costs now. Undefined where that is not known. */
  readonly priceOf: ActiveTurnDeps['priceOf']
  readonly resolveModel: (choice: ModelChoice) => ModelRef | 'none' | undefined
}

/** The only owner of running turns, at most one per conversation: starts, stops and resumes them. */
export class TurnRunner {
  readonly #deps: TurnRunnerDeps
  readonly #running = new Map<ConversationId, RunningTurn>()
  readonly #unsaved: UnsavedTurns
  #quitting = false

  constructor(deps: TurnRunnerDeps) {
    this.#deps = deps
    this.#unsaved = new UnsavedTurns(deps)
  }

  /**
   * Resumes the turns that had not ended when Parley last stopped. A turn that waited for an approval asks again. A turn whose call became
   * a task waits for it. A turn whose server wants answers asks for them again. Every other turn is marked as cut off. Called once, when
   * the servers are being started. Returns the calls that go on.
   */
  resume(): ReadonlySet<CallId> {
    this.#deps.store.sweep()
    const goOn = new Set<CallId>()
    for (const open of this.#deps.store.openTurns()) {
      try {
        for (const callId of this.#takeUp(open)) goOn.add(callId)
      } catch (thrown) {
        // One unreadable conversation must not keep Parley from starting.
        log('error', 'A turn could not be taken up again', { conversation: open.conversationId, error: thrown })
      }
    }
    for (const id of this.#deps.store.queue.steered()) if (!this.#running.has(id)) this.#deps.store.queue.release(id)
    this.#deps.list.tell()
    return goOn
  }

  /**
   * Adds the person's message with its attachments, and starts a turn.
   * @throws {AppError} CONFLICT while one runs, MODEL_MISSING without a model, INVALID_INPUT when there is nothing to send.
   */
  send(conversationId: ConversationId, text: string, attached: readonly AttachedPart[] = []): void {
    requireContent({ text, attached })
    const conversation = this.#idle(conversationId)
    const model = this.#modelFor(conversation)
    const live = this.#deps.activeConversations.of(conversation)
    this.#deps.writer.addUserMessage(live, conversation, { text, attached })
    this.#deps.store.takeFromDraft(conversationId, text)
    this.#startAnswer(live, model)
  }

  /**
   * Returns the folders that servers are told of in the calls of a conversation.
   * @throws {AppError} NOT_FOUND
   */
  folders(conversationId: ConversationId): readonly string[] {
    return (this.#running.get(conversationId)?.settings ?? this.#deps.settings.effective(conversationId)).folders
  }

  /** What is off in a turn stays off under the new name of its server. */
  serverRenamed(from: ServerId, to: ServerId): void {
    for (const { settings } of this.#running.values()) settings.renameServer(from, to)
  }

  isRunning = (conversationId: ConversationId): boolean => this.#running.has(conversationId)

  /**
   * Sends the first message that waits. Does nothing if none does.
   * @throws {AppError} NOT_FOUND, CONFLICT while a turn runs, MODEL_MISSING without a model.
   */
  sendQueued(conversationId: ConversationId): void {
    const conversation = this.#idle(conversationId)
    const [next] = this.#deps.store.queue.list(conversationId)
    if (!next) return
    const model = this.#modelFor(conversation)
    const live = this.#deps.activeConversations.of(conversation)
    this.#deps.writer.addUserMessage(live, conversation, next.input, next.id)
    this.#startAnswer(live, model)
  }

  /**
   * Adds the messages of a prompt as they were shown, followed by the person's own text. Starts a turn, unless the last message is the
   * model's.
   * @throws {AppError} CONFLICT while a turn runs, MODEL_MISSING without a model.
   */
  sendPrompt(conversationId: ConversationId, preview: PromptPreview, text = ''): void {
    const conversation = this.#idle(conversationId)
    const answers = text.trim() !== '' || preview.messages.at(-1)?.role === 'user'
    const model = answers ? this.#modelFor(conversation) : undefined
    const live = this.#deps.activeConversations.of(conversation)
    for (const message of promptMessages(preview, this.#deps.clock)) this.#deps.writer.addMessage(live, { ...message, state: 'done' })
    if (conversation.title === '') this.#deps.writer.setTitle(live, deriveTitle(text.trim() === '' ? preview.prompt : text))
    if (text.trim() !== '') this.#deps.writer.addUserMessage(live, { ...conversation, title: preview.prompt }, { text, attached: [] })
    if (model !== undefined) this.#startAnswer(live, model)
  }

  async stop(conversationId: ConversationId): Promise<void> {
    this.#deps.retries.stop(conversationId)
    const running = this.#running.get(conversationId)
    if (!running) return
    running.stopped = true
    running.turn.stop()
    await running.ended
  }

  /**
   * Goes on with the last turn where it broke off: the model gets what came, and no call runs twice. A call of the person runs anew.
   * The model that began the answer goes on with it, while it is there. If nothing came of it, or it is gone, the conversation's model does.
   * @throws {AppError} CONFLICT while a turn runs, without one, or after one that ended well; MODEL_MISSING without a model.
   */
  retry(conversationId: ConversationId): void {
    const conversation = this.#idle(conversationId)
    const last = conversation.messages.at(-1)
    if (!last) throw new AppError('CONFLICT', { reason: 'chat.nothingToRetry' })
    if (last.role === 'user') return this.#startAnswer(this.#deps.activeConversations.of(conversation), this.#modelFor(conversation))
    // An answer may have ended with a notice: it reached its longest, or was empty.
    if (last.state === 'done' && last.parts.at(-1)?.kind !== 'notice') throw new AppError('CONFLICT', { reason: 'chat.endedWell' })
    const own = last.parts.find((part) => part.kind === 'call' && part.call.startedBy === 'person')
    if (own?.kind === 'call') return this.runTool(conversationId, own.call.serverId, own.call.tool, own.call.asked)
    this.#goOn(conversation, last, this.#modelToGoOn(conversation, last))
  }

  /**
   * Adds a version of a message with another text, and brings it to the front; the old one stays. After a person's message a turn starts,
   * and its attachments stay. In an answer the last text is changed, and nothing runs. Stops the turn that runs.
   * @throws {AppError} NOT_FOUND when the message is not in front, INVALID_INPUT when nothing is left to send, MODEL_MISSING without a model.
   */
  async edit(conversationId: ConversationId, messageId: MessageId, text: string): Promise<void> {
    await this.#stopFor(conversationId, (conversation) => {
      const message = messageInFront(conversation, messageId)
      return message.role === 'user' ? this.#userEdit(conversation, message, text) : this.#answerEdit(conversation, message, text)
    })
  }

  /**
   * Asks for another version of an answer: a new turn, in which calls are asked for anew. Stops the turn that runs.
   * @param model The model of this answer alone. Absent for the conversation's model.
   * @throws {AppError} NOT_FOUND when the answer is not in front, CONFLICT when it is no answer of a model, MODEL_MISSING without a model.
   */
  async regenerate(conversationId: ConversationId, messageId: MessageId, model?: ModelRef): Promise<void> {
    await this.#stopFor(conversationId, (conversation) => {
      const message = messageInFront(conversation, messageId)
      if (message.role !== 'assistant' || message.model === undefined) throw new AppError('CONFLICT', { reason: 'chat.notAnAnswer' })
      const chosen = model ?? this.#modelFor(conversation)
      return () => {
        const live = this.#deps.activeConversations.of(conversation)
        this.#start(live, this.#deps.writer.addVersion(live, message, { role: 'assistant', state: 'running', parts: [], model: chosen }))
      }
    })
  }

  /**
   * Brings a version to the front, and after it the versions that were made last.
   * @throws {AppError} NOT_FOUND without this message, CONFLICT while a turn runs.
   */
  showVersion(conversationId: ConversationId, messageId: MessageId): void {
    const before = this.#idle(conversationId)
    const tree = this.#deps.store.tree(conversationId)
    if (!tree.versionsOf(messageId).includes(messageId)) throw new AppError('NOT_FOUND', { reason: 'chat.messageGone' })
    this.#deps.store.setLeaf(conversationId, tree.newestLeaf(messageId))
    const { messages } = this.#deps.store.load(conversationId)
    const changed = messages.findIndex(({ id }, index) => before.messages[index]?.id !== id)
    if (changed === -1) return
    this.#deps.activeConversations.of(before).changePath(messages[changed - 1]?.id ?? null, messages.slice(changed))
    this.#deps.list.tell()
  }

  /** Runs a call that a person made. It needs no approval, and appears in the conversation like any other call. */
  runTool(conversationId: ConversationId, serverId: ServerId, toolName: string, args: JsonObject): void {
    const conversation = this.#idle(conversationId)
    const { server, tool } = this.#deps.tools.find(serverId, toolName, this.#deps.settings.of(conversation).accounts)
    const part = userToolCall(server, tool, args, this.#deps.clock)
    const live = this.#deps.activeConversations.of(conversation)
    if (conversation.title === '') this.#deps.writer.setTitle(live, deriveTitle(tool.title ?? toolName))
    this.#start(live, this.#deps.writer.addMessage(live, { role: 'assistant', state: 'running', parts: [part] }))
  }

  /** Stops one call; the turn goes on without it. Does nothing if the call has ended. */
  stopCall(callId: CallId): void {
    for (const { turn } of this.#running.values()) if (turn.stopCall(callId)) return
  }

  /** Parley quits: leaves every turn in its state. The next start resumes it or shows it as cut off. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#quitting = true
    this.#unsaved[Symbol.dispose]()
    for (const { turn } of this.#running.values()) turn.leave()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #takeUp({ conversationId, messageId }: OpenTurn): readonly CallId[] {
    const conversation = this.#deps.store.load(conversationId)
    const index = conversation.messages.findIndex(({ id }) => id === messageId)
    const message = conversation.messages[index]
    if (!message) {
      // It belongs to a version that is not in front.
      this.#deps.store.setMessageState(messageId, 'cutOff')
      return []
    }
    const { taskStore, suspendedCalls } = this.#deps
    const { goesOn, lost, parts } = interruptedTurn(
      message,
      this.#deps.clock.now(),
      ({ id }) => taskStore.find(id) !== undefined || suspendedCalls.find(id) !== undefined,
    )
    for (const { id, call } of lost) this.#deps.store.saveCall(id, call)
    if (!goesOn) {
      this.#deps.store.setMessageState(message.id, 'cutOff')
      return []
    }
    const messages = conversation.messages.with(index, { ...message, parts })
    this.#start(this.#deps.activeConversations.of({ ...conversation, messages }), { ...message, parts })
    return parts.flatMap((part) => (part.kind === 'call' && !hasEnded(part.call) ? [part.call.id] : []))
  }

  /** Everything that came stays, but for the notice of how it ended: the model is to go on from there. */
  #goOn(conversation: Conversation, last: ChatMessage, model: ModelRef): void {
    const live = this.#deps.activeConversations.of(conversation)
    const parts = partsToGoOn(last, model)
    this.#deps.store.removeParts(last.parts.filter((part) => part.kind === 'notice').map(({ id }) => id))
    // An answer of which nothing came begins now, perhaps on another day than the question.
    const created = parts.length === 0 ? this.#deps.clock.now() : last.created
    this.#deps.store.reopen(last.id, { model, created, parts: model === last.model ? [] : parts })
    const message: ChatMessage = { ...last, parts, created, state: 'running', model }
    live.changePath(last.parent ?? null, [message])
    this.#start(live, message)
  }

  #userEdit(conversation: Conversation, message: ChatMessage, text: string): () => void {
    requireContent({ ...userText(message), text })
    const model = this.#modelFor(conversation)
    return () => this.#startAnswer(writeUserVersion(this.#deps, conversation, message, text), model)
  }

  #answerEdit(conversation: Conversation, message: ChatMessage, text: string): () => void {
    if (text.trim() === '') throw new AppError('INVALID_INPUT', { reason: 'chat.nothingToSend' })
    return () => writeAnswerVersion(this.#deps, conversation, message, text)
  }

  /**
   * Stops the turn that runs, and makes a change. The change is checked before, so that what cannot be done stops nothing, and anew when the
   * turn has ended, because another change may have come meanwhile.
   * @param check Returns what makes the change. Throws if it cannot be made.
   */
  async #stopFor(conversationId: ConversationId, check: (conversation: Conversation) => () => void): Promise<void> {
    check(this.#deps.store.load(conversationId))
    await this.stop(conversationId)
    // At once: whatever else waited for the same turn goes on right after this.
    check(this.#idle(conversationId))()
  }

  /**
   * Returns the conversation if no turn runs in it.
   * @throws {AppError} CONFLICT while a turn runs. Also throws while the disk does not take how the last turn failed.
   */
  #idle(conversationId: ConversationId): Conversation {
    if (this.#running.has(conversationId)) throw new AppError('CONFLICT', { reason: 'chat.stillRunning' })
    this.#unsaved.save(conversationId)
    return this.#deps.store.load(conversationId)
  }

  #modelFor(conversation: Conversation): ModelRef {
    const model = this.#deps.resolveModel(this.#deps.settings.of(conversation).model)
    if (model !== undefined && model !== 'none') return model
    throw new AppError('MODEL_MISSING', { reason: 'chat.noModel' })
  }

  /** An answer bears one model's name: another model does not go on with what that one wrote, unless it has to. */
  #modelToGoOn(conversation: Conversation, { model, parts }: ChatMessage): ModelRef {
    const began = model !== undefined && parts.some(({ kind }) => kind !== 'notice') && this.#deps.resolveModel(model) === model
    return began ? model : this.#modelFor(conversation)
  }

  #startAnswer(live: ActiveConversation, model: ModelRef): void {
    this.#start(live, this.#deps.writer.addMessage(live, { role: 'assistant', state: 'running', parts: [], model }))
  }

  #start(live: ActiveConversation, message: ChatMessage): void {
    const conversationId = live.id
    const conversation = this.#deps.store.load(conversationId)
    const index = conversation.messages.findIndex(({ id }) => id === message.id)
    const earlier = conversation.messages.slice(0, index)
    const settings = new TurnSettings(() => this.#deps.settings.effective(conversationId))
    const stepsTaken = this.#deps.retries.turnStarted(conversationId)
    const turn = new ActiveTurn(
      { ...this.#deps, onState: () => this.#deps.list.tell() },
      { conversationId, settings, earlier, message, stepsTaken },
      live,
    )
    this.#deps.activeConversations.started(live)
    const ended = turn.run().finally(() => {
      this.#running.delete(conversationId)
      if (turn.hasUnsavedFailure) this.#unsaved.add(live, turn)
      else this.#deps.activeConversations.ended(live)
      this.#deps.onTurnEnded(conversationId, message.id)
      this.#deps.list.tell()
      this.#deps.retries.turnEnded(conversationId, message.id, turn)
      if (!this.#quitting) this.#goOnWithQueue(live, turn.state === 'done' && !running.stopped)
    })
    const running: RunningTurn = { turn, settings, ended, stopped: false }
    this.#running.set(conversationId, running)
  }

  /** After a turn that ended well the first message that waits is sent. Otherwise the queue waits for the person. */
  #goOnWithQueue(live: ActiveConversation, send: boolean): void {
    try {
      for (const message of this.#deps.store.queue.release(live.id)) live.publish({ type: 'queued', message })
      if (send) this.sendQueued(live.id)
    } catch (thrown) {
      // It is still in the queue, and the person can send it: then they read why it cannot be sent.
      log('error', 'A queued message could not be sent', { conversation: live.id, error: thrown })
    }
  }
}
