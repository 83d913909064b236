import type { Catalog, Tool } from '../../shared/domain/catalog'
import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ProfileId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import type { ToolResult } from '../../shared/domain/toolResult'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import type { CallRequest } from './activeCall'
import { CallRunner, type CallRunnerDeps } from './callRunner'
import type { RoundRequest } from './callRounds'
import { complete } from './complete'
import { launchHash } from './launchHash'
import type { Link } from './link'
import { parseResult, type SchemaChecker } from './parseResult'
import { isQuitting } from './patientSignal'
import { stopReason } from './stopReason'
import type { TaskBook, TaskRecord } from './taskBook'
import { TaskCalls } from './taskCalls'
import { isHeaderMismatch, toolRequest } from './toolRequest'

type Raw = Readonly<Record<string, unknown>>

export interface ServerCallsDeps extends CallRunnerDeps {
  readonly checker: SchemaChecker
  readonly taskBook: TaskBook
  readonly definition: () => ServerDefinition
  /** The account that its calls are made with; undefined for a local server. */
  readonly profile: () => ProfileId | undefined
  readonly catalog: () => Catalog
  /** Runs on the live link, or on the one that is being opened. */
  readonly onLink: <T>(run: (link: Link) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** Reads again what this link offers. */
  readonly refresh: (link: Link) => Promise<void>
  /** Why nothing more can be expected of the server, whatever happens to its connection. */
  readonly gone: () => AppError | undefined
}

/** What is asked of one server, on whatever link it has at the time: tools, prompts, reads, completions. */
export class ServerCalls {
  readonly runner: CallRunner
  readonly #deps: ServerCallsDeps
  readonly #tasks: TaskCalls

  constructor(deps: ServerCallsDeps) {
    const serverId = deps.definition().id
    this.#deps = deps
    this.#tasks = new TaskCalls({ ...deps, serverId, launchHash: () => launchHash(deps.definition().launch, deps.profile()) })
    this.runner = new CallRunner(serverId, deps, this.#tasks)
  }

  /** Runs one tool. @throws {AppError} */
  callTool(request: CallRequest, signal: AbortSignal): Promise<ToolResult> {
    const run = async (): Promise<ToolResult> => this.#parse(await this.#toEnd(request, signal), request.tool, signal)
    return atOnce(run, signal)
  }

  /** Runs one tool and gives its result as the server wrote it. @throws {AppError} */
  callToolAsIs(request: CallRequest, signal: AbortSignal): Promise<Raw> {
    return atOnce(() => this.#toEnd(request, signal), signal)
  }

  /** Waits for a call that an earlier run of Parley left as a task of this server. @throws {AppError} INTERRUPTED where it is another server now. */
  resumeTask(record: TaskRecord, request: Omit<CallRequest, 'tool' | 'arguments'>, signal: AbortSignal): Promise<ToolResult> {
    const run = async (): Promise<ToolResult> => this.#parse(await this.#tasks.resume(record, request, signal), record.tool, signal)
    return atOnce(run, signal)
  }

  /** Asks for values that the server proposes. @throws {AppError} */
  complete(ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.limits().completionMs)])
    return this.#deps.onLink((link) => complete(link, ask, inTime), signal)
  }

  /** Sends a request that a server may answer with questions first. @throws {AppError} */
  request(request: Omit<CallRequest, 'tool' | 'arguments'>, wire: RoundRequest, signal: AbortSignal): Promise<Raw> {
    return this.#deps.onLink((link) => this.runner.run(link, request, wire, signal), signal)
  }

  async #parse(raw: Raw, name: string, signal: AbortSignal): Promise<ToolResult> {
    // A tool that is no longer listed has nothing to hold its result against.
    const tool = this.#listed(name) ?? { name, inputSchema: {}, hash: '' }
    return parseResult(raw, tool, { serverId: this.#deps.definition().id, checker: this.#deps.checker }, signal)
  }

  /** Runs one tool to its end, also where the server does so in its own time. */
  async #toEnd(request: CallRequest, signal: AbortSignal): Promise<Raw> {
    const { raw, created } = await this.#deps.onLink(async (link) => {
      const answer = await this.#runTool(link, request, signal)
      return { raw: answer, created: this.#tasks.created(link, answer, request.tool, request.callId) }
    }, signal)
    if (!created) return raw
    if (!signal.aborted) return this.#tasks.follow(created, request, signal)
    if (!isQuitting(signal)) this.#tasks.giveUp(created.record)
    throw stopReason(signal)
  }

  async #runTool(link: Link, request: CallRequest, signal: AbortSignal): Promise<Raw> {
    try {
      return await this.#send(link, request, signal)
    } catch (thrown) {
      if (!isHeaderMismatch(thrown)) throw thrown
      // The server refused it for its headers, so it has not run: they follow from a definition that is no longer the server's.
      await this.#deps.refresh(link)
      return this.#send(link, request, signal)
    }
  }

  #send(link: Link, request: CallRequest, signal: AbortSignal): Promise<Raw> {
    const settings = { isTrusted: this.#deps.definition().trusted, taskTtlMs: this.#deps.limits().taskTtlMs }
    return this.runner.run(link, request, toolRequest(link, this.#tool(request), request, settings), signal)
  }

  #listed(name: string): Tool | undefined {
    return this.#deps.catalog().tools.find((known) => known.name === name)
  }

  #tool({ tool: name, definitionHash }: CallRequest): Tool {
    const tool = this.#listed(name)
    if (tool && definitionHash !== undefined && tool.hash !== definitionHash) {
      throw new AppError('CONFLICT', `${this.#deps.definition().id} has changed what “${name}” is since it was allowed`, {
        hint: 'Nothing was run. Look at what the tool is now, then run it again.',
      })
    }
    if (tool) return tool
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
