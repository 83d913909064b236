import * as z from 'zod'
import type { TokenUsage } from '../../shared/domain/chat'
import type { MessageId, ModelRef } from '../../shared/domain/ids'
import { ownText } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

/** One request to a model that has ended. */
export interface RequestUsage {
  readonly messageId: MessageId
  readonly model: ModelRef
  readonly tokens: TokenUsage
  readonly at: number
}

const count = z.number().nullable()
const Row = z.object({ message: ownText<MessageId>(), input: count, cached: count, output: count, reasoning: count })

/** The owner of what requests to models used, on disk: one row for each request. Nothing is estimated. */
export class UsageLedger {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  record({ messageId, model, tokens, at }: RequestUsage): void {
    const slash = model.indexOf('/')
    this.#database.run(
      'INSERT INTO usage (message, provider, model, input, cached, output, reasoning, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      messageId,
      model.slice(0, slash),
      model.slice(slash + 1),
      tokens.input ?? null,
      tokens.cached ?? null,
      tokens.output ?? null,
      tokens.reasoning ?? null,
      at,
    )
  }

  /** Returns what all requests for each of these messages used together. A message without any is missing. */
  ofMessages(ids: readonly MessageId[]): ReadonlyMap<MessageId, TokenUsage> {
    const rows = this.#database.all(
      `SELECT message, sum(input) AS input, sum(cached) AS cached, sum(output) AS output, sum(reasoning) AS reasoning FROM usage
       WHERE message IN (SELECT value FROM json_each(?)) GROUP BY message`,
      JSON.stringify(ids),
    )
    return new Map(
      rows.map((row) => {
        const { message, input, cached, output, reasoning } = Row.parse(row)
        return [
          message,
          {
            ...(input !== null && { input }),
            ...(cached !== null && { cached }),
            ...(output !== null && { output }),
            ...(reasoning !== null && { reasoning }),
          },
        ]
      }),
    )
  }
}
