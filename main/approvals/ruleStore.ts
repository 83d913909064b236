import { isDeepStrictEqual } from 'node:util'
import type { ApprovalHistory } from '../../shared/domain/approvalHistory'
import type { Tool } from '../../shared/domain/catalog'
import { RuleId, type ConversationId, type ServerId } from '../../shared/domain/ids'
import type { Rule } from '../../shared/domain/rule'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { QuestionStore } from '../questions/questionStore'
import type { Database } from '../storage/database'
import { rowOf, ruleColumns, ruleOf, scopeKey } from './ruleRows'

/** How long a rule stays visible after it ended. Also below the longest delay of a timer. */
const SHOWN_AFTER_END = 30 * 24 * 60 * 60 * 1000
const FORGOTTEN_KEPT = 20
const LONGEST_TIMER = 2 ** 31 - 1

export interface RuleStoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly questions: Pick<QuestionStore, 'approvalHistory'>
  /** Whether the rules of a conversation must not reach the disk. Absent: those of none. */
  readonly isTemporary?: (conversationId: ConversationId) => boolean
}

/** Owner of the remembered answers to approvals. */
export class RuleStore implements Disposable {
  /** Emitted when a rule was added, removed, changed, or ended by itself. */
  readonly changes = new Emitter<readonly Rule[]>()
  readonly #database: Database
  readonly #clock: Clock
  readonly #isTemporary: (conversationId: ConversationId) => boolean
  readonly #questions: Pick<QuestionStore, 'approvalHistory'>
  /** Cached between changes, because the rules are needed before every call. */
  #rules: readonly Rule[]
  /** Of temporary conversations: they are in memory alone. */
  #temporary: readonly Rule[] = []
  /** For "Undo", latest first. */
  #forgotten: readonly Rule[] = []
  #forgetTimer: () => void = () => undefined

  constructor(deps: RuleStoreDeps) {
    this.#isTemporary = deps.isTemporary ?? (() => false)
    this.#database = deps.database
    this.#clock = deps.clock
    this.#questions = deps.questions
    this.#database.run(`DELETE FROM rule WHERE lasts = 'until' AND until < ?`, this.#clock.now() - SHOWN_AFTER_END)
    this.#rules = this.#read()
    this.#awaitNextEnd()
  }

  /** All rules, oldest first, including ended ones. */
  all(): readonly Rule[] {
    return this.#rules
  }

