import type { Catalog, Tool } from '../../shared/domain/catalog'
import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { Era } from '../../shared/domain/connection'
import type { AccountId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import type { CallRequest } from './activeCall'
import { CallRunner, type CallRunnerDeps, type RunContext } from './callRunner'
import type { RoundEnd, RoundKeeper, RoundRequest } from './callRounds'
import { completeArgument } from './completeArgument'
import type { DefinitionGate } from '../catalog/definitionGate'
import { launchHash } from '../session/launchHash'
import type { ProtocolSession } from '../session/protocolSession'
import { retryUntilConnected } from './retryUntilConnected'
import { parseResult, type SchemaChecker } from '../parsing/parseResult'
import { isQuitting } from './delayedAbort'
import { stopReason } from '../lib/stopReason'
import type { TaskStore, TaskRecord } from './taskStore'
import { TaskCalls } from './taskCalls'
import { isHeaderMismatch, toolHeaders, toolRequest } from './toolRequest'
import type { SuspendedCallStore, SuspendedCall } from './suspendedCallStore'

type Raw = Readonly<Record<string, unknown>>

export interface ServerCallsDeps extends CallRunnerDeps {
  readonly checker: SchemaChecker
  readonly taskStore: TaskStore
  readonly suspendedCalls: SuspendedCallStore
  readonly definition: () => ServerDefinition
  /** The account that its calls are made with; undefined for a local server. */
  readonly accountId: () => AccountId | undefined
  readonly catalog: () => Catalog
  readonly definitions: DefinitionGate
  /** Runs on the live link, or on the one that is being opened. */
  readonly onLink: <T>(run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Reads again what this link offers. */
  readonly refresh: (session: ProtocolSession) => Promise<void>
  /** Why nothing more can be expected of the server, whatever happens to its connection. */
  readonly gone: () => AppError | undefined
}

/** What a request was begun with: its later rounds go to the same server, as the same account, for the same tool. */
interface Bound {
  readonly era: Era
  /** Asked for only where a round is kept or a later one is sent: most requests have one round. */
  readonly launchHash: () => string
  readonly accountId: AccountId | undefined
  readonly request?: CallRequest | undefined
}

/** What is asked of one server, on whatever link it has at the time: tools, prompts, reads, completions. */
export class ServerCalls {
  readonly runner: CallRunner
  readonly #deps: ServerCallsDeps
  readonly #tasks: TaskCalls

  constructor(deps: ServerCallsDeps) {
    const serverId = deps.definition().id
    this.#deps = deps
    this.#tasks = new TaskCalls({ ...deps, serverId, launchHash: () => this.#launchHash() })
    this.runner = new CallRunner(serverId, deps, this.#tasks)
  }

  /** Runs one tool. @throws {AppError} */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    const run = async (): Promise<ToolResult> => this.#parse(await this.#runToEnd(request, signal), request.tool, signal)
    return atOnce(run, signal)
  }

  /** Runs one tool and gives its result as the server wrote it. @throws {AppError} */
  callToolAsIs(request: CallRequest, signal: AbortSignal): Promise<Raw> {
    return atOnce(() => this.#runToEnd(request, signal), signal)
  }

  /** Waits for a call that an earlier run of Parley left as a task of this server. @throws {AppError} INTERRUPTED where it is another server now. */
  resumeTask(record: TaskRecord, request: Omit<CallRequest, 'tool' | 'arguments'>, signal: AbortSignal): Promise<ToolResult> {
    const run = async (): Promise<ToolResult> => this.#parse(await this.#tasks.resume(record, request, signal), record.tool, signal)
    return atOnce(run, signal)
  }

  /**
   * Asks a person again what this server asked in a call before Parley last ended, and goes on with the call.
   * @throws {AppError} where the server, or the tool, is another one now.
   */
  resumeWait(record: SuspendedCall, request: Omit<CallRequest, 'tool' | 'arguments'>, signal: AbortSignal): Promise<ToolResult> {
    const { params, definitionHash } = record
    const call = { ...request, tool: params.name, arguments: params.arguments, definitionHash }
    const run = async (): Promise<ToolResult> =>
      this.#parse(await this.#toEnd(call, await this.#goOn(record, call, signal), signal), call.tool, signal)
    return atOnce(run, signal)
  }

  /** Asks for values that the server proposes. @throws {AppError} */
  complete(ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.limits().completionMs)])
    return this.#deps.onLink((session) => completeArgument(session, ask, inTime), signal)
  }

  /** Sends a request that a server may answer with questions first. @throws {AppError} */
  request(request: Omit<CallRequest, 'tool' | 'arguments'>, wire: RoundRequest, signal: AbortSignal): Promise<Raw> {
    return this.#deps.onLink(async (session) => {
      const { raw } = await this.runner.run(request, wire, { session, over: this.#over(session, this.#bound(session.era)) }, signal)
      return raw
    }, signal)
  }

  async #parse(raw: Raw, name: string, signal: AbortSignal): Promise<ToolResult> {
    // A tool that is no longer listed has nothing to hold its result against.
    const tool = this.#listed(name) ?? { name, inputSchema: {}, hash: '' }
    return parseResult(raw, tool, { serverId: this.#deps.definition().id, checker: this.#deps.checker }, signal)
  }

  async #runToEnd(request: CallRequest, signal: AbortSignal): Promise<Raw> {
    return this.#toEnd(request, await this.#deps.onLink((session) => this.#runTool(session, request, signal), signal), signal)
  }

  /** Follows a call to its end, also where the server runs it in its own time. */
  async #toEnd(request: CallRequest, { raw, session }: RoundEnd, signal: AbortSignal): Promise<Raw> {
    const created = this.#tasks.created(session, raw, request.tool, request.callId)
    if (!created) return raw
    if (!signal.aborted) return this.#tasks.follow(created, request, signal)
    if (!isQuitting(signal)) this.#tasks.giveUp(created.record)
    throw stopReason(signal)
  }

  async #runTool(session: ProtocolSession, request: CallRequest, signal: AbortSignal): Promise<RoundEnd> {
    let answered = false
    const onAnswered = (): void => {
      answered = true
    }
    try {
      return await this.#send(session, request, { signal, onAnswered })
    } catch (thrown) {
      // From its first round on it has run, and begins anew only on a person's word.
      if (!isHeaderMismatch(thrown) || answered) throw thrown
      // The server refused it for its headers, so it has not run: they follow from a definition that is no longer the server's.
      await this.#deps.refresh(session)
      return this.#send(session, request, { signal, onAnswered })
    }
  }

  async #send(
    session: ProtocolSession,
    request: CallRequest,
    { signal, onAnswered }: { readonly signal: AbortSignal; readonly onAnswered: () => void },
  ): Promise<RoundEnd> {
    const tool = this.#tool(request)
    const bound = this.#bound(session.era, { ...request, definitionHash: tool.hash })
    const ties = { session, over: this.#over(session, bound), keeper: this.#keeper(bound) }
    try {
      return await this.runner.run(request, { ...this.#wire(session, tool, request), onAnswered }, ties, signal)
    } catch (thrown) {
      // A call that has ended is not gone on with; one that Parley left by quitting is.
      if (!isQuitting(signal)) this.#deps.suspendedCalls.forget(request.callId)
      throw thrown
    }
  }

  /** Takes up a call with the questions of its present round. The server is started meanwhile, and looked at before anything is sent. */
  async #goOn(record: SuspendedCall, request: CallRequest, signal: AbortSignal): Promise<RoundEnd> {
    const other = new AbortController()
    const either = AbortSignal.any([signal, other.signal])
    const { launchHash: begunOn, accountId } = record
    const bound: Bound = { era: '2026', launchHash: () => begunOn, accountId, request }
    const over: RunContext['over'] = (_round, send, within) => this.#onSame(bound, send, within)
    const gone = this.#isOver(bound)
    if (gone) throw gone
    // A tool that is another one now is told of before a person has answered for nothing.
    this.#onSame(bound, () => Promise.resolve(), either).catch((thrown: unknown) => other.abort(AppError.from(thrown)))
    const headers = (session: ProtocolSession): Readonly<Record<string, string>> =>
      toolHeaders(session, this.#tool(request), request.arguments)
    const wire: RoundRequest = { method: 'tools/call', params: record.params, headers }
    try {
      return await this.runner.run(request, wire, { over, keeper: this.#keeper(bound), waiting: record }, either)
    } finally {
      other.abort(new AppError('CANCELLED', 'The call has ended'))
    }
  }

  #bound(era: Era, request?: CallRequest): Bound {
    const { launch } = this.#deps.definition()
    const accountId = this.#deps.accountId()
    return { era, launchHash: () => launchHash(launch, accountId), accountId, request }
  }

  #over(first: ProtocolSession, bound: Bound): RunContext['over'] {
    return (round, run, signal) => (round === 1 ? run(first) : this.#onSame(bound, run, signal))
  }

  /** Runs something on a link to the server that a request was begun with, as soon as there is one. @throws {AppError} where it is another one now. */
  #onSame<T>(bound: Bound, run: (session: ProtocolSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, onLink } = this.#deps
    const runOnSame = async (session: ProtocolSession): Promise<T> => {
      if (session.era !== bound.era) throw this.#changed()
      if (bound.request) this.#tool(bound.request, 'No answer was sent.')
      return run(session)
    }
    return retryUntilConnected({ clock, onLink, isOver: () => this.#isOver(bound) }, runOnSame, signal)
  }

  #isOver(bound: Bound): AppError | undefined {
    const gone = this.#deps.gone()
    return gone ?? (bound.launchHash() === this.#launchHash() ? undefined : this.#changed())
  }

  #changed(): AppError {
    return new AppError('INTERRUPTED', `${this.#deps.definition().id} was changed since it asked, so it was sent no answer`, {
      hint: 'Run it again to be asked anew.',
    })
  }

  #launchHash(): string {
    return launchHash(this.#deps.definition().launch, this.#deps.accountId())
  }

  /** Only a call of a conversation is gone on with after a restart, and only in the era in which it is not on its way while it waits. */
  #keeper({ era, request, accountId, ...bound }: Bound): RoundKeeper | undefined {
    if (era !== '2026' || request?.conversationId === undefined) return undefined
    const { callId, serverId, tool, arguments: args, definitionHash = '' } = request
    const { suspendedCalls } = this.#deps
    return {
      keep: (round) =>
        suspendedCalls.remember({
          ...round,
          callId,
          serverId,
          launchHash: bound.launchHash(),
          ...(accountId !== undefined && { accountId }),
          tool,
          definitionHash,
          params: { name: tool, arguments: args },
        }),
      release: () => suspendedCalls.forget(callId),
    }
  }

  #wire(session: ProtocolSession, tool: Tool, request: CallRequest): RoundRequest {
    return toolRequest(session, tool, request, { isTrusted: this.#deps.definition().trusted, taskTtlMs: this.#deps.limits().taskTtlMs })
  }

  #listed(name: string): Tool | undefined {
    return this.#deps.catalog().tools.find((known) => known.name === name)
  }

  #tool({ tool: name, definitionHash }: CallRequest, done = 'Nothing was run.'): Tool {
    const tool = this.#listed(name)
    if (tool && definitionHash !== undefined && tool.hash !== definitionHash) {
      throw new AppError('CONFLICT', `${this.#deps.definition().id} has changed what “${name}” is since it was allowed`, {
        hint: `${done} Look at what the tool is now, then run it again.`,
      })
    }
    if (tool) {
      this.#deps.definitions.requireAccepted(this.#deps.definition().id, tool)
      return tool
    }
    const aside = this.#deps.catalog().setAside.find((known) => known.what === 'tool' && known.name === name)
    throw new AppError('UNKNOWN_TOOL', `${this.#deps.definition().id} has no tool “${name}”`, {
      hint: aside ? `It lists one that Parley cannot use: ${aside.reason}.` : 'Look at the list of its tools.',
    })
  }
}

/** Whoever stops a call does not wait for what it still takes to stop the server's part of it. */
async function atOnce<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw stopReason(signal)
  return untilAborted(run(), signal)
}
