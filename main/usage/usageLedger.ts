import * as z from 'zod'
import type { AnswerUsage, TokenUsage } from '../../shared/domain/chat'
import { ModelRef, type ConversationId, type MessageId } from '../../shared/domain/ids'
import type { ModelPrice } from '../../shared/domain/models/modelProvider'
import type { MonthUsage, UsageSum } from '../../shared/domain/usage/usage'
import { ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'
import { costOf } from './costOf'

/** One request to a model that has ended. */
export interface RequestUsage {
  /** Absent for a request that belongs to no message. */
  readonly messageId?: MessageId
  /** Of a request for a conversation that belongs to none of its messages: for its title, or for a summary. */
  readonly conversationId?: ConversationId
  readonly model: ModelRef
  readonly tokens: TokenUsage
  readonly at: number
  /** What its model costs now. Absent where that is not known. */
  readonly price?: ModelPrice | undefined
}

const count = z.number().nullable()
/** Added up as floating-point numbers: an endpoint may count any number, and a sum beyond 2^53 could not be read as an integer. */
const TOKENS = ['input', 'cached', 'written', 'output', 'reasoning'].map((name) => `sum(${name} * 1.0) AS ${name}`).join(', ')
/** Of one answer: what a part of it cost is not what it cost. */
const OF_ANSWER = `${TOKENS}, CASE WHEN count(price) = count(*) THEN sum(price) END AS cost`
/** Of many: what is not known of some is told beside what is known. */
const OF_MANY = `${TOKENS}, sum(price) AS cost, count(*) - count(price) AS unpriced`
const Sums = z.object({ input: count, cached: count, written: count, output: count, reasoning: count, cost: count })
const SumRow = Sums.extend({ unpriced: z.number() })
const DayRow = SumRow.extend({ day: z.string(), provider: z.string(), model: z.string() })
const LastRow = z.object({ message: ownText<MessageId>(), tokens: z.number() })
const SinceRow = z.object({ since: z.string().nullable() })
const MessageRow = Sums.extend({ message: ownText<MessageId>() })

/** The owner of what requests to models used, on disk: one row for each request. Nothing is estimated. */
export class UsageLedger {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  record({ messageId, conversationId, model, tokens, at, price }: RequestUsage): void {
    const slash = model.indexOf('/')
    const cost = price && costOf(tokens, price)
    this.#database.run(
      // The conversation may have been deleted meanwhile. What was used stays then too.
      `INSERT INTO usage (message, conversation, provider, model, input, cached, written, output, reasoning, price, currency, at)
       VALUES (?, (SELECT id FROM conversation WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      messageId ?? null,
      conversationId ?? null,
      model.slice(0, slash),
      model.slice(slash + 1),
      tokens.input ?? null,
      tokens.cached ?? null,
      tokens.written ?? null,
      tokens.output ?? null,
      tokens.reasoning ?? null,
      cost ?? null,
      cost === undefined ? null : 'USD',
      at,
    )
  }

  /** Returns what all requests for each of these messages used together. A message without any is missing. */
  ofMessages(ids: readonly MessageId[]): ReadonlyMap<MessageId, AnswerUsage> {
    const rows = this.#database.all(
      `SELECT message, ${OF_ANSWER} FROM usage WHERE message IN (SELECT value FROM json_each(?)) GROUP BY message`,
      JSON.stringify(ids),
    )
    return new Map(
      rows.map((row) => {
        const { message, ...sums } = MessageRow.parse(row)
        return [message, withoutNulls(sums)]
      }),
    )
  }

  /** Returns what all requests of a conversation used: of all versions of its messages, its title and its summaries. */
  ofConversation(id: ConversationId): UsageSum {
    const row = this.#database.get(
      `SELECT ${OF_MANY} FROM usage WHERE message IN (SELECT id FROM message WHERE conversation = ?) OR conversation = ?`,
      id,
      id,
    )
    return withUnpriced(SumRow.parse(row))
  }

  /**
   * Returns how many tokens of input the last request for each message had, where this model answered it and its provider counted some. Input
   * alone: some providers count reasoning as output and do not say how much of it that was.
   */
  lastInputs(ids: readonly MessageId[], model: ModelRef): ReadonlyMap<MessageId, number> {
    const rows = this.#database.all(
      `SELECT message, input AS tokens FROM usage
       WHERE input > 0 AND provider || '/' || model = ?
         AND id IN (SELECT max(id) FROM usage WHERE message IN (SELECT value FROM json_each(?)) GROUP BY message)`,
      model,
      JSON.stringify(ids),
    )
    return new Map(
      rows.map((row) => {
        const { message, tokens } = LastRow.parse(row)
        return [message, tokens]
      }),
    )
  }

  /**
   * Returns what each model used on each day of a month, in the time of this computer.
   * @param month year and month: `2026-11`
   */
  ofMonth(month: string): MonthUsage {
    const [year = 0, number = 0] = month.split('-').map(Number)
    const [from, to] = [new Date(year, number - 1, 1), new Date(year, number, 1)]
    const rows = this.#database.all(
      `SELECT date(at / 1000, 'unixepoch', 'localtime') AS day, provider, model, ${OF_MANY} FROM usage
       WHERE at >= ? AND at < ? GROUP BY 1, 2, 3 ORDER BY day DESC, cost DESC, input DESC`,
      from.getTime(),
      to.getTime(),
    )
    const days = rows.flatMap((row) => {
      const { day, provider, model, ...sums } = DayRow.parse(row)
      const ref = ModelRef.safeParse(`${provider}/${model}`)
      return ref.success ? [{ day, model: ref.data, ...withUnpriced(sums) }] : []
    })
    const { since } = SinceRow.parse(
      this.#database.get("SELECT strftime('%Y-%m', min(at) / 1000, 'unixepoch', 'localtime') AS since FROM usage"),
    )
    return { days, ...(since !== null && { since }) }
  }
}

function withUnpriced({ unpriced, ...sums }: z.infer<typeof SumRow>): UsageSum {
  return { ...withoutNulls(sums), ...(unpriced > 0 && { unpriced }) }
}

function withoutNulls({ input, cached, written, output, reasoning, cost }: z.infer<typeof Sums>): AnswerUsage {
  return {
    ...(input !== null && { input }),
    ...(cached !== null && { cached }),
    ...(written !== null && { written }),
    ...(output !== null && { output }),
    ...(reasoning !== null && { reasoning }),
    ...(cost !== null && { cost }),
  }
}
