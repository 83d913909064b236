import type { Tool } from '../../shared/domain/catalog'
import { RuleId, type CallId, type ServerId } from '../../shared/domain/ids'
import type { LockedRule, Rule, RuleFromCall, RuleInput, RuleVerdict, RuleImpact, RuleImpactOnRecent } from '../../shared/domain/rule'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { once } from '../../shared/lib/once'
import type { JsonObject } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { Database } from '../storage/database'
import type { RuleStore } from './ruleStore'
import { evaluateRules } from './evaluateRules'
import { freezeArguments } from './freezeArguments'
import { recentCalls, type RecentCall } from './recentCalls'
import { dangerSigns } from './questionPlace'
import { resolveRealPaths, pathsToResolve } from './resolveRealPaths'
import type { RuleContext, Standing } from './ruleContext'
import type { RuleEditor } from './ruleEditor'
import { ruleFromCall } from './ruleFromCall'
import { scopeKey } from './ruleRows'
import { explainRules } from './explainRules'

export interface RuleSimulatorDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'now' | 'newId'>
  readonly rules: RuleStore
  readonly editor: Pick<RuleEditor, 'ruleOf'>
  readonly locked: () => readonly LockedRule[]
  readonly serverOf: (serverId: ServerId) => ServerConfig | undefined
  /** A tool from the server's list, or as it was accepted. */
  readonly toolOf: (serverId: ServerId, tool: string) => Tool | undefined
  readonly standing: (serverId: ServerId, tool: Tool) => Standing
  /** Since when the user accepts the tool as it is now. */
  readonly acceptedAt: (serverId: ServerId, tool: Tool) => number | undefined
}

type TriedCall = Pick<RecentCall, 'serverId' | 'tool' | 'arguments'> & { readonly definitionHash?: string }

interface Tried {
  readonly call: RecentCall
  readonly from: RuleVerdict
  readonly to: RuleVerdict
}

const CALLS_AT_ONCE = 10

/** An unsaved rule, from the page of rules or from "Always allow…" on a call. */
interface Drafted {
  readonly draft?: RuleInput | undefined
  readonly fromCall?: { readonly callId: CallId; readonly rule: RuleFromCall } | undefined
}

/** Shows what the rules would decide, with or without an unsaved rule. It decides nothing. */
export class RuleSimulator {
  readonly #deps: RuleSimulatorDeps

  constructor(deps: RuleSimulatorDeps) {
    this.#deps = deps
  }

  /** The decision about one call. @throws {AppError} NOT_FOUND for an unknown server */
  async tryCall(call: TriedCall, draft?: RuleInput): Promise<RuleImpact> {
    const server = this.#deps.serverOf(call.serverId)
    if (!server) throw new AppError('NOT_FOUND', { reason: 'approvals.noServer', params: { server: call.serverId } })
    const rules = this.#withDraft(draft)
    const locked = this.#deps.locked()
    const args = freezeArguments(call.arguments)
    const paths = pathsToResolve([...rules, ...locked], { server, tool: call.tool, arguments: args })
    const asked = { ...this.#caseOf({ ...call, arguments: args }), ...(paths.size > 0 && { realPaths: await resolveRealPaths(paths) }) }
    const { verdict, why, judged } = evaluateRules(rules, locked, asked)
    return { verdict, reason: why.reason, stands: explainRules(judged, true) }
  }

  /** The decisions about recent calls. Paths are compared as text, because where links led at that time is unknown. */
  async tryLast({ draft, fromCall }: Drafted): Promise<RuleImpactOnRecent> {
    const calls = recentCalls(this.#deps.database)
    const now = this.#deps.rules.all()
    const then = fromCall ? this.#withRuleFrom(calls, fromCall) : this.#withDraft(draft)
    const locked = this.#deps.locked()
    const tried: Tried[] = []
    for (const [index, call] of calls.entries()) {
      // Many rules take a while, so other work gets a turn in between.
      if (index % CALLS_AT_ONCE === CALLS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve))
      const asked = { ...this.#caseOf(call), conversationId: call.conversationId }
      const from = evaluateRules(now, locked, asked).verdict
      tried.push({ call, from, to: then === now ? from : evaluateRules(then, locked, asked).verdict })
    }
    const count = (verdict: RuleVerdict): number => tried.filter(({ to }) => to === verdict).length
    return {
      calls: tried.length,
      allowed: count('allow'),
      asked: count('ask'),
      denied: count('deny'),
      changed: tried
        .filter(({ from, to }) => from !== to)
        .map(({ call, from, to }) => ({
          callId: call.id,
          conversationId: call.conversationId,
          serverId: call.serverId,
          tool: call.tool,
          line: argumentLine(call.arguments),
          at: call.at,
          from,
          to,
          ...(call.deniedByPerson && { deniedByPerson: true as const }),
        })),
    }
  }

  #withDraft(draft: RuleInput | undefined): readonly Rule[] {
    if (!draft) return this.#deps.rules.all()
    return this.#withRule(this.#deps.editor.ruleOf(draft), draft.id)
  }

  #withRuleFrom(calls: readonly RecentCall[], { callId, rule }: { readonly callId: CallId; readonly rule: RuleFromCall }): readonly Rule[] {
    const call = calls.find(({ id }) => id === callId)
    if (!call) throw new AppError('NOT_FOUND', { reason: 'approvals.callNotRecent' })
    return this.#withRule(ruleFromCall(rule, { ...call, callId }))
  }

  /** All rules as if the draft was saved. It replaces a rule with the same scope. */
  #withRule(rule: Omit<Rule, 'id' | 'created'>, id?: RuleId): readonly Rule[] {
    const { rules, clock } = this.#deps
    const added: Rule = { ...rule, id: id ?? RuleId.parse(clock.newId()), created: clock.now() }
    const others = rules.all().filter((one) => one.id !== added.id && scopeKey(one) !== scopeKey(added))
    return [...others, added]
  }

  #caseOf({ serverId, tool: name, arguments: args, definitionHash }: TriedCall): RuleContext {
    const tool = this.#deps.toolOf(serverId, name)
    const standing = tool ? this.#deps.standing(serverId, tool) : 'accepted'
    const acceptedAt = tool && this.#deps.acceptedAt(serverId, tool)
    return {
      server: { id: serverId, trusted: this.#deps.serverOf(serverId)?.trusted ?? false },
      tool: tool ?? { name, hash: definitionHash ?? '' },
      standing,
      ...(acceptedAt !== undefined && { acceptedAt }),
      // What came from elsewhere is known only of a call that is made.
      ...(tool && { readingSign: once(() => dangerSigns({ serverId, tool, standing, arguments: args, noticed: 0 })[0]) }),
      arguments: args,
      now: this.#deps.clock.now(),
    }
  }
}

const LONGEST_LINE = 160

function argumentLine(args: JsonObject): string {
  const line = JSON.stringify(args)
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
}
