import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import type { TokenUse } from '../../shared/domain/sampling'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Database } from '../storage/database'

/** What one server has used today. */
export interface UsageToday {
  readonly calls: number
  readonly tokens: number
  /** How many calls have estimated token counts. */
  readonly estimated: number
}

/** The most that a request may use, reserved before it is sent. */
export interface Reservation {
  /** Call it after an answer, with the provider's token count if there is one. Otherwise the estimate counts. */
  settle(use: { readonly counted: TokenUse | undefined; readonly estimate: Required<TokenUse> }): void
  /** Call it if the request used nothing. */
  release(): void
}

const Row = z.object({ calls: z.number(), tokens_in: z.number(), tokens_out: z.number(), estimated: z.number() })
type Row = z.infer<typeof Row>

/**
 * Owner of what servers use of the user's models, on disk. A restart resets nothing; midnight in the user's calendar does. The maximum of a
 * request is reserved before it is sent, so that neither parallel requests nor a crash exceed the budget.
 */
export class SamplingUsage implements Disposable {
  /** Emitted after usage changed or a new day began. */
  readonly changes = new Emitter<void>()
  readonly #database: Database
  readonly #clock: Clock
  /** Current reservations, by server. */
  readonly #held = new Set<{ server: ServerId }>()
  #forgetMidnight: () => void

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database
    this.#clock = clock
    database.run('DELETE FROM sampling_usage WHERE day < ?', dayOf(clock.now()))
    this.#forgetMidnight = this.#atMidnight()
  }

  today(server: ServerId): UsageToday {
    const row = this.#row(server, dayOf(this.#clock.now()))
    return { calls: row.calls, tokens: row.tokens_in + row.tokens_out, estimated: row.estimated }
  }

  reserve(server: ServerId, most: Required<TokenUse>): Reservation {
    // Counts for the day on which it began, even if it ends on the next.
    const day = dayOf(this.#clock.now())
    this.#add(server, day, { calls: 1, tokens_in: most.input, tokens_out: most.output, estimated: 0 })
    const held = { server }
    this.#held.add(held)
    const correct = (more: Row): void => {
      if (this.#held.delete(held)) this.#add(held.server, day, more)
    }
    return {
      settle: ({ counted, estimate }) => {
        const input = counted?.input ?? estimate.input
        const output = counted?.output ?? estimate.output
        const estimated = counted?.input === undefined || counted.output === undefined ? 1 : 0
        correct({ calls: 0, tokens_in: input - most.input, tokens_out: output - most.output, estimated })
      },
      release: () => correct({ calls: -1, tokens_in: -most.input, tokens_out: -most.output, estimated: 0 }),
    }
  }

  renameServer(from: ServerId, to: ServerId): void {
    const day = dayOf(this.#clock.now())
    this.#add(to, day, this.#row(from, day))
    this.#database.run('DELETE FROM sampling_usage WHERE server = ?', from)
    for (const held of this.#held) if (held.server === from) held.server = to
  }

  [Symbol.dispose](): void {
    this.#forgetMidnight()
  }

  #row(server: ServerId, day: string): Row {
    const row = this.#database.get(
      'SELECT calls, tokens_in, tokens_out, estimated FROM sampling_usage WHERE server = ? AND day = ?',
      server,
      day,
    )
    return row ? Row.parse(row) : { calls: 0, tokens_in: 0, tokens_out: 0, estimated: 0 }
  }

  #add(server: ServerId, day: string, more: Row): void {
    this.#database.run(
      `INSERT INTO sampling_usage (server, day, calls, tokens_in, tokens_out, estimated) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (server, day) DO UPDATE SET calls = calls + excluded.calls, tokens_in = tokens_in + excluded.tokens_in,
         tokens_out = tokens_out + excluded.tokens_out, estimated = estimated + excluded.estimated`,
      server,
      day,
      more.calls,
      more.tokens_in,
      more.tokens_out,
      more.estimated,
    )
    this.changes.emit()
  }

  /** Emits at midnight. Later reads are correct in any case. */
  #atMidnight(): () => void {
    const now = this.#clock.now()
    return this.#clock.after(Math.max(1, nextDay(now) - now), () => {
      this.changes.emit()
      this.#forgetMidnight = this.#atMidnight()
    })
  }
}

/** The calendar day in the user's time zone. */
function dayOf(time: number): string {
  const date = new Date(time)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function nextDay(time: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}
