import type { Tool } from '../../shared/domain/catalog'
import type { Why } from '../../shared/domain/chat'
import type { ArgumentTrace, DataFlowFinding } from '../../shared/domain/dataFlow'
import type { CallId, ConversationId, AccountId, ModelRef, ServerId } from '../../shared/domain/ids'
import { modelName } from '../../shared/domain/models/modelName'
import type { AnswerTo, ApprovalDetails, DialogReason } from '../../shared/domain/question'
import type { LockedRule, Rule } from '../../shared/domain/rule'
import type { ServerConfig } from '../../shared/domain/server'
import { sharesDialog } from '../../shared/rules/sharesDialog'
import { toolHints } from '../../shared/domain/toolHints'
import { toolTitle } from '../../shared/domain/toolTitle'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson, type JsonObject } from '../../shared/lib/json'
import { once } from '../../shared/lib/once'
import type { Message } from '../../shared/i18n/message'
import type { QuestionStore } from '../questions/questionStore'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { RuleStore } from './ruleStore'
import { allowedReason, overtakenBy, whyForbidden, withMeeting } from './approvalReasons'
import { evaluateRules, type Decision } from './evaluateRules'
import { forbiddenParams } from './forbiddenError'
import { freezeArguments } from './freezeArguments'
import { dangerSigns, questionPlace } from './questionPlace'
import { resolveRealPaths, pathsToResolve } from './resolveRealPaths'
import type { RuleContext, Standing } from './ruleContext'
import { checkRuleFromCall, ruleFromCall } from './ruleFromCall'
import { explainRules } from './explainRules'

export interface ApprovalRequest {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly server: ServerConfig
  readonly tool: Tool
  readonly arguments: JsonObject
  /** The account for the call, if it is not the default one. */
  readonly accountId?: AccountId
  /** The model that requests the call, if it is known. */
  readonly model?: ModelRef
  /** The interface of the server wants the call, not a model. */
  readonly byApp?: true
  /** Awaited before a question is shown, so that the caller can save its state first. */
  readonly beforeAsking?: () => Promise<void>
}

/** A call that a person started, as far as the policy needs it. */
export type UserCall = Pick<ApprovalRequest, 'server' | 'tool' | 'arguments'> & Partial<Pick<ApprovalRequest, 'conversationId' | 'model'>>

/** The decision about one call. With 'allow', exactly these frozen arguments may run. */
export type Approval =
  | { readonly verdict: 'allow'; readonly arguments: JsonObject; readonly edited: boolean; readonly why: Why }
  | { readonly verdict: 'deny'; readonly why: Why; readonly word?: string }
  | { readonly verdict: 'withdrawn'; readonly reason: Message }

/** The reason for a call that a person started. */
export const startedByPerson: Why = { by: 'startedByPerson', reason: { id: 'approvals.why.startedByPerson' } }

/** The person's name for an account (or for the default one), if the server has several. */
export type AccountNames = (serverId: ServerId, accountId: AccountId | undefined) => string | undefined

export interface ApprovalBrokerDeps {
  readonly rules: RuleStore
  readonly questions: QuestionStore
  readonly clock: Pick<Clock, 'now'>
  readonly accountOf?: AccountNames
  /** The policy's rules. */
  readonly locked?: () => readonly LockedRule[]
  /** The tool's relation to what the user accepted. */
  readonly standing?: (serverId: ServerId, tool: Tool) => Standing
  /** Since when the user accepts the tool as it is now. */
  readonly acceptedAt?: (serverId: ServerId, tool: Tool) => number | undefined
  /** Called when a person, not a rule, allowed a call. */
  readonly onAllowed?: (serverId: ServerId, tool: Tool) => void
  /** Warnings about a tool, shown with the question. */
  readonly noticedOf?: (serverId: ServerId, tool: Tool) => readonly Message[]
  /** Set if the call would bring private data, text from outside and a way out together. */
  readonly flowOf?: (request: ApprovalRequest) => DataFlowFinding | undefined
  /** Parts of the arguments that occur in earlier results. */
  readonly tracesOf?: (request: ApprovalRequest) => readonly ArgumentTrace[]
}

/** Decides every call that a model requests: by the rules, and by asking a person if no rule decides. */
export class ApprovalBroker {
  readonly #deps: Required<ApprovalBrokerDeps>

