import { setImmediate as turn } from 'node:timers/promises'
import type { Tool } from '../../shared/domain/catalog'
import type {
  AcceptedTool,
  DefinitionChange,
  DefinitionStatus,
  SuspiciousText,
  PinnedDefinition,
  PinnedTool,
} from '../../shared/domain/definitionChange'
import type { AccountId, ServerId } from '../../shared/domain/ids'
import type { AnswerTo, ChangedDetails } from '../../shared/domain/question'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { QuestionStore } from '../questions/questionStore'
import type { Database } from '../storage/database'
import { DefinitionChangeQuestions, onePerHash } from './definitionChangeQuestions'
import {
  changesIn,
  newPins,
  pinsByName,
  type Change,
  type NewPins,
  type DefinitionSet,
  type SeenOffer,
  type ServerPins,
} from './compareDefinitions'
import { changesShown } from './changesShown'
import { definitionStatus } from './definitionStatus'
import { detectPromptInjection } from './detectPromptInjection'
import { instructionsHash, pinnedInstructions, pinnedTool, saysTheSame, wordsOf } from './pinnedDefinition'
import { noticedIn } from './noticedIn'
import { acceptedLater, acceptedSince, PinTable } from './pinTable'
import { ToolShadowing } from './toolShadowing'

/** Writing this many takes some milliseconds. */
const WRITTEN_AT_ONCE = 300

export interface DefinitionsDeps {
  readonly database: Database
  readonly clock: Clock
  /** Absent if no person can review changes. Changed definitions then stay off. */
  readonly questions: Pick<QuestionStore, 'ask'> | undefined
  /** The rules that apply only to this definition of a tool, as sentences. */
  readonly rulesOf: (serverId: ServerId, tool: string, hash: string) => readonly Message[]
}

/**
 * Owner of the definitions that the user accepted. What a server offers at first is accepted with it. What changes later is off until the
 * user has reviewed the difference.
 */
export class PinnedDefinitionStore implements Disposable {
  /** Emitted after the state of any server changed. */
  readonly changes = new Emitter<void>()
  readonly #deps: DefinitionsDeps
  readonly #table: PinTable
  readonly #questions: DefinitionChangeQuestions | undefined
  readonly #shadowing = new ToolShadowing()
  readonly #pins = new Map<ServerId, ServerPins>()
  /** What each server offers now, by account. */
  readonly #offers = new Map<ServerId, Map<string, DefinitionSet>>()
  readonly #changed = new Map<ServerId, readonly Change[]>()
  #closed = false

  constructor(deps: DefinitionsDeps) {
    this.#deps = deps
    this.#table = new PinTable(deps.database)
    this.#questions = deps.questions && new DefinitionChangeQuestions(deps.questions, deps.clock)
  }

  /** Saves the definitions of a catalogue before `seen`, in parts, so that thousands of tools block nothing. */
  async prepare(serverId: ServerId, { accountId, tools, instructions = '' }: SeenOffer): Promise<void> {
    const offer: DefinitionSet = { accountId: accountId ?? '', tools, instructions }
    const { put } = newPins(this.#load(serverId), offer)
    for (let from = 0; put.length > WRITTEN_AT_ONCE && from < put.length && !this.#closed; from += WRITTEN_AT_ONCE) {
      this.#write(serverId, offer, put.slice(from, from + WRITTEN_AT_ONCE))
      await turn()
    }
  }

  /** Call it after a server's lists were read. New definitions are saved, and changed ones are off from now on. */
  seen(serverId: ServerId, { accountId, tools, instructions = '' }: SeenOffer): void {
    const offer: DefinitionSet = { accountId: accountId ?? '', tools, instructions }
    // Read again, because another process may have written meanwhile.
    const known = this.#load(serverId)
    const { put, drop } = newPins(known, offer)
    if (put.length + drop.length > 0) {
      this.#table.together(() => {
        this.#write(serverId, offer, put)
        for (const pin of drop) this.#table.drop(serverId, pin)
      })
    }
    const offers = this.#offers.get(serverId) ?? new Map<string, DefinitionSet>()
    this.#offers.set(serverId, offers.set(offer.accountId, offer))
    this.#shadowing.offer(serverId, new Set([...offers.values()].flatMap((one) => one.tools.map(({ name }) => name))))
    const pins = put.length + drop.length > 0 ? this.#load(serverId) : known
    if (this.#takeOverCut(serverId, changesIn(pins, offer))) this.#load(serverId)
    this.#reconsider(serverId)
  }

