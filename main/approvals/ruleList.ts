import type { ServerId } from '../../shared/domain/ids'
import type { LockedRule, Rule, RuleEntry } from '../../shared/domain/rule'
import { throttle } from '../../shared/lib/throttle'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Database } from '../storage/database'
import type { RuleStore } from './ruleStore'
import { lockedRuleKey, recentDecisions } from './recentCalls'

/** How long changes are collected before calls are counted again. */
const COUNT_AGAIN = 2_000

export interface RuleListDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly rules: RuleStore
  readonly locked: () => readonly LockedRule[]
  /** The servers of which the user accepted a tool, as it is now, after this moment. */
  readonly acceptedAfter: (at: number) => readonly ServerId[]
}

/** The page of rules: every rule, the policy's first, with the number of recent calls it decided. */
export class RuleList implements Disposable {
  readonly changes = new Emitter<readonly RuleEntry[]>()
  readonly #deps: RuleListDeps
  readonly #unsubscribe: () => void
  readonly #countSoon = throttle(() => this.#countAgain(), {
    ms: COUNT_AGAIN,
    leading: false,
    after: (ms, run) => this.#deps.clock.after(ms, run),
  })
  #told = ''
  #disposed = false

  constructor(deps: RuleListDeps) {
    this.#deps = deps
    this.#unsubscribe = deps.rules.changes.subscribe(() => this.tell())
  }

  entries(): readonly RuleEntry[] {
    const { rules, locked, clock, database } = this.#deps
    const calls = recentDecisions(database)
    const now = clock.now()
    const decided = (rule: string): number => calls.filter((deciders) => deciders.includes(rule)).length
    const set = locked().map((rule): RuleEntry => {
      return { kind: 'locked', rule, decided: decided(lockedRuleKey(rule)) }
    })
    const own = rules.all().map((rule): RuleEntry => {
      const ended = rule.lasts === 'until' && (rule.until ?? 0) <= now
      const outgrown = this.#outgrown(rule)
      return { kind: 'own', rule, decided: decided(rule.id), ended, ...(outgrown.length > 0 && { outgrown }) }
    })
    return [...set, ...own]
  }

  /** What a rule that allows without naming a tool covers is the tools as they were when it was made. */
  #outgrown({ verdict, subject, created }: Rule): readonly ServerId[] {
    if (verdict !== 'allow' || subject.tool !== undefined) return []
    return this.#deps.acceptedAfter(created).filter((id) => subject.serverId === undefined || subject.serverId === id)
  }

  /** Call it when a rule of the user or the policy changed. */
  tell(): void {
    const entries = this.entries()
    this.#told = JSON.stringify(entries)
    this.changes.emit(entries)
  }

  /** Call it when calls were decided. They are counted a little later, many at once. */
  callsChanged(): void {
    // Calls still end while Parley closes, after this. The database may be closed before they would be counted.
    if (!this.#disposed) this.#countSoon()
  }

  #countAgain(): void {
    if (JSON.stringify(this.entries()) !== this.#told) this.tell()
  }

  [Symbol.dispose](): void {
    this.#disposed = true
    this.#unsubscribe()
    this.#countSoon.cancel()
  }
}
