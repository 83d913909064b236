import type { Call, ChatEvent, Conversation, Part } from '../../shared/domain/chat'
import type { CallId, ConversationId } from '../../shared/domain/ids'
import { taintFromCall, taintFromAttachment, type TaintedText } from './taintSources'

/** Where conversations are, in memory or on disk. */
export interface ConversationSource {
  load(conversationId: ConversationId): Pick<Conversation, 'messages'>
}

/** So many conversations are kept in memory; others are read again when they go on. */
const MOST_CONVERSATIONS = 16

/** As much text of one conversation is kept for searching; what came first goes first. */
const TEXT_UNITS = 1024 * 1024

interface Page {
  readonly numbers: Map<CallId, number>
  readonly brought: TaintedText[]
  units: number
}

/**
 * The owner of what came into each conversation from servers. A conversation is read when the first call of it is decided; from then on it
 * is told what happens. Nothing here outlives its conversation.
 */
export class TaintStore {
  readonly #source: ConversationSource
  readonly #pages = new Map<ConversationId, Page>()

  constructor(source: ConversationSource) {
    this.#source = source
  }

  /** What came so far, oldest first. @throws {AppError} NOT_FOUND where there is no such conversation. */
  brought(conversationId: ConversationId): readonly TaintedText[] {
    return this.#page(conversationId).brought
  }

  /** Which call of its conversation it is, counted from 1. */
  numberOf(conversationId: ConversationId, callId: CallId): number | undefined {
    return this.#page(conversationId).numbers.get(callId)
  }

  /** Something happened in a conversation. One that is not in memory is read when it is needed. */
  take(conversationId: ConversationId, event: ChatEvent): void {
    const page = this.#pages.get(conversationId)
    if (!page) return
    if (event.type === 'messagesRemoved') this.#pages.delete(conversationId)
    if (event.type === 'messageAdded') for (const part of event.message.parts) notePart(page, part, event.message.created)
    if (event.type === 'partAdded') notePart(page, event.part, 0)
    if (event.type === 'callChanged') noteCall(page, event.call)
  }

  /** Conversations that are not there any more are forgotten. */
  keepOnly(isThere: (conversationId: ConversationId) => boolean): void {
    for (const id of this.#pages.keys()) if (!isThere(id)) this.#pages.delete(id)
  }

  /** A server has another name now: what is on disk says so. */
  forgetAll(): void {
    this.#pages.clear()
  }

  #page(conversationId: ConversationId): Page {
    const page = this.#pages.get(conversationId) ?? this.#read(conversationId)
    // What was used last stands last, and goes last.
    this.#pages.delete(conversationId)
    this.#pages.set(conversationId, page)
    for (const id of this.#pages.keys()) {
      if (this.#pages.size <= MOST_CONVERSATIONS) break
      this.#pages.delete(id)
    }
    return page
  }

  #read(conversationId: ConversationId): Page {
    const page: Page = { numbers: new Map(), brought: [], units: 0 }
    for (const { parts, created } of this.#source.load(conversationId).messages) for (const part of parts) notePart(page, part, created)
    return page
  }
}

function notePart(page: Page, part: Part, at: number): void {
  if (part.kind === 'call') noteCall(page, part.call)
  if (part.kind === 'attachment') keep(page, taintFromAttachment(part, at))
}

function noteCall(page: Page, call: Call): void {
  const number = page.numbers.get(call.id) ?? page.numbers.size + 1
  page.numbers.set(call.id, number)
  const came = taintFromCall(call, number)
  if (!came) return
  // A call is told of more than once; what it brought is there once.
  const same = page.brought.findIndex(({ brought }) => brought.callId === call.id)
  if (same !== -1) page.units -= unitsOf(page.brought.splice(same, 1)[0])
  keep(page, came)
}

function keep(page: Page, came: TaintedText): void {
  page.brought.push(came)
  page.units += unitsOf(came)
  forgetText(page)
}

/** Only the words are let go: that something came is remembered as long as the conversation. */
function forgetText(page: Page): void {
  for (let index = 0; page.units > TEXT_UNITS && index < page.brought.length; index++) {
    const oldest = page.brought[index]
    if (!oldest || oldest.texts.length === 0) continue
    const units = unitsOf(oldest)
    const rest = Math.max(0, TEXT_UNITS - (page.units - units))
    page.brought[index] = { ...oldest, texts: beginningOf(oldest.texts, rest) }
    page.units += unitsOf(page.brought[index]) - units
  }
}

function beginningOf(texts: readonly string[], units: number): readonly string[] {
  let left = units
  const kept: string[] = []
  for (const text of texts) {
    if (left <= 0) break
    // A copy: a piece of a string would keep the whole of it in memory.
    kept.push(text.length <= left ? text : Buffer.from(text.slice(0, left), 'utf16le').toString('utf16le'))
    left -= text.length
  }
  return kept
}

function unitsOf(came: TaintedText | undefined): number {
  return (came?.texts ?? []).reduce((sum, text) => sum + text.length, 0)
}
