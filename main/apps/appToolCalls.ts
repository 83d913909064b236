import type { Tool } from '../../shared/domain/catalog'
import type { CallProgress, Why } from '../../shared/domain/chat'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import { isToolOn } from '../../shared/domain/projects/effectiveSettings'
import type { ToolSwitches } from '../../shared/domain/projects/project'
import type { ServerConfig } from '../../shared/domain/server'
import { toolHints } from '../../shared/domain/toolHints'
import { toolTitle } from '../../shared/domain/toolTitle'
import { AppError } from '../../shared/errors/appError'
import type { JsonObject } from '../../shared/lib/json'
import type { ApprovalBroker } from '../approvals/approvalBroker'
import { forbiddenError } from '../approvals/forbiddenError'
import type { Clock } from '../lib/clock'
import { englishErrorText } from '../lib/englishErrorText'
import type { AppInstance } from './appInstance'
import type { AppServers } from './appServer'

export interface AppToolCallDeps {
  readonly clock: Clock
  readonly servers: AppServers
  readonly approvals: Pick<ApprovalBroker, 'approve' | 'denied'>
  /** @throws {AppError} NOT_FOUND */
  readonly serverOf: (serverId: ServerId) => ServerConfig
  /** No question of a call is asked any more. */
  readonly onCallEnded: (callId: CallId) => void
  /** What is on and off in a conversation now. @throws {AppError} NOT_FOUND */
  readonly switchesOf: (conversationId: ConversationId) => ToolSwitches
}

/** A call of a tool that an app makes. */
export interface AppToolCall {
  readonly callId: CallId
  readonly name: string
  readonly arguments: JsonObject
  readonly onProgress: (progress: CallProgress) => void
}

type Raw = Readonly<Record<string, unknown>>

/**
 * Pure: whether a person approves each call of a tool that an app makes, as far as its server says what it does. A tool that a server made for
 * its own interface counts as a part of that: only where it says itself that it destroys.
 */
export function changesSomething({ appOnly, annotations }: Pick<Tool, 'appOnly' | 'annotations'>): boolean {
  const { destructive } = toolHints(annotations)
  const isSaid = annotations?.destructiveHint === true
  return destructive && (isSaid || appOnly !== true)
}

/**
 * Makes the calls of tools that apps ask for: only tools of their own server that are for apps and on in the conversation, only those that a
 * person lets the app call, and only what the rules allow. What changes something is approved call by call.
 */
export class AppToolCalls {
  readonly #deps: AppToolCallDeps

  constructor(deps: AppToolCallDeps) {
    this.#deps = deps
  }

  /**
   * Returns the result as the server wrote it. A denied call has a result too: it says so.
   * @throws {AppError} UNKNOWN_TOOL, and the errors of the server.
   */
  async call(app: AppInstance, call: AppToolCall, signal: AbortSignal): Promise<Raw> {
    const { clock, onCallEnded } = this.#deps
    const note = app.ledger.begin(call.name, call.arguments, clock.now())
    try {
      const ended = await this.#decideAndRun(app, call, () => note({ state: 'running' }), signal)
      if ('denied' in ended) {
        note({ state: 'denied', endedAt: clock.now(), error: ended.denied.toData() })
        return deniedResult(ended.denied)
      }
      note({ state: ended.raw['isError'] === true ? 'failed' : 'done', endedAt: clock.now() })
      return ended.raw
    } catch (thrown) {
      note({ state: 'failed', endedAt: clock.now(), error: AppError.from(thrown).toData() })
      throw thrown
    } finally {
      onCallEnded(call.callId)
    }
  }

