import type { Call, ChatEvent, Conversation, Part } from '../../shared/domain/chat'
import type { CallId, ConversationId } from '../../shared/domain/ids'
import { taintFromCall, taintFromAttachment, type TaintedText } from './taintSources'

/** Loads conversations. */
export interface ConversationSource {
  load(conversationId: ConversationId): Pick<Conversation, 'messages'>
}

/** How many conversations are kept in memory. Others are read again when they continue. */
const MOST_CONVERSATIONS = 16

/** How much text of one conversation is kept for searching. The oldest goes first. */
const TEXT_UNITS = 1024 * 1024

interface Page {
  readonly numbers: Map<CallId, number>
  readonly brought: TaintedText[]
  units: number
}

/**
 * Owner of what servers brought into each conversation. A conversation is read when its first call is decided; after that, events keep it
 * current. Nothing here outlives its conversation.
 */
export class TaintStore {
  readonly #source: ConversationSource
  readonly #pages = new Map<ConversationId, Page>()

  constructor(source: ConversationSource) {
    this.#source = source
  }

  /** Everything that servers brought so far, oldest first. @throws {AppError} NOT_FOUND for an unknown conversation */
  brought(conversationId: ConversationId): readonly TaintedText[] {
    return this.#page(conversationId).brought
  }

  /** The call's number in its conversation, counted from 1. */
  numberOf(conversationId: ConversationId, callId: CallId): number | undefined {
    return this.#page(conversationId).numbers.get(callId)
  }

  /** Applies a conversation event. A conversation that is not in memory is read when needed. */
  take(conversationId: ConversationId, event: ChatEvent): void {
    const page = this.#pages.get(conversationId)
    if (!page) return
    // What came in another version is not in front of the model now.
    if (event.type === 'pathChanged') this.#pages.delete(conversationId)
    if (event.type === 'messageAdded') for (const part of event.message.parts) notePart(page, part, event.message.created)
    if (event.type === 'partAdded') notePart(page, event.part, 0)
    if (event.type === 'callChanged') noteCall(page, event.call)
  }

  /** Forgets conversations that no longer exist. */
  keepOnly(isThere: (conversationId: ConversationId) => boolean): void {
    for (const id of this.#pages.keys()) if (!isThere(id)) this.#pages.delete(id)
  }

  /** Forgets everything in memory after a server was renamed. The disk has the new name. */
  forgetAll(): void {
    this.#pages.clear()
  }

  #page(conversationId: ConversationId): Page {
    const page = this.#pages.get(conversationId) ?? this.#read(conversationId)
    // Moved to the end, because the first entry is removed first.
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
  // A call causes several events, but its text is kept once.
  const same = page.brought.findIndex(({ brought }) => brought.callId === call.id)
  if (same !== -1) page.units -= unitsOf(page.brought.splice(same, 1)[0])
  keep(page, came)
}

function keep(page: Page, came: TaintedText): void {
  page.brought.push(came)
  page.units += unitsOf(came)
  forgetText(page)
}

/** Only the text is dropped. The fact that it came stays as long as the conversation. */
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
    // A copy, because a substring would keep the whole string in memory.
    kept.push(text.length <= left ? text : Buffer.from(text.slice(0, left), 'utf16le').toString('utf16le'))
    left -= text.length
  }
  return kept
}

function unitsOf(came: TaintedText | undefined): number {
  return (came?.texts ?? []).reduce((sum, text) => sum + text.length, 0)
}
