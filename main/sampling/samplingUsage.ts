import * as z from 'zod'
import type { ServerId } from '../../shared/domain/ids'
import type { TokenUse } from '../../shared/domain/sampling'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Database } from '../storage/database'

/** What one server has spent today. */
export interface UsageToday {
  readonly calls: number
  readonly tokens: number
  /** How many of the calls had their tokens estimated. */
  readonly estimated: number
}

/** What a request may spend at the most, put aside before it is sent. */
export interface Reservation {
  /** It was answered: what it really took, where the provider says so; else what it seems to have taken. */
  settle(use: { readonly counted: TokenUse | undefined; readonly estimate: Required<TokenUse> }): void
  /** Nothing came of it, and nothing was taken. */
  release(): void
}

const Row = z.object({ calls: z.number(), tokens_in: z.number(), tokens_out: z.number(), estimated: z.number() })
type Row = z.infer<typeof Row>

/**
 * The owner of what servers spend of the user's models, on disk: a restart resets nothing, midnight of the user's calendar does. What a
 * request may take is put aside before it is sent, so that neither two at once nor a crash spend more than the budget has.
 */
export class SamplingUsage implements Disposable {
  /** Something was spent, or a new day has begun. */
  readonly changes = new Emitter<void>()
  readonly #database: Database
  readonly #clock: Clock
  /** What is put aside now, and for whom. */
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
    // Counted on the day that it began, also where it ends on the next one.
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

  /** Tells that a day has begun. Whoever asks later than that is told right in any case. */
  #atMidnight(): () => void {
    const now = this.#clock.now()
    return this.#clock.after(Math.max(1, nextDay(now) - now), () => {
      this.changes.emit()
      this.#forgetMidnight = this.#atMidnight()
    })
  }
}

/** The day of the user's calendar, in its own time zone. */
function dayOf(time: number): string {
  const date = new Date(time)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function nextDay(time: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}
