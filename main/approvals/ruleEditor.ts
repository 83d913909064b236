import type { Tool } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { Rule, RuleInput } from '../../shared/domain/rule'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { RuleStore } from './ruleStore'
import { checkEnd } from './ruleFromCall'

/** Turns input from the page of rules into valid rules. */
export class RuleEditor {
  readonly #deps: {
    readonly rules: RuleStore
    readonly clock: Pick<Clock, 'now'>
    /** A tool from the server's list, or as it was accepted. */
    readonly toolOf: (serverId: ServerId, tool: string) => Tool | undefined
  }

  constructor(deps: {
    readonly rules: RuleStore
    readonly clock: Pick<Clock, 'now'>
    readonly toolOf: (serverId: ServerId, tool: string) => Tool | undefined
  }) {
    this.#deps = deps
  }

  /** @throws {AppError} INVALID_INPUT for a rule that can never apply, NOT_FOUND if it was deleted meanwhile */
  save(input: RuleInput): Rule {
    const rule = this.ruleOf(input)
    return input.id === undefined ? this.#deps.rules.add(rule) : this.#deps.rules.change(input.id, rule)
  }

  /** The rule that saving would store. @throws {AppError} as `save` */
  ruleOf({ id, subject, verdict, lasts, until }: RuleInput): Omit<Rule, 'id' | 'created'> {
    const before = id === undefined ? undefined : this.#deps.rules.get(id)
    checkEnd(lasts, until, this.#deps.clock.now())
    // Where a tool asks is chosen on its page.
    const kept = verdict === 'ask' && before?.inConversation && isSame(subject, before.subject) ? before : undefined
    const hash = verdict === 'allow' ? this.#boundTo(subject, before) : kept?.definitionHash
    return {
      subject,
      ...(hash !== undefined && { definitionHash: hash }),
      verdict,
      ...(kept && { inConversation: true as const }),
      lasts,
      ...(lasts === 'until' && until !== undefined && { until }),
    }
  }

  /** The hash of the tool's current definition. A changed rule stays bound to the definition it was made for. */
  #boundTo({ serverId, tool }: RuleInput['subject'], before: Rule | undefined): string | undefined {
    if (serverId === undefined || tool === undefined) return undefined
    const same = before?.verdict === 'allow' && before.subject.serverId === serverId && before.subject.tool === tool
    const hash = (same ? before.definitionHash : undefined) ?? this.#deps.toolOf(serverId, tool)?.hash
    if (hash !== undefined) return hash
    throw new AppError('INVALID_INPUT', { reason: 'approvals.toolUnknown', params: { tool, server: serverId } })
  }
}

function isSame(subject: Rule['subject'], before: Rule['subject']): boolean {
  return canonicalJson(subject) === canonicalJson(before)
}
