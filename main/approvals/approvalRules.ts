import * as z from 'zod'
import { RuleLasts, RuleReach, type ApprovalHistory, type ApprovalRule } from '../../shared/domain/approval'
import { ConversationId, RuleId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { QuestionBook } from '../questions/questionBook'
import type { Database } from '../storage/database'

const Row = z.object({
  id: RuleId,
  server: ServerId,
  reach: RuleReach,
  tool: z.string().nullable(),
  definition_hash: z.string().nullable(),
  verdict: z.enum(['allow', 'deny']),
  lasts: RuleLasts,
  conversation: ConversationId.nullable(),
  created: z.number(),
})

/** The one owner of remembered answers to approvals. */
export class ApprovalRules {
  readonly changes = new Emitter<readonly ApprovalRule[]>()
  readonly #database: Database
  readonly #clock: Clock
  readonly #questions: Pick<QuestionBook, 'approvalHistory'>

  constructor(deps: { readonly database: Database; readonly clock: Clock; readonly questions: Pick<QuestionBook, 'approvalHistory'> }) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#questions = deps.questions
  }

  /** Read every time: a rule goes away with its conversation, without asking here. */
  all(): readonly ApprovalRule[] {
    return this.#database.all<unknown>('SELECT * FROM rule ORDER BY created, id').flatMap((row) => {
      const parsed = Row.safeParse(row)
      // A rule that cannot be read allows nothing: unknown means ask.
      return parsed.success ? [toRule(parsed.data)] : []
    })
  }

  /** Takes the place of an older rule for exactly the same. */
  add(rule: Omit<ApprovalRule, 'id' | 'created'>): ApprovalRule {
    const added: ApprovalRule = { ...rule, id: RuleId.parse(this.#clock.newId()), created: this.#clock.now() }
    if (added.reach === 'tool' && (added.tool === undefined || added.definitionHash === undefined)) {
      throw new AppError('INVALID_INPUT', 'A rule for one tool needs the tool and its definition')
    }
    if (added.lasts === 'conversation' && added.conversationId === undefined) {
      throw new AppError('INVALID_INPUT', 'A rule for one conversation needs the conversation')
    }
    this.#database.transaction(() => this.#replace(added))
    this.changes.emit(this.all())
    return added
  }

  forget(id: RuleId): void {
    this.#database.run('DELETE FROM rule WHERE id = ?', id)
    this.changes.emit(this.all())
  }

  /** What a person decided about one tool before. */
  history(serverId: ServerId, tool: string): ApprovalHistory {
    return this.#questions.approvalHistory(serverId, tool)
  }

  /** Another program answers to this name now: what was allowed to the one before is not allowed to it. */
  forgetServer(serverId: ServerId): void {
    if (!this.#database.get('SELECT 1 FROM rule WHERE server = ?', serverId)) return
    this.#database.run('DELETE FROM rule WHERE server = ?', serverId)
    this.changes.emit(this.all())
  }

  renameServer(from: ServerId, to: ServerId): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM rule WHERE server = ?', to)
      this.#database.run('UPDATE rule SET server = ? WHERE server = ?', to, from)
    })
    this.changes.emit(this.all())
  }

  #replace(rule: ApprovalRule): void {
    const conversation = rule.conversationId ?? null
    const tool = rule.tool ?? null
    this.#database.run(
      'DELETE FROM rule WHERE server = ? AND reach = ? AND tool IS ? AND lasts = ? AND conversation IS ?',
      rule.serverId,
      rule.reach,
      tool,
      rule.lasts,
      conversation,
    )
    this.#database.run(
      `INSERT INTO rule (id, server, reach, tool, definition_hash, verdict, lasts, conversation, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      rule.id,
      rule.serverId,
      rule.reach,
      tool,
      rule.definitionHash ?? null,
      rule.verdict,
      rule.lasts,
      conversation,
      rule.created,
    )
  }
}

function toRule(row: z.infer<typeof Row>): ApprovalRule {
  return {
    id: row.id,
    serverId: row.server,
    reach: row.reach,
    ...(row.tool !== null && { tool: row.tool }),
    ...(row.definition_hash !== null && { definitionHash: row.definition_hash }),
    verdict: row.verdict,
    lasts: row.lasts,
    ...(row.conversation !== null && { conversationId: row.conversation }),
    created: row.created,
  }
}