  async #decideAndRun(
    app: AppInstance,
    call: AppToolCall,
    onRunning: () => void,
    signal: AbortSignal,
  ): Promise<{ readonly raw: Raw } | { readonly denied: AppError }> {
    const { serverId, accountId, conversationId } = app.subject
    const { approvals } = this.#deps
    const server = this.#deps.serverOf(serverId)
    const tool = this.#toolFor(app, server, call.name)
    const request = {
      callId: call.callId,
      conversationId,
      server,
      tool,
      arguments: call.arguments,
      byApp: true as const,
      ...(accountId !== undefined && { accountId }),
    }
    // What a rule denies is not wished for either.
    const why = await approvals.denied(request)
    if (why) return { denied: deniedBy(why) }
    const changes = changesSomething(tool)
    const title = toolTitle(tool)
    const wish = {
      tool: tool.name,
      changes,
      ...(toolHints(tool.annotations).readOnly && { readsOnly: true as const }),
      ...(title !== undefined && { title }),
    }
    if (!(await app.wishes.isGranted(wish, tool.hash, signal))) {
      return { denied: new AppError('DENIED', { reason: 'approvals.deniedByYou' }) }
    }
    let args = call.arguments
    if (changes) {
      const approval = await approvals.approve(request, signal)
      signal.throwIfAborted()
      if (approval.verdict !== 'allow') {
        // The person is not asked again before they want to be.
        if (approval.verdict === 'deny' && approval.why.by === 'person') app.wishes.answer(tool.name, tool.hash, false)
        return { denied: approval.verdict === 'deny' ? deniedBy(approval.why) : undecided(approval.reason) }
      }
      args = approval.arguments
    } else {
      // The rules may have changed while the wish waited.
      const now = await approvals.denied(request)
      if (now) return { denied: deniedBy(now) }
    }
    // It may have been switched off while a person was asked.
    this.#requireOn(app, tool.name)
    onRunning()
    const raw = await this.#deps.servers.requestForApp(
      {
        serverId,
        conversationId,
        callId: call.callId,
        definitionHash: tool.hash,
        wire: { method: 'tools/call', params: { name: tool.name, arguments: args } },
        onProgress: call.onProgress,
        ...(accountId !== undefined && { accountId }),
      },
      signal,
    )
    return { raw }
  }

  /** @throws {AppError} UNKNOWN_TOOL */
  #toolFor(app: AppInstance, server: ServerConfig, name: string): Tool {
    const { serverId, accountId } = app.subject
    const tool = this.#deps.servers.catalog(serverId, accountId).tools.find((listed) => listed.name === name)
    const params = { server: serverId, tool: name.slice(0, 200) }
    if (!tool) throw new AppError('UNKNOWN_TOOL', { reason: 'calls.noTool', params })
    if (tool.modelOnly) throw new AppError('UNKNOWN_TOOL', { reason: 'apps.notForApps', params })
    if (server.disabledTools.includes(name)) throw new AppError('UNKNOWN_TOOL', { reason: 'apps.toolOff', params })
    this.#requireOn(app, name)
    return tool
  }

  /** @throws {AppError} UNKNOWN_TOOL when the tool, or its whole server, is off in the conversation of the app. */
  #requireOn({ subject: { serverId, conversationId } }: AppInstance, tool: string): void {
    if (isToolOn(this.#deps.switchesOf(conversationId), serverId, tool)) return
    throw new AppError('UNKNOWN_TOOL', { reason: 'chat.toolSwitchedOff', params: { server: serverId, tool } })
  }
}

function deniedBy(why: Why): AppError {
  if (why.by === 'policy') return forbiddenError(why)
  return new AppError('DENIED', { reason: why.by === 'rule' ? 'approvals.deniedByRule' : 'approvals.deniedByYou' })
}

function undecided(why: Extract<Awaited<ReturnType<ApprovalBroker['approve']>>, { verdict: 'withdrawn' }>['reason']): AppError {
  return new AppError('QUESTION_ENDED', { reason: 'approvals.undecided', params: { why } })
}

/** What an app reads of a denied call, in the form of a failed one: its library knows that one. */
function deniedResult(error: AppError): Raw {
  return { content: [{ type: 'text', text: englishErrorText(error).message }], isError: true }
}
