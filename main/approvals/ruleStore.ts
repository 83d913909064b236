import type { ApprovalHistory } from '../../shared/domain/approval'
import { RuleId, type ServerId } from '../../shared/domain/ids'
import type { Rule } from '../../shared/domain/rule'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { QuestionStore } from '../questions/questionStore'
import type { Database } from '../storage/database'
import { rowOf, ruleColumns, ruleOf, scopeKey } from './ruleRows'

/** How long a rule is shown after its last day, and the longest that a timer can wait. */
const SHOWN_AFTER_END = 30 * 24 * 60 * 60 * 1000
const FORGOTTEN_KEPT = 20
const LONGEST_TIMER = 2 ** 31 - 1

/** The one owner of remembered answers to approvals. */
export class RuleStore implements Disposable {
  /** Told when a rule comes, goes, changes, or ends by itself. */
  readonly changes = new Emitter<readonly Rule[]>()
  readonly #database: Database
  readonly #clock: Clock
  readonly #questions: Pick<QuestionStore, 'approvalHistory'>
  /** Read once, and again after every change: they are looked at before every call. */
  #rules: readonly Rule[]
  /** For "Undo", the latest first. */
  #forgotten: readonly Rule[] = []
  #forgetTimer: () => void = () => undefined

  constructor(deps: { readonly database: Database; readonly clock: Clock; readonly questions: Pick<QuestionStore, 'approvalHistory'> }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#questions = deps.questions
    this.#database.run(`DELETE FROM rule WHERE lasts = 'until' AND until < ?`, this.#clock.now() - SHOWN_AFTER_END)
    this.#rules = this.#read()
    this.#awaitNextEnd()
  }

  /** Oldest first, those that have ended among them. */
  all(): readonly Rule[] {
    return this.#rules
  }

  /** Those that were made for a tool as it was with this definition. */
  ofDefinition(serverId: ServerId, tool: string, hash: string): readonly Rule[] {
    return this.#rules.filter(
      ({ subject, definitionHash }) => subject.serverId === serverId && subject.tool === tool && definitionHash === hash,
    )
  }

  /** Takes the place of an older rule for exactly the same. */
  add(rule: Omit<Rule, 'id' | 'created'>): Rule {
    const added: Rule = { ...rule, id: RuleId.parse(this.#clock.newId()), created: this.#clock.now() }
    this.#write(added)
    return added
  }

  /** @throws {AppError} NOT_FOUND when it was deleted meanwhile. */
  change(id: RuleId, rule: Omit<Rule, 'id' | 'created' | 'madeFrom'>): Rule {
    const { created, madeFrom } = this.get(id)
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
    this.#database.run('DELETE FROM rule WHERE id = ?', id)
    this.#changed()
  }

  /** Brings back a rule that was forgotten in this run. @throws {AppError} NOT_FOUND */
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

  /** Another program answers to this name now: what was allowed to the one before is not allowed to it. What is asked or denied stays so. */
  forgetServer(serverId: ServerId): void {
    this.#forgotten = this.#forgotten.filter(({ subject, verdict }) => subject.serverId !== serverId || verdict !== 'allow')
    if (!this.#database.get(`SELECT 1 FROM rule WHERE server = ? AND verdict = 'allow'`, serverId)) return
    this.#database.run(`DELETE FROM rule WHERE server = ? AND verdict = 'allow'`, serverId)
    this.#changed()
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#forgotten = []
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM rule WHERE server = ?', to)
      this.#database.run('UPDATE rule SET server = ? WHERE server = ?', to, from)
    })
    this.#changed()
  }

  /** What the policy adds to these rules is different now: whoever decides by them looks again. */
  lookAgain(): void {
    this.changes.emit(this.#rules)
  }

  /** Conversations came or went, and their rules with them. */
  conversationsChanged(): void {
    const before = idsOf(this.#rules)
    if (idsOf(this.#read()) !== before) this.#changed()
  }

  [Symbol.dispose](): void {
    this.#forgetTimer()
  }

  #hasConversation({ conversationId }: Rule): boolean {
    if (conversationId === undefined) return true
    return this.#database.get('SELECT 1 FROM conversation WHERE id = ? AND removed IS NULL', conversationId) !== undefined
  }

  #write(rule: Rule): void {
    const key = scopeKey(rule)
    const replaced = this.#rules.filter((one) => one.id === rule.id || scopeKey(one) === key)
    this.#database.transaction(() => {
      for (const { id } of replaced) this.#database.run('DELETE FROM rule WHERE id = ?', id)
      this.#database.run(`INSERT INTO rule (${ruleColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, ...rowOf(rule))
    })
    this.#changed()
  }

  #changed(): void {
    this.#rules = this.#read()
    this.#awaitNextEnd()
    this.changes.emit(this.#rules)
  }

  /** Without those of conversations that are in the bin: they come back with them. */
  #read(): readonly Rule[] {
    const rows = this.#database.all(
      `SELECT rule.* FROM rule LEFT JOIN conversation ON conversation.id = rule.conversation
       WHERE conversation.removed IS NULL ORDER BY rule.created, rule.id`,
    )
    return rows.flatMap((row) => ruleOf(row) ?? [])
  }

  #awaitNextEnd(): void {
    this.#forgetTimer()
    const now = this.#clock.now()
    const ends = this.#rules.flatMap(({ lasts, until }) => (lasts === 'until' && until !== undefined && until > now ? [until] : []))
    if (ends.length === 0) return
    this.#forgetTimer = this.#clock.after(Math.min(Math.min(...ends) - now, LONGEST_TIMER), () => this.#changed())
  }
}

function idsOf(rules: readonly Rule[]): string {
  return rules.map(({ id }) => id).join()
}