  /** A tool's relation to what the user accepted. Fast, because every call needs it. */
  standing(serverId: ServerId, tool: Pick<Tool, 'name' | 'hash'>): 'accepted' | 'added' | 'changed' {
    const pins = this.#pinsOf(serverId).tools.get(tool.name) ?? []
    const same = pins.find(({ hash }) => hash === tool.hash)
    if (same) return same.added ? 'added' : 'accepted'
    return pins.every(({ added }) => added) ? 'added' : 'changed'
  }

  /** Since when the user accepts a tool as it is now, in milliseconds since 1970; undefined where they do not. */
  acceptedAt(serverId: ServerId, tool: Pick<Tool, 'name' | 'hash'>): number | undefined {
    return acceptedSince(this.#pinsOf(serverId).tools.get(tool.name) ?? [], tool.hash)
  }

  /** Whether a tool that the server lists now (or, as long as it has not run, listed at last) is accepted as it is only since after this moment. */
  acceptedAfter(serverId: ServerId, at: number): boolean {
    const later = new Set([...this.#pinsOf(serverId).tools.values()].flatMap((pins) => acceptedLater(pins, at)))
    return this.#offers.has(serverId) ? this.#toolsNow(serverId).some(({ hash }) => later.has(hash)) : later.size > 0
  }

  /** A tool as the user accepted it, for when its server is not running. */
  acceptedTool(serverId: ServerId, name: string): PinnedTool | undefined {
    const [pin] = this.#pinsOf(serverId).tools.get(name) ?? []
    const definition = pin && this.#table.definition(serverId, pin)
    return definition?.what === 'tool' ? definition : undefined
  }

  /** Every definition of a tool that the user accepted, for any account, and whether the server still lists it. */
  acceptedTools(serverId: ServerId): readonly AcceptedTool[] {
    const accepted = this.#table.accepted(serverId)
    if (!this.#offers.has(serverId)) return accepted
    const listed = new Set(this.#toolsNow(serverId).map(({ hash }) => hash))
    return accepted.map((tool) => (listed.has(tool.hash) ? tool : { ...tool, unlisted: true }))
  }

  /** A tool that any account of the server is offered now, with exactly this definition. */
  offered(serverId: ServerId, name: string, hash: string): Tool | undefined {
    return this.#toolsNow(serverId).find((tool) => tool.name === name && tool.hash === hash)
  }

  /** The accepted tools declared to reach outside this computer, for when the server is not running. */
  openWorldTools(serverId: ServerId): readonly Pick<Tool, 'name' | 'annotations'>[] {
    return this.#table.openWorld(serverId).map((name) => ({ name, annotations: { openWorldHint: true } }))
  }

  /** Whether these instructions differ from the accepted ones and must not reach the model. */
  instructionsOff(serverId: ServerId, text: string): boolean {
    const hash = instructionsHash(text)
    return text !== '' && !this.#pinsOf(serverId).instructions.some((pin) => pin.hash === hash)
  }

  /** @throws {AppError} CONFLICT if the tool differs from the accepted one, so that nobody can call it */
  requireAccepted(serverId: ServerId, tool: Tool): void {
    if (this.standing(serverId, tool) === 'changed')
      throw new AppError('CONFLICT', { reason: 'definitions.toolChanged', params: { tool: tool.name, server: serverId } })
  }

  /** Call it when a person allowed a call of this tool. An added tool then counts as accepted. */
  allowed(serverId: ServerId, tool: Tool): void {
    if (this.standing(serverId, tool) !== 'added') return
    this.#table.allow(serverId, tool.name, tool.hash, this.#deps.clock.now())
    this.#load(serverId)
    this.#reconsider(serverId)
  }

  /** Asks again about all changes, including those that the user rejected. */
  review(serverId: ServerId): void {
    this.#table.wantAgain(serverId)
    this.#load(serverId)
    this.#reconsider(serverId)
  }

  /** The state of every server that was seen, compared with what the user accepted. */
  stands(): Readonly<Record<ServerId, DefinitionStatus>> {
    return Object.fromEntries([...this.#offers.keys()].map((serverId) => [serverId, this.#stand(serverId)]))
  }

  /** Warnings about one tool: its text, tools it could be mistaken for, and tools of others that it mentions. */
  noticedOf(serverId: ServerId, tool: Tool): readonly Message[] {
    return [
      ...detectPromptInjection(pinnedTool(tool)),
      ...this.#shadowing.lookAlikes(serverId, tool.name),
      ...this.#shadowing.mentions(serverId, wordsOf(pinnedTool(tool))),
    ]
  }

  /** Warnings about everything that a server offers. Thousands of tools are checked in several turns. */
  noticed(serverId: ServerId, signal: AbortSignal): Promise<SuspiciousText> {
    return noticedIn(
      [...(this.#offers.get(serverId)?.values() ?? [])],
      {
        ofTool: (tool) => this.noticedOf(serverId, tool),
        ofInstructions: (text) => [...detectPromptInjection(pinnedInstructions(text)), ...this.#shadowing.mentions(serverId, text)],
      },
      signal,
    )
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#forgetSeen(from)
    this.#forgetSeen(to)
    this.#table.rename(from, to)
  }

  /** Forgets a server's definitions, because another program uses its name now. The next ones count as the first. */
  forgetServer(serverId: ServerId): void {
    this.#forgetSeen(serverId)
    this.#table.forget(serverId)
    this.changes.emit()
  }

  /** Call it when the user removed a server. Its accepted definitions stay until the removal can no longer be undone. */
  serverRemoved({ id: serverId }: { readonly id: ServerId }): void {
    this.#questions?.end(serverId, 'serverRemoved')
    this.#forgetSeen(serverId)
    this.changes.emit()
  }

  /** Drops what removed accounts were offered. What was accepted for them stays accepted. */
  keepAccounts(accounts: readonly { readonly serverId: ServerId; readonly accountId: AccountId }[]): void {
    const known = new Set(accounts.map(({ serverId, accountId }) => `${accountId} ${serverId}`))
    for (const [serverId, offers] of this.#offers) {
      const gone = [...offers.keys()].filter((accountId) => accountId !== '' && !known.has(`${accountId} ${serverId}`))
      for (const accountId of gone) offers.delete(accountId)
      if (gone.length > 0) this.#reconsider(serverId)
    }
  }

  keepOnly(servers: ReadonlySet<ServerId>): void {
    for (const serverId of this.#table.servers()) if (!servers.has(serverId)) this.#table.forget(serverId)
  }

  [Symbol.dispose](): void {
    this.#closed = true
    this.#questions?.[Symbol.dispose]()
  }

  #pinsOf(serverId: ServerId): ServerPins {
    return this.#pins.get(serverId) ?? this.#load(serverId)
  }

  /** What the server lists now, to all of its accounts. */
  #toolsNow(serverId: ServerId): readonly Tool[] {
    return [...(this.#offers.get(serverId)?.values() ?? [])].flatMap(({ tools }) => tools)
  }

  #write(serverId: ServerId, { accountId }: DefinitionSet, put: NewPins['put']): void {
    this.#table.together(() => {
      for (const { definition, added } of put) this.#table.put(serverId, { accountId, accepted: this.#deps.clock.now(), added }, definition)
    })
  }

  #load(serverId: ServerId): ServerPins {
    const pins = pinsByName(this.#table.of(serverId))
    this.#pins.set(serverId, pins)
    return pins
  }

  #forgetSeen(serverId: ServerId): void {
    this.#questions?.end(serverId, 'serverReplaced')
    this.#pins.delete(serverId)
    this.#offers.delete(serverId)
    this.#changed.delete(serverId)
    this.#shadowing.forget(serverId)
  }

  /** Text beyond the limit is neither kept, shown nor sent, so a change only there is accepted without a question. */
  #takeOverCut(serverId: ServerId, changes: readonly Change[]): boolean {
    let taken = false
    for (const { before, accountId, after } of changes) {
      const now = after()
      const text = now.what === 'tool' ? now.description : now.text
      if (text?.endsWith('…') !== true || !saysTheSame(this.#table.definition(serverId, before), now)) continue
      this.#table.put(serverId, { accountId, accepted: before.accepted, added: false }, now)
      taken = true
    }
    return taken
  }

  #reconsider(serverId: ServerId): void {
    const pins = this.#pinsOf(serverId)
    const changes = [...(this.#offers.get(serverId)?.values() ?? [])].flatMap((offer) => changesIn(pins, offer))
    this.#changed.set(serverId, changes)
    this.#askAbout(serverId, changes)
    this.changes.emit()
  }

  #askAbout(serverId: ServerId, changes: readonly Change[]): void {
    const open = onePerHash(changes.filter(({ before, hash }) => !before.keptOff.includes(hash)))
    if (this.#closed || !this.#questions) return
    if (open.length === 0) return this.#questions.end(serverId, 'asAccepted')
    const key = open.map(({ hash }) => hash).join()
    const details = (): ChangedDetails => changesShown(open, (change) => this.#describe(serverId, change))
    this.#questions.ask(serverId, key, details, (answer, shown) => this.#take(serverId, answer, shown))
  }

  #describe(serverId: ServerId, change: Change): DefinitionChange {
    const before = this.#table.definition(serverId, change.before)
    const after = change.after()
    const spokenOf = new Set(this.#shadowing.mentions(serverId, wordsOf(before)).map(canonicalJson))
    const mentions = this.#shadowing.mentions(serverId, wordsOf(after)).filter((mention) => !spokenOf.has(canonicalJson(mention)))
    const alike = after.what === 'tool' ? this.#shadowing.lookAlikes(serverId, after.name) : []
    return {
      before,
      after,
      accepted: change.before.accepted,
      noticed: [...detectPromptInjection(after, before), ...mentions, ...alike],
      rules: after.what === 'tool' ? this.#deps.rulesOf(serverId, after.name, before.hash) : [],
    }
  }

  #take(serverId: ServerId, { action, hashes }: AnswerTo<'changed'>, shown: ChangedDetails): void {
    const accepted = new Set(action === 'accept' ? (hashes ?? shown.changes.map(({ after }) => after.hash)) : [])
    this.#table.together(() => {
      for (const change of this.#changed.get(serverId) ?? []) {
        if (accepted.has(change.hash)) this.#accept(serverId, change)
      }
      const off = shown.changes.filter(({ after }) => !accepted.has(after.hash)).map(({ after }) => after)
      for (const [one, ...others] of Map.groupBy(off, ({ what, name }) => `${what} ${name}`).values()) {
        const hashes = [one, ...others].flatMap((each) => (each ? [each.hash] : []))
        for (const pin of one ? this.#same(serverId, one) : []) this.#table.keepOff(serverId, pin, hashes)
      }
    })
    this.#load(serverId)
    this.#reconsider(serverId)
  }

  /** Definitions accepted for accounts that are not in use no longer count, because they would keep the old definition allowed. */
  #accept(serverId: ServerId, { before, accountId, after }: Change): void {
    const definition = after()
    const offers = this.#offers.get(serverId)
    for (const pin of this.#same(serverId, definition)) if (!offers?.has(pin.accountId)) this.#table.drop(serverId, pin)
    this.#table.drop(serverId, { ...before, accountId })
    this.#table.put(serverId, { accountId, accepted: this.#deps.clock.now(), added: false }, definition)
  }

  #same(serverId: ServerId, { what, name }: PinnedDefinition): ServerPins['instructions'] {
    const pins = this.#pinsOf(serverId)
    return what === 'instructions' ? pins.instructions : (pins.tools.get(name) ?? [])
  }

  #stand(serverId: ServerId): DefinitionStatus {
    const added = this.#toolsNow(serverId).filter((tool) => this.standing(serverId, tool) === 'added')
    return definitionStatus(this.#changed.get(serverId) ?? [], added)
  }
}
