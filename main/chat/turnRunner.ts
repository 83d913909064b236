import type {
  ChatEvent,
  ChosenAccounts,
  Conversation,
  ConversationSnapshot,
  Message,
  ModelChoice,
  TurnState,
} from '../../shared/domain/chat'
import {
  MessageId,
  type CallId,
  type ConversationId,
  type ModelRef,
  type AccountId,
  type ServerId,
  type UndoId,
} from '../../shared/domain/ids'
import type { PromptPreview } from '../../shared/domain/prompt'
import type { ToolsForModel } from '../../shared/domain/model'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import { log } from '../lib/log'
import { toolsForModel } from '../tools/toolsForModel'
import type { AttachmentPart } from './attachmentForModel'
import type { ConversationList } from './conversationList'
import type { OpenTurn } from './conversationStore'
import { interruptedTurn } from './interruptedTurn'
import { keptParts } from './keptParts'
import { ActiveConversation } from './activeConversation'
import { userParts, userText, requireContent, titleOfOwn, type UserInput } from './userMessage'
import { userCall } from './userCall'
import { promptMessages } from './promptMessages'
import { RunningTurn } from './runningTurn'
import { deriveTitle } from './deriveTitle'
import { hasEnded } from './turnLoop'
import type { TurnExecutionDeps } from './turnExecution'

export interface TurnRunnerDeps extends TurnExecutionDeps {
  readonly list: ConversationList
  readonly resolveModel: (choice: ModelChoice) => ModelRef | 'none' | undefined
  readonly publish: (conversationId: ConversationId, event: ChatEvent) => void
  /** The number of the last event that was published of a conversation. */
  readonly lastSeq: (conversationId: ConversationId) => number
}

interface Running {
  readonly live: ActiveConversation
  readonly turn: RunningTurn
  readonly ended: Promise<void>
}

/** The one owner of running turns, at most one per conversation: starts, stops and takes them up again, and writes what happens between them. */
export class TurnRunner {
  readonly #deps: TurnRunnerDeps
  readonly #running = new Map<ConversationId, Running>()

  constructor(deps: TurnRunnerDeps) {
    this.#deps = deps
  }

