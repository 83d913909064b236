import type { Call, ChatEvent, Conversation, Part } from '../../shared/domain/chat'
import type { CallId, ConversationId, FileHash, ServerId } from '../../shared/domain/ids'
import type { JsonValue } from '../../shared/lib/json'
import { collectTexts } from './collectTexts'
import { taintFromAttachment, taintFromCall, taintFromFile, type TaintedText, type TaintSource, type TextFromServers } from './taintSources'

/** Reads conversations, and what servers had brought into the conversation that a file was made of. */
export interface TaintOrigin {
  load(conversationId: ConversationId): Pick<Conversation, 'messages'>
  /** Undefined for a file that no server had a part in. */
  fromServers(sha256: FileHash): TextFromServers | undefined
}

/** How many conversations are kept in memory. Others are read again when they continue. */
const MOST_CONVERSATIONS = 16

/** Of how many requests of its interfaces the text is kept, for each conversation. */
const MOST_BY_APPS = 200

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
  readonly #source: TaintOrigin
  readonly #pages = new Map<ConversationId, Page>()
  /** What servers brought by their interfaces. No event tells of it, so it is not read again with its conversation. */
  readonly #byApps = new Map<ConversationId, Page>()

  constructor(source: TaintOrigin) {
    this.#source = source
  }

  /** Everything that servers brought so far, oldest first. @throws {AppError} NOT_FOUND for an unknown conversation */
  brought(conversationId: ConversationId): readonly TaintedText[] {
    const { brought } = this.#page(conversationId)
    const byApps = this.#byApps.get(conversationId)
    return byApps ? [...brought, ...byApps.brought] : brought
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
    if (event.type === 'messageAdded') for (const part of event.message.parts) this.#note(page, part, event.message.created)
    if (event.type === 'partAdded') this.#note(page, event.part, 0)
    if (event.type === 'callChanged') noteCall(page, event.call)
  }

  /** Notes what the interface of a server got from it. It may come into the conversation by whatever a person does in it. */
  takeFromApp(conversationId: ConversationId, brought: TaintSource, result: JsonValue): void {
    const page = this.#byApps.get(conversationId) ?? { numbers: new Map(), brought: [], units: 0 }
    this.#byApps.set(conversationId, page)
    // Every read of it goes through all. What is forgotten is only older text of the same server.
    if (page.brought.length >= MOST_BY_APPS) page.units -= unitsOf(page.brought.shift())
    keep(page, { brought, texts: collectTexts({ content: [], structuredContent: result }) })
  }

  /** Forgets conversations that no longer exist. */
  keepOnly(isThere: (conversationId: ConversationId) => boolean): void {
    for (const id of [...this.#pages.keys(), ...this.#byApps.keys()]) {
      if (isThere(id)) continue
      this.#pages.delete(id)
      this.#byApps.delete(id)
    }
  }

  /** Call it when the new name is on disk: from there, conversations are read again. What apps brought is nowhere else. */
  serverRenamed(from: ServerId, to: ServerId): void {
    this.#pages.clear()
    for (const page of this.#byApps.values()) {
      page.brought.forEach((came, index) => {
        if (came.brought.serverId === from) page.brought[index] = { ...came, brought: { ...came.brought, serverId: to } }
      })
    }
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
    for (const { parts, created } of this.#source.load(conversationId).messages) for (const part of parts) this.#note(page, part, created)
    return page
  }

  #note(page: Page, part: Part, at: number): void {
    if (part.kind === 'call') noteCall(page, part.call)
    if (part.kind === 'attachment') keep(page, taintFromAttachment(part, at))
    if (part.kind === 'steering') for (const attached of part.attached) this.#note(page, attached, at)
    if (part.kind !== 'file') return
    const origin = this.#source.fromServers(part.file.sha256)
    if (origin) for (const came of taintFromFile(part.file.name, origin, at)) keep(page, came)
  }
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
