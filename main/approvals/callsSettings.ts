import type { Tool } from '../../shared/domain/catalog'
import type { RuleId, ServerId } from '../../shared/domain/ids'
import type { LockedRule } from '../../shared/domain/rule'
import type { CallsChoice } from '../../shared/domain/ruleChoices'
import type { ServerConfig } from '../../shared/domain/server'
import { toolHints } from '../../shared/domain/toolHints'
import { AppError } from '../../shared/errors/appError'
import { callsCap, isWithinCap, rulesForChoice, rulesForPlace } from '../../shared/rules/callsChoice'
import type { Clock } from '../lib/clock'
import { evaluateRules } from './evaluateRules'
import type { Standing } from './ruleContext'
import type { RuleStore } from './ruleStore'

export interface CallsSettingsDeps {
  readonly rules: RuleStore
  readonly clock: Pick<Clock, 'now'>
  readonly locked: () => readonly LockedRule[]
  readonly serverOf: (serverId: ServerId) => ServerConfig | undefined
  /** A tool that any account of the server is offered with this definition; else the tool of that name in the server's list, or as it was accepted. */
  readonly toolOf: (serverId: ServerId, tool: string, definitionHash: string) => Tool | undefined
  /** The tool's relation to what the user accepted. */
  readonly standing: (serverId: ServerId, tool: Tool) => Standing
}

/** A tool as the person saw it. */
export interface ShownTool {
  readonly name: string
  readonly definitionHash: string
}

/** Turns what a person chooses for the calls of a server, or of one of its tools, into rules. It keeps nothing of its own. */
export class CallsSettings {
  readonly #deps: CallsSettingsDeps

  constructor(deps: CallsSettingsDeps) {
    this.#deps = deps
  }

  /**
   * @throws {AppError} NOT_FOUND for an unknown server or tool, INVALID_INPUT where reading calls cannot be told, POLICY for more than the policy
   * leaves to choose, CONFLICT for a tool that is to run and is another one than the person saw, or than they accepted
   */
  set(serverId: ServerId, shown: ShownTool | undefined, choice: CallsChoice): void {
    const { rules, locked, standing } = this.#deps
    const server = this.#server(serverId)
    const tool = shown && this.#tool(serverId, shown)
    if (tool && choice !== 'ask' && (tool.hash !== shown.definitionHash || standing(serverId, tool) === 'changed'))
      throw changed(serverId, shown)
    if (choice === 'reading' && !(server.trusted && (!tool || toolHints(tool.annotations).readOnly)))
      throw new AppError('INVALID_INPUT', { reason: 'approvals.readOnlyNotOffered' })
    const cap = callsCap(locked(), { server, tool })
    if (cap && !isWithinCap(choice, cap)) throw new AppError('POLICY', { reason: 'approvals.callsCapped', params: { by: cap.by } })
    const { removed, added } = rulesForChoice(rules.lasting(), { server, tool }, choice)
    rules.replace(removed, added)
  }

  /**
   * Returns the rules that gave way.
   * @throws {AppError} NOT_FOUND for an unknown server or tool, CONFLICT if the tool is another one than the person saw, INVALID_INPUT where its
   * calls are denied
   */
  setInConversation(serverId: ServerId, shown: ShownTool, inConversation: boolean): readonly RuleId[] {
    const { rules, clock } = this.#deps
    const server = this.#server(serverId)
    const tool = this.#tool(serverId, shown)
    const lasting = rules.lasting()
    if (inConversation && tool.hash !== shown.definitionHash) throw changed(serverId, shown)
    const call = { server, tool, standing: 'accepted', arguments: {}, now: clock.now() } as const
    // A rule that asks about one tool would be narrower than one that denies more.
    if (inConversation && evaluateRules(lasting, [], call).verdict === 'deny')
      throw new AppError('INVALID_INPUT', { reason: 'approvals.toolDenied', params: { tool: tool.name, server: serverId } })
    const { removed, added } = rulesForPlace(lasting, { server, tool }, inConversation)
    rules.replace(removed, added)
    return removed.map(({ id }) => id)
  }

  #server(serverId: ServerId): ServerConfig {
    const server = this.#deps.serverOf(serverId)
    if (!server) throw new AppError('NOT_FOUND', { reason: 'approvals.noServer', params: { server: serverId } })
    return server
  }

  #tool(serverId: ServerId, { name, definitionHash }: ShownTool): Tool {
    const tool = this.#deps.toolOf(serverId, name, definitionHash)
    if (!tool) throw new AppError('NOT_FOUND', { reason: 'approvals.toolUnknown', params: { tool: name, server: serverId } })
    return tool
  }
}

function changed(server: ServerId, { name }: ShownTool): AppError {
  return new AppError('CONFLICT', { reason: 'definitions.toolChanged', params: { tool: name, server } })
}