  /**
   * Takes up what an earlier run of Parley left: a turn that waited for an approval asks again and goes on, one whose call became a task
   * goes on waiting for it, one whose server wants answers asks for them again, and every other one was cut off.
   * Called once, when the servers are being started. Returns the calls that go on.
   */
  resume(): ReadonlySet<CallId> {
    this.#deps.store.sweep()
    const goOn = new Set<CallId>()
    for (const open of this.#deps.store.openTurns()) {
      try {
        for (const callId of this.#takeUp(open)) goOn.add(callId)
      } catch (thrown) {
        // One conversation that cannot be read must not keep Parley from starting.
        log('error', 'A turn could not be taken up again', { conversation: open.conversationId, error: thrown })
      }
    }
    this.#deps.list.tell()
    return goOn
  }

  /** A conversation as it stands: from memory while something runs in it, else from disk. @throws {AppError} NOT_FOUND */
  conversation(conversationId: ConversationId): Conversation {
    return this.#running.get(conversationId)?.live.snapshot() ?? this.#deps.store.load(conversationId)
  }

  /** A conversation with the number of the last event that is in it. */
  snapshot(conversationId: ConversationId): ConversationSnapshot {
    const stored = this.#deps.store.load(conversationId)
    const live = this.#running.get(conversationId)?.live.snapshot()
    const conversation = live ? { ...stored, messages: live.messages } : stored
    return { conversation, seq: this.#deps.lastSeq(conversationId) }
  }

  /**
   * Adds the person's message, with what they attached, and starts a turn.
   * @throws {AppError} CONFLICT while one runs, MODEL_MISSING without a model, INVALID_INPUT when there is nothing to send.
   */
  send(conversationId: ConversationId, text: string, attached: readonly AttachmentPart[] = []): void {
    requireContent({ text, attached })
    const conversation = this.#idle(conversationId)
    const model = this.#modelFor(conversation)
    const live = this.#live(conversation)
    this.#addUserMessage(live, conversation, { text, attached })
    this.#deps.store.saveDraft(conversationId, '')
    this.#startAnswer(live, model)
  }

  /**
   * Adds the messages of a prompt as they were shown, and the person's own words behind them. Starts a turn, unless the model would
   * have the last word already. @throws {AppError} CONFLICT while a turn runs, MODEL_MISSING without a model.
   */
  sendPrompt(conversationId: ConversationId, preview: PromptPreview, text = ''): void {
    const conversation = this.#idle(conversationId)
    const answers = text.trim() !== '' || preview.messages.at(-1)?.role === 'user'
    const model = answers ? this.#modelFor(conversation) : undefined
    const live = this.#live(conversation)
    for (const message of promptMessages(preview, this.#deps.clock)) this.#addMessage(live, { ...message, state: 'done' })
    if (conversation.title === '') this.#title(live, conversation.id, deriveTitle(text.trim() === '' ? preview.prompt : text))
    if (text.trim() !== '') this.#addUserMessage(live, { ...conversation, title: preview.prompt }, { text, attached: [] })
    if (model !== undefined) this.#startAnswer(live, model)
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

  /** Replaces the words of the person's last message and all that came after it, and starts a turn. What they attached stays. */
  editLast(conversationId: ConversationId, messageId: MessageId, text: string): void {
    const conversation = this.#idle(conversationId)
    const index = conversation.messages.findLastIndex(({ role }) => role === 'user')
    const edited = conversation.messages[index]
    if (edited?.id !== messageId) throw new AppError('CONFLICT', 'Only the last message can be edited')
    const before = userText(edited)
    const after = { ...before, text }
    requireContent(after)
    const model = this.#modelFor(conversation)
    const live = this.#live(conversation)
    const messageIds = conversation.messages.slice(index).map(({ id }) => id)
    this.#deps.store.removeMessages(messageIds)
    live.publish({ type: 'messagesRemoved', messageIds })
    const untitled = conversation.title === titleOfOwn(before)
    this.#addUserMessage(live, { ...conversation, title: untitled ? '' : conversation.title }, after)
    this.#startAnswer(live, model)
  }

  /** A call that a person makes: it needs no approval, and lands in the conversation like any other. */
  runTool(conversationId: ConversationId, serverId: ServerId, toolName: string, args: JsonObject): void {
    const conversation = this.#idle(conversationId)
    const { tool } = this.#deps.tools.find(serverId, toolName, conversation.chosenAccounts)
    const part = userCall(serverId, tool, args, this.#deps.clock)
    const live = this.#live(conversation)
    if (conversation.title === '') this.#title(live, conversation.id, deriveTitle(tool.title ?? toolName))
    this.#start(live, this.#addMessage(live, { role: 'assistant', state: 'running', parts: [part] }))
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

  /** What the next request to a model carries, with the accounts of this conversation or with the default ones. */
  toolsForModel(conversationId?: ConversationId): ToolsForModel {
    const chosenAccounts = conversationId === undefined ? {} : this.chosenAccounts(conversationId)
    return toolsForModel(this.#deps.tools.ready(chosenAccounts), this.#deps.limits().toolsToModel).view
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

  /**
   * Chooses the account that a conversation uses at a server from its next turn on, or with null the default one.
   * @throws {AppError} NOT_FOUND where the server has no such account.
   */
  chooseAccount(conversationId: ConversationId, serverId: ServerId, accountId: AccountId | null): void {
    const conversation = this.#deps.store.load(conversationId)
    const { [serverId]: _before, ...others } = conversation.chosenAccounts
    if (accountId !== null) this.#deps.tools.prepare(serverId, accountId)
    const chosenAccounts: ChosenAccounts = accountId === null ? others : { ...others, [serverId]: accountId }
    this.#deps.store.setChosenAccounts(conversationId, chosenAccounts)
    this.#live(conversation).publish({ type: 'accountsChosen', chosenAccounts })
    this.#deps.list.tell()
  }

  /** Which accounts a conversation uses, where these are not the default ones. */
  chosenAccounts(conversationId: ConversationId): ChosenAccounts {
    return this.#deps.store.load(conversationId).chosenAccounts
  }

  saveDraft(conversationId: ConversationId, draft: string): void {
    this.#deps.store.saveDraft(conversationId, draft)
  }

  /** Takes a conversation away, with what runs in it. */
  async remove(conversationId: ConversationId): Promise<{ undoId: UndoId }> {
    this.#deps.store.load(conversationId)
    await this.stop(conversationId)
    return this.#deps.list.remove(conversationId)
  }

  /** Parley quits: every turn is left as it stands and taken up, or shown as cut off, at the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const { turn } of this.#running.values()) turn.leave()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #takeUp({ conversationId, messageId }: OpenTurn): readonly CallId[] {
    const conversation = this.#deps.store.load(conversationId)
    const index = conversation.messages.findIndex(({ id }) => id === messageId)
    const message = conversation.messages[index]
    if (!message) return []
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
    this.#start(this.#live({ ...conversation, messages }), { ...message, parts })
    return parts.flatMap((part) => (part.kind === 'call' && !hasEnded(part.call) ? [part.call.id] : []))
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

  #live(conversation: Conversation): ActiveConversation {
    const { id } = conversation
    return this.#running.get(id)?.live ?? new ActiveConversation(conversation, (event) => this.#deps.publish(id, event))
  }

  #addUserMessage(live: ActiveConversation, conversation: Conversation, own: UserInput): void {
    this.#addMessage(live, { role: 'user', state: 'done', parts: userParts(own, this.#deps.clock) })
    if (conversation.title === '') this.#title(live, conversation.id, titleOfOwn(own))
  }

  #addMessage(live: ActiveConversation, start: Pick<Message, 'role' | 'parts' | 'model'> & { readonly state: TurnState }): Message {
    const message: Message = { id: MessageId.parse(this.#deps.clock.newId()), created: this.#deps.clock.now(), ...start }
    this.#deps.store.addMessage(live.id, message)
    live.publish({ type: 'messageAdded', message })
    this.#deps.list.tell()
    return message
  }

  #title(live: ActiveConversation, conversationId: ConversationId, title: string): void {
    this.#deps.store.rename(conversationId, title)
    live.publish({ type: 'titled', title })
    this.#deps.list.tell()
  }

  #startAnswer(live: ActiveConversation, model: ModelRef): void {
    this.#start(live, this.#addMessage(live, { role: 'assistant', state: 'running', parts: [], model }))
  }

  #start(live: ActiveConversation, message: Message): void {
    const conversationId = live.id
    const { messages, chosenAccounts } = this.#deps.store.load(conversationId)
    const earlier = messages.slice(
      0,
      messages.findIndex(({ id }) => id === message.id),
    )
    const turn = new RunningTurn(
      { ...this.#deps, onState: () => this.#deps.list.tell() },
      { conversationId, chosenAccounts, earlier, message },
      live,
    )
    const ended = turn.run().finally(() => {
      this.#running.delete(conversationId)
      this.#deps.list.tell()
    })
    this.#running.set(conversationId, { live, turn, ended })
  }
}