  constructor(deps: ApprovalBrokerDeps) {
    this.#deps = {
      accountOf: () => undefined,
      locked: () => [],
      standing: () => 'accepted',
      acceptedAt: () => undefined,
      onAllowed: () => undefined,
      noticedOf: () => [],
      flowOf: () => undefined,
      tracesOf: () => [],
      ...deps,
    }
  }

  /** @throws {AppError} INVALID_ARGUMENTS for arguments that cannot be sent exactly as shown */
  async approve(given: ApprovalRequest, signal: AbortSignal): Promise<Approval> {
    const request = { ...given, arguments: freezeArguments(given.arguments) }
    const decision = await this.#decide(request)
    return decision.verdict === 'ask' ? await this.#ask(request, decision, signal) : byRule(decision, request)
  }

  /** Decides a call that a person started. It needs no question, but the policy can forbid it. @throws {AppError} as `approve` */
  async approveOwn(given: UserCall): Promise<Approval> {
    const args = freezeArguments(given.arguments)
    const forbidden = await this.forbidden({ ...given, arguments: args })
    if (forbidden) return { verdict: 'deny', why: forbidden }
    return { verdict: 'allow', arguments: args, edited: false, why: startedByPerson }
  }

  /** Why the policy forbids a call; undefined if it does not. */
  async forbidden(call: UserCall): Promise<Why | undefined> {
    const locked = this.#deps.locked()
    if (locked.length === 0) return undefined
    const { verdict, why } = evaluateRules([], locked, await this.#caseOf(call, locked))
    return verdict === 'deny' ? why : undefined
  }

  /** Why the user's rules or the policy deny a call; undefined if none does. Nobody is asked. */
  async denied(request: ApprovalRequest): Promise<Why | undefined> {
    const [own, locked] = [this.#deps.rules.all(), this.#deps.locked()]
    const { verdict, why } = evaluateRules(own, locked, await this.#judged(request, [...own, ...locked]))
    return verdict === 'deny' ? why : undefined
  }

  /** Whether the rules allow a call whatever its arguments are. Where a rule looks at arguments of this tool, it depends on them. Nobody is asked. */
  allowsAnyArguments(call: Omit<ApprovalRequest, 'arguments'>): boolean {
    const { server, tool } = call
    const asked = { ...call, arguments: {} }
    const [own, locked] = [this.#deps.rules.all(), this.#deps.locked()]
    const depends = ({ subject }: Pick<Rule | LockedRule, 'subject'>): boolean =>
      (subject.where !== undefined || subject.kind === 'readOnly') &&
      (subject.serverId ?? server.id) === server.id &&
      (subject.tool ?? tool.name) === tool.name
    if (own.some(depends) || locked.some(depends) || this.#deps.flowOf(asked)) return false
    return evaluateRules(own, locked, this.#caseByWords(asked)).verdict === 'allow'
  }

  async #decide(request: ApprovalRequest): Promise<Decision> {
    const [own, locked] = [this.#deps.rules.all(), this.#deps.locked()]
    const asked = await this.#judged(request, [...own, ...locked])
    // If the rules changed while links were followed, decide again.
    if (!isSame(own, this.#deps.rules.all()) || !isSame(locked, this.#deps.locked())) return this.#decide(request)
    const decision = evaluateRules(own, locked, asked)
    const dataFlow = decision.verdict === 'deny' ? undefined : this.#deps.flowOf(request)
    return dataFlow ? evaluateRules(own, locked, { ...asked, dataFlow }) : decision
  }

  /** Follows links before the decision, but only if a rule about folders could apply. */
  /** The case as all of its rules are judged: also those that believe that a tool only reads. */
  async #judged(request: ApprovalRequest, rules: readonly Pick<Rule | LockedRule, 'subject'>[]): Promise<RuleContext> {
    return { ...(await this.#caseOf(request, rules)), readingSign: once(() => this.#readingSign(request)) }
  }

  async #caseOf(call: UserCall, rules: readonly Pick<Rule | LockedRule, 'subject'>[]): Promise<RuleContext> {
    const paths = pathsToResolve(rules, { ...call, tool: call.tool.name })
    const realPaths = paths.size > 0 ? await resolveRealPaths(paths) : undefined
    return { ...this.#caseByWords(call), ...(realPaths && { realPaths }) }
  }

  #caseByWords({ server, tool, conversationId, arguments: args, model }: UserCall): RuleContext {
    const { standing, acceptedAt, clock } = this.#deps
    const accepted = acceptedAt(server.id, tool)
    return {
      server,
      tool,
      standing: standing(server.id, tool),
      ...(accepted !== undefined && { acceptedAt: accepted }),
      ...(conversationId !== undefined && { conversationId }),
      arguments: args,
      ...(model !== undefined && { model: modelName(model) }),
      now: clock.now(),
    }
  }

  /**
   * Asks the person. A rule made while the question is open also answers it, so two calls of one tool need only one "Always allow". Where
   * the rules or the policy still have it asked, the question says so as they are now.
   */
  async #ask(request: ApprovalRequest, first: Decision, signal: AbortSignal): Promise<Approval> {
    const overtaken = new AbortController()
    const renewals = new Emitter<ApprovalDetails>()
    let decision = first
    let details = this.#details(request, decision)
    const lookAgain = async (): Promise<void> => {
      const now = await this.#decide(request)
      if (overtaken.signal.aborted) return
      decision = now
      if (now.verdict !== 'ask') return overtaken.abort(overtakenBy(now))
      // What earlier results have in common with the arguments takes long to find, and no rule changes it.
      details = this.#placed({ ...this.#describe(request, now), ...(details.traces && { traces: details.traces }) }, request)
      renewals.emit(details)
    }
    const check = (answer: AnswerTo<'approval'>): void => {
      this.#check(answer, request, details)
      if (answer.action === 'deny' || (!answer.onCard && !answer.together && details.place?.place !== 'card')) return
      // Since it was shown, another call may have brought what makes this one a danger; so also where a dialog was opened from a card.
      details = this.#details(request, decision)
      if (details.place?.place === 'card' || (answer.together && sharesDialog(details.place))) return
      renewals.emit(details)
      void lookAgain()
      throw new AppError('CONFLICT', { reason: 'approvals.needsDialog' })
    }
    const unsubscribe = this.#deps.rules.changes.subscribe(() => void lookAgain())
    try {
      if (request.beforeAsking) await request.beforeAsking()
      const asker = { serverId: request.server.id, callIds: [request.callId], conversationId: request.conversationId }
      const outcome = await this.#deps.questions.ask(asker, details, {
        signal: AbortSignal.any([signal, overtaken.signal]),
        check,
        renewals,
      })
      if (outcome.how === 'answered') return withStands(await this.#take(outcome.answer, request, details.dataFlow), decision)
      if (outcome.how === 'expired') return { verdict: 'withdrawn', reason: { id: 'approvals.why.expired' } }
      if (overtaken.signal.aborted && !signal.aborted) return byRule(decision, request)
      if (outcome.forbidden) return { verdict: 'deny', why: whyForbidden(outcome.forbidden) }
      return { verdict: 'withdrawn', reason: outcome.reason }
    } finally {
      unsubscribe()
    }
  }

  #details(request: ApprovalRequest, decision: Decision): ApprovalDetails {
    const traces = this.#deps.tracesOf(request)
    return this.#placed({ ...this.#describe(request, decision), ...(traces.length > 0 && { traces }) }, request)
  }

  #placed(details: ApprovalDetails, request: ApprovalRequest): ApprovalDetails {
    const { server, tool, byApp } = request
    const { dataFlow, traces, noticed = [] } = details
    const standing = this.#deps.standing(server.id, tool)
    const inConversation = this.#deps.rules.asksInConversation(server.id, tool)
    const known = { serverId: server.id, tool, standing, byApp, arguments: request.arguments, noticed: noticed.length, dataFlow, traces }
    const place = questionPlace({ ...known, inConversation })
    // A rule that believes that a tool only reads would not cover a call that something speaks against.
    return { ...details, place, readOnlyRuleOffered: details.readOnlyRuleOffered && place.place === 'card' }
  }

  #readingSign(request: ApprovalRequest): DialogReason | undefined {
    const { server, tool, byApp, arguments: args } = request
    const { standing, noticedOf, tracesOf } = this.#deps
    const [sign] = dangerSigns({
      serverId: server.id,
      tool,
      standing: standing(server.id, tool),
      byApp,
      arguments: args,
      noticed: noticedOf(server.id, tool).length,
      traces: tracesOf(request),
    })
    return sign
  }

  #describe(request: ApprovalRequest, { why, judged, fixed }: Decision): ApprovalDetails {
    const { server, tool, model, byApp } = request
    const { accountOf, standing, noticedOf, flowOf, rules } = this.#deps
    const title = toolTitle(tool)
    const account = accountOf(server.id, request.accountId)
    const stands = explainRules(judged)
    const dataFlow = flowOf(request)
    const noticed = noticedOf(server.id, tool)
    return {
      kind: 'approval',
      tool: tool.name,
      ...(model !== undefined && { model }),
      ...(byApp && { byApp }),
      ...(title !== undefined && { title }),
      ...(tool.description !== undefined && { description: tool.description }),
      ...(tool.annotations && { annotations: tool.annotations }),
      ...(account !== undefined && { account }),
      definitionHash: tool.hash,
      inputSchema: tool.inputSchema,
      arguments: request.arguments,
      why: why.reason,
      history: rules.history(server.id, tool.name),
      readOnlyRuleOffered: server.trusted && toolHints(tool.annotations).readOnly,
      ...(stands.length > 0 && { stands }),
      ...(standing(server.id, tool) === 'added' && { added: true }),
      ...(noticed.length > 0 && { noticed }),
      ...(dataFlow && { dataFlow }),
      ...(fixed !== undefined && { noRule: fixed }),
    }
  }

  /** Rejects an answer that could not be carried out. The question stays open. */
  #check(
    { action, arguments: edited, rule, onCard, together }: AnswerTo<'approval'>,
    request: ApprovalRequest,
    details: ApprovalDetails,
  ): void {
    if (action === 'deny') return
    if ((onCard || together) && (action !== 'allowOnce' || edited)) throw new AppError('INVALID_INPUT', { reason: 'approvals.needsDialog' })
    const args = freezeArguments(edited ?? request.arguments)
    const { verdict, why } = evaluateRules([], this.#deps.locked(), this.#caseByWords({ ...request, arguments: args }))
    if (verdict === 'deny') throw new AppError('POLICY', { reason: 'approvals.argumentsForbidden', params: forbiddenParams(why) })
    if (action === 'allowOnce') return
    if (details.noRule !== undefined)
      throw new AppError('INVALID_INPUT', { reason: 'approvals.ruleChangesNothing', params: { why: details.noRule } })
    checkRuleFromCall(rule, { arguments: args, readOnlyOffered: details.readOnlyRuleOffered, now: this.#deps.clock.now() })
  }

  async #take(answer: AnswerTo<'approval'>, request: ApprovalRequest, dataFlow: DataFlowFinding | undefined): Promise<Approval> {
    if (answer.action === 'deny') {
      const word = answer.word?.trim()
      return {
        verdict: 'deny',
        why: { by: 'person', reason: withMeeting({ id: 'approvals.why.denied' }, dataFlow), verdict: 'deny' },
        ...(word !== undefined && word !== '' && { word }),
      }
    }
    const args = answer.arguments ? freezeArguments(answer.arguments) : request.arguments
    // The policy may forbid the arguments that a person edited, or where their links lead.
    const now = await this.#decide({ ...request, arguments: args })
    if (now.verdict === 'deny' && now.why.by === 'policy') return { verdict: 'deny', why: now.why }
    this.#deps.onAllowed(request.server.id, request.tool)
    const rule = answer.action === 'alwaysAllow' ? this.#remember(answer, request) : undefined
    const edited = canonicalJson(args) !== canonicalJson(request.arguments)
    const reason = withMeeting(allowedReason(rule, edited), dataFlow)
    return { verdict: 'allow', arguments: args, edited, why: { by: 'person', reason, verdict: 'allow' } }
  }

  #remember({ rule }: AnswerTo<'approval'>, { server, tool, conversationId, callId }: ApprovalRequest): Rule | undefined {
    const call = { callId, conversationId, serverId: server.id, tool: tool.name, definitionHash: tool.hash }
    return rule && this.#deps.rules.add(ruleFromCall(rule, call))
  }
}

function isSame(before: readonly object[], now: readonly object[]): boolean {
  return before.length === now.length && before.every((rule, index) => rule === now[index])
}

function byRule(decision: Decision, request: ApprovalRequest): Approval {
  const { verdict, why } = decision
  if (verdict === 'allow') return withStands({ verdict, arguments: request.arguments, edited: false, why }, decision)
  return withStands({ verdict: 'deny', why }, decision)
}

/** Adds how the nearby rules relate to the call, for "Why" on the call. */
function withStands(approval: Approval, { judged }: Decision): Approval {
  if (approval.verdict === 'withdrawn' || approval.why.stands) return approval
  const stands = explainRules(judged)
  return stands.length === 0 ? approval : { ...approval, why: { ...approval.why, stands } }
}