  /** The rules for a tool that are bound to this definition. */
  ofDefinition(serverId: ServerId, tool: string, hash: string): readonly Rule[] {
    return this.#rules.filter(
      ({ subject, definitionHash }) => subject.serverId === serverId && subject.tool === tool && definitionHash === hash,
    )
  }

  /** Whether the person has said that this tool, as it is defined now, asks in the conversation though it declares nothing. */
  asksInConversation(serverId: ServerId, { name, hash }: Pick<Tool, 'name' | 'hash'>): boolean {
    return this.lasting().some(
      ({ subject, definitionHash, inConversation }) =>
        inConversation && subject.serverId === serverId && subject.tool === name && definitionHash === hash,
    )
  }

  /** Adds a rule. It replaces an older rule with exactly the same scope. */
  add(rule: Omit<Rule, 'id' | 'created'>): Rule {
    const added: Rule = { ...rule, id: RuleId.parse(this.#clock.newId()), created: this.#clock.now() }
    this.#write(added)
    return added
  }

  /** All rules that still count and belong to no conversation, oldest first. */
  lasting(): readonly Rule[] {
    const now = this.#clock.now()
    return this.#rules.filter(({ lasts, until }) => lasts === 'always' || (lasts === 'until' && until !== undefined && until > now))
  }

  /** Puts lasting rules in the place of others, all at once: no call is decided in between. `restore` brings those back. */
  replace(removed: readonly Pick<Rule, 'id'>[], added: readonly Omit<Rule, 'id' | 'created' | 'conversationId'>[]): void {
    if (removed.length + added.length === 0) return
    const gone = this.#rules.filter((rule) => removed.some(({ id }) => id === rule.id))
    this.#forgotten = [...gone, ...this.#forgotten].slice(0, FORGOTTEN_KEPT)
    this.#database.transaction(() => {
      for (const { id } of removed) this.#database.run('DELETE FROM rule WHERE id = ?', id)
      for (const rule of added) this.#insert({ ...rule, id: RuleId.parse(this.#clock.newId()), created: this.#clock.now() })
    })
    this.#changed()
  }

  /** @throws {AppError} NOT_FOUND if the rule was deleted meanwhile */
  change(id: RuleId, rule: Omit<Rule, 'id' | 'created' | 'madeFrom'>): Rule {
    const { created: before, madeFrom, ...said } = this.get(id)
    // What the person decides now counts as decided now: it may go before a rule that they made meanwhile.
    const created = isDeepStrictEqual({ ...said, ...rule }, said) ? before : this.#clock.now()
    const changed: Rule = { ...rule, id, created, ...(madeFrom !== undefined && { madeFrom }) }
    this.#write(changed)
    return changed
  }

  /** @throws {AppError} NOT_FOUND */
  get(id: RuleId): Rule {
    const rule = this.#rules.find((one) => one.id === id)
    if (!rule) throw new AppError('NOT_FOUND', { reason: 'approvals.ruleGone' })
    return rule
  }

  forget(id: RuleId): void {
    const rule = this.#rules.find((one) => one.id === id)
    if (rule) this.#forgotten = [rule, ...this.#forgotten].slice(0, FORGOTTEN_KEPT)
    this.#temporary = this.#temporary.filter((one) => one.id !== id)
    this.#database.run('DELETE FROM rule WHERE id = ?', id)
    this.#changed()
  }

  /** Restores a rule that was deleted in this run. @throws {AppError} NOT_FOUND */
  restore(id: RuleId): void {
    const rule = this.#forgotten.find((one) => one.id === id)
    if (!rule || !this.#hasConversation(rule)) throw new AppError('NOT_FOUND', { reason: 'approvals.cannotRestore' })
    this.#forgotten = this.#forgotten.filter((one) => one !== rule)
    this.#write(rule)
  }

  /** What a person decided about one tool before. */
  history(serverId: ServerId, tool: string): ApprovalHistory {
    return this.#questions.approvalHistory(serverId, tool)
  }

  /** Deletes a server's allow rules, because another program uses its name now. Rules that ask or deny stay. */
  forgetServer(serverId: ServerId): void {
    const stays = ({ subject, verdict }: Rule): boolean => subject.serverId !== serverId || verdict !== 'allow'
    this.#forgotten = this.#forgotten.filter(stays)
    const isOnDisk = this.#database.get(`SELECT 1 FROM rule WHERE server = ? AND verdict = 'allow'`, serverId) !== undefined
    if (!isOnDisk && this.#temporary.every(stays)) return
    this.#temporary = this.#temporary.filter(stays)
    this.#database.run(`DELETE FROM rule WHERE server = ? AND verdict = 'allow'`, serverId)
    this.#changed()
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#forgotten = []
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM rule WHERE server = ?', to)
      this.#database.run('UPDATE rule SET server = ? WHERE server = ?', to, from)
    })
    this.#temporary = this.#temporary.flatMap((rule) => renamed(rule, from, to))
    this.#changed()
  }

  /** Call it when the policy's rules changed, so that listeners evaluate again. */
  lookAgain(): void {
    this.changes.emit(this.#rules)
  }

  /** Writes what holds in a temporary conversation. Call it right after that was kept, because its rules are read from disk from now on. */
  conversationKept(id: ConversationId): void {
    const kept = this.#temporary.filter(({ conversationId }) => conversationId === id)
    if (kept.length === 0) return
    this.#database.transaction(() => kept.forEach((rule) => this.#insert(rule)))
    this.#temporary = this.#temporary.filter((rule) => !kept.includes(rule))
    this.#changed()
  }

  /** Call it when conversations were added or removed, because their rules come and go with them. */
  conversationsChanged(): void {
    const before = idsOf(this.#rules)
    if (idsOf(this.#read()) !== before) this.#changed()
  }

  [Symbol.dispose](): void {
    this.#forgetTimer()
  }

  #hasConversation({ conversationId }: Rule): boolean {
    if (conversationId === undefined || this.#isTemporary(conversationId)) return true
    return this.#database.get('SELECT 1 FROM conversation WHERE id = ? AND removed IS NULL', conversationId) !== undefined
  }

  #write(rule: Rule): void {
    const key = scopeKey(rule)
    const replaced = this.#rules.filter((one) => one.id === rule.id || scopeKey(one) === key)
    if (rule.conversationId !== undefined && this.#isTemporary(rule.conversationId)) {
      this.#temporary = [...this.#temporary.filter((one) => !replaced.includes(one)), rule]
      return this.#changed()
    }
    this.#database.transaction(() => {
      for (const { id } of replaced) this.#database.run('DELETE FROM rule WHERE id = ?', id)
      this.#insert(rule)
    })
    this.#changed()
  }

  #insert(rule: Rule): void {
    this.#database.run(`INSERT INTO rule (${ruleColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, ...rowOf(rule))
  }

  #changed(): void {
    this.#rules = this.#read()
    this.#awaitNextEnd()
    this.changes.emit(this.#rules)
  }

  /** All rows except those of conversations in the trash, which return with the conversation. */
  #read(): readonly Rule[] {
    const rows = this.#database.all(
      `SELECT rule.* FROM rule LEFT JOIN conversation ON conversation.id = rule.conversation
       WHERE conversation.removed IS NULL ORDER BY rule.created, rule.id`,
    )
    this.#temporary = this.#temporary.filter(({ conversationId }) => conversationId !== undefined && this.#isTemporary(conversationId))
    return [...rows.flatMap((row) => ruleOf(row) ?? []), ...this.#temporary]
  }

  #awaitNextEnd(): void {
    this.#forgetTimer()
    const now = this.#clock.now()
    const ends = this.#rules.flatMap(({ lasts, until }) => (lasts === 'until' && until !== undefined && until > now ? [until] : []))
    if (ends.length === 0) return
    this.#forgetTimer = this.#clock.after(Math.min(Math.min(...ends) - now, LONGEST_TIMER), () => this.#changed())
  }
}

/** The rule under the server's new name; none if an earlier server had that name. */
function renamed(rule: Rule, from: ServerId, to: ServerId): readonly Rule[] {
  const { subject } = rule
  if (subject.serverId === to) return []
  return [subject.serverId === from ? { ...rule, subject: { ...subject, serverId: to } } : rule]
}

function idsOf(rules: readonly Rule[]): string {
  return rules.map(({ id }) => id).join()
}
