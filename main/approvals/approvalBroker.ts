import type { ApprovalRule } from '../../shared/domain/approval'
import type { Tool } from '../../shared/domain/catalog'
import type { Why } from '../../shared/domain/chat'
import type { CallId, ConversationId, ProfileId, ServerId } from '../../shared/domain/ids'
import type { AnswerTo, ApprovalDetails } from '../../shared/domain/question'
import type { ServerDefinition } from '../../shared/domain/server'
import { toolTitle } from '../../shared/domain/toolTitle'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson, type JsonObject } from '../../shared/lib/json'
import type { QuestionBook } from '../questions/questionBook'
import { decide, isReadOnlyByTrust, ruleWords, type Decision } from './approvalPolicy'
import type { ApprovalRules } from './approvalRules'

export interface ApprovalRequest {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly server: ServerDefinition
  readonly tool: Tool
  readonly arguments: JsonObject
  /** The account that it is made with, where that is not the default one. */
  readonly profile?: ProfileId
  /** The model that wants it, by its id. */
  readonly model: string
  /** Called where no rule decides, and awaited before anybody sees the question: whoever waits writes that down first. */
  readonly beforeAsking?: () => Promise<void>
}

/** What was decided about one call. With 'allow', exactly these arguments may run. */
export type Approval =
  | { readonly verdict: 'allow'; readonly arguments: JsonObject; readonly edited: boolean; readonly why: Why }
  | { readonly verdict: 'deny'; readonly why: Why; readonly word?: string }
  | { readonly verdict: 'withdrawn'; readonly reason: string }

/** What the person calls an account (by default the default one), where the server has several. */
export type AccountNames = (serverId: ServerId, profile: ProfileId | undefined) => string | undefined

/** Decides about every call that a model wants: by the rules, and where they say nothing, by asking. */
export class ApprovalBroker {
  readonly #rules: ApprovalRules
  readonly #questions: QuestionBook
  readonly #accountOf: AccountNames

  constructor(deps: { readonly rules: ApprovalRules; readonly questions: QuestionBook; readonly accountOf?: AccountNames }) {
    this.#rules = deps.rules
    this.#questions = deps.questions
    this.#accountOf = deps.accountOf ?? (() => undefined)
  }

  async approve(request: ApprovalRequest, signal: AbortSignal): Promise<Approval> {
    const decision = decide(this.#rules.all(), request)
    return decision.verdict === 'ask' ? this.#ask(request, decision.why, signal) : byRule(decision, request)
  }

  /** A rule that is made while the question is open answers it too: two calls of one tool need one "Always allow". */
  async #ask(request: ApprovalRequest, why: Why, signal: AbortSignal): Promise<Approval> {
    const overtaken = new AbortController()
    const unsubscribe = this.#rules.changes.subscribe((rules) => {
      const decision = decide(rules, request)
      if (decision.verdict !== 'ask') overtaken.abort(new AppError('CANCELLED', decision.why.sentence))
    })
    try {
      if (request.beforeAsking) await request.beforeAsking()
      const { serverId, details } = { serverId: request.server.id, details: this.#details(request, why) }
      const outcome = await this.#questions.ask({ serverId, callIds: [request.callId], conversationId: request.conversationId }, details, {
        signal: AbortSignal.any([signal, overtaken.signal]),
        check: (answer) => checkScope(answer, details),
      })
      if (outcome.how === 'answered') return this.#take(outcome.answer, request)
      if (outcome.how === 'expired') return { verdict: 'withdrawn', reason: 'Nobody answered in time.' }
      const decision = signal.aborted ? undefined : decide(this.#rules.all(), request)
      return decision && decision.verdict !== 'ask' ? byRule(decision, request) : { verdict: 'withdrawn', reason: outcome.reason }
    } finally {
      unsubscribe()
    }
  }

  #details({ server, tool, ...request }: ApprovalRequest, why: Why): ApprovalDetails {
    const title = toolTitle(tool)
    const account = this.#accountOf(server.id, request.profile)
    return {
      kind: 'approval',
      tool: tool.name,
      ...(title !== undefined && { title }),
      ...(tool.description !== undefined && { description: tool.description }),
      ...(tool.annotations && { annotations: tool.annotations }),
      ...(account !== undefined && { account }),
      inputSchema: tool.inputSchema,
      arguments: request.arguments,
      why: why.sentence,
      history: this.#rules.history(server.id, tool.name),
      readOnlyRuleOffered: isReadOnlyByTrust({ server, tool }),
    }
  }

  #take(answer: AnswerTo<'approval'>, request: ApprovalRequest): Approval {
    if (answer.action === 'deny') {
      const word = answer.word?.trim()
      return { verdict: 'deny', why: { by: 'person', sentence: 'You denied it.' }, ...(word !== undefined && word !== '' && { word }) }
    }
    const rule = answer.action === 'alwaysAllow' ? this.#remember(answer, request) : undefined
    const args = answer.arguments ?? request.arguments
    const edited = canonicalJson(args) !== canonicalJson(request.arguments)
    return { verdict: 'allow', arguments: args, edited, why: { by: 'person', sentence: allowedWords(rule, edited) } }
  }

  #remember({ what, howLong }: AnswerTo<'approval'>, { server, tool, conversationId }: ApprovalRequest): ApprovalRule {
    const lasts = howLong ?? 'conversation'
    return this.#rules.add({
      serverId: server.id,
      verdict: 'allow',
      ...(what === 'readOnly' ? { reach: 'readOnly' } : { reach: 'tool', tool: tool.name, definitionHash: tool.hash }),
      lasts,
      ...(lasts === 'conversation' && { conversationId }),
    })
  }
}

function byRule({ verdict, why }: Decision, request: ApprovalRequest): Approval {
  if (verdict === 'allow') return { verdict, arguments: request.arguments, edited: false, why }
  return { verdict: 'deny', why }
}

function checkScope({ action, what, howLong }: AnswerTo<'approval'>, details: ApprovalDetails): void {
  if (action !== 'alwaysAllow') return
  if (what === undefined || howLong === undefined) throw new AppError('INVALID_INPUT', 'Say what to allow, and for how long')
  if (what === 'readOnly' && !details.readOnlyRuleOffered) {
    throw new AppError('INVALID_INPUT', 'A rule for all read-only tools is not offered here', {
      hint: 'It needs a server whose words you believe, and a tool that it calls read-only.',
    })
  }
}

function allowedWords(rule: ApprovalRule | undefined, edited: boolean): string {
  const verb = edited ? 'You changed its arguments and allowed it' : 'You allowed it'
  return rule ? `${verb}, and made the rule ${ruleWords(rule)}.` : `${verb} once.`
}
