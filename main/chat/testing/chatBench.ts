import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { emptyCatalog, type Catalog, type Tool } from '../../../shared/domain/catalog'
import type { ChatEvent, Conversation } from '../../../shared/domain/chat'
import type { ConnectionState, ConnectionStates } from '../../../shared/domain/connectionState'
import { reduceChat } from '../../../shared/domain/chatReducer'
import { ModelRef, type CallId, type ConversationId, type AccountId, type ServerId } from '../../../shared/domain/ids'
import type { JsonObject } from '../../../shared/lib/json'
import type { ModelPrice } from '../../../shared/domain/models/modelProvider'
import { defaultLimits, type Limits } from '../../../shared/domain/defaultLimits'
import type { ServerConfig, ServerList } from '../../../shared/domain/server'
import type { ToolResult } from '../../../shared/domain/toolResult'
import type { AppErrorData } from '../../../shared/errors/appError'
import { readyState } from '../../../shared/testing/readyState'
import { sampleServer } from '../../../shared/testing/sampleServer'
import type { Approval, ApprovalRequest } from '../../approvals/approvalBroker'
import { MemoryTasks } from '../../connections/testing/memoryTasks'
import { MemorySuspendedCalls } from '../../connections/testing/memoryWaits'
import { systemClock, type Clock } from '../../lib/clock'
import type { OpenModel } from '../../models/openModel'
import { Emitter } from '../../lib/emitter'
import { Database } from '../../storage/database'
import type { ServerCall } from '../../tools/approveAndCallTool'
import { ConversationBrancher } from '../conversationBrancher'
import { ConversationList } from '../conversationList'
import { ConversationCommands } from '../conversationCommands'
import { ConversationStore } from '../conversationStore'
import { ProjectStore, type ProjectFiles } from '../../projects/projectStore'
import { ConversationSettings } from '../ownSettings/conversationSettings'
import { ConversationWriter } from '../conversationWriter'
import { ActiveConversations } from '../activeConversations'
import { AnswerRetries } from '../answerRetries'
import type { FileSource } from '../attachments/filesForModel'
import { QueueCommands, type DraftFiles } from '../queue/queueCommands'
import { TurnRunner } from '../turnRunner'
import { TurnTools } from '../turnTools'
import { acceptsAll } from './acceptsAll'

type ToolRun = (call: ServerCall, signal: AbortSignal) => Promise<ToolResult>
type Decision = (request: ApprovalRequest, signal: AbortSignal) => Promise<Approval>

export const allow: Decision = (request) =>
  Promise.resolve({
    verdict: 'allow',
    arguments: request.arguments,
    edited: false,
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
  })

function startedByPerson({ arguments: args }: Pick<Parameters<Decision>[0], 'arguments'>): ReturnType<Decision> {
  return Promise.resolve({
    verdict: 'allow',
    arguments: args,
    edited: false,
    why: { by: 'startedByPerson', reason: { id: 'approvals.why.startedByPerson' } },
  })
}

/** A decision by a person: first reports that the person is asked, as the broker does. */
function asking(decide: Decision): Decision {
  return async (request, signal) => {
    await request.beforeAsking?.()
    return decide(request, signal)
  }
}

/** Waits until the signal aborts, like a question without an answer. */
export const waitForever = <T>(signal: AbortSignal): Promise<T> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

export function textResult(text: string, isError = false): ToolResult {
  const content = [{ type: 'text', text } as const]
  return { content, structured: 'noSchema', isError, bytes: JSON.stringify(content).length }
}

export function tool(name: string, inputSchema: JsonObject = { type: 'object' }): Tool {
  return { name, description: `Does ${name}`, inputSchema, hash: `hash-of-${name}` }
}

/** Servers that are all ready. A test writes their tools as functions. */
class FakeServers {
  readonly stateChanges = new Emitter<ConnectionStates>()
  readonly calls: ServerCall[] = []
  readonly #tools: Readonly<Record<string, Readonly<Record<string, ToolRun>>>>
  readonly #schemas: Readonly<Record<string, JsonObject>>
  phase: 'ready' | 'starting' = 'ready'
  /** Why the policy keeps all of them from running. */
  forbidden: AppErrorData | undefined
  /** How all of them are configured. */
  configured: Partial<ServerConfig> = {}

  readonly resumed: CallId[] = []

  constructor(tools: Readonly<Record<string, Readonly<Record<string, ToolRun>>>>, schemas: Readonly<Record<string, JsonObject>>) {
    this.#tools = tools
    this.#schemas = schemas
  }

  list(): ServerList {
    return { servers: Object.keys(this.#tools).map((id) => ({ ...sampleServer(id), ...this.configured })), broken: [] }
  }

  states(): ConnectionStates {
    const { forbidden } = this
    if (forbidden) return Object.fromEntries(Object.keys(this.#tools).map((id) => [id, { phase: 'failed', error: forbidden, at: 0 }]))
    return Object.fromEntries(
      Object.keys(this.#tools).map((id) => [
        id,
        this.phase === 'ready'
          ? readyState({ offers: { tools: 1, resources: 0, prompts: 0, skipped: 0 } })
          : { phase: 'starting', since: 0, step: 'launching' },
      ]),
    )
  }

  state(id: ServerId): ConnectionState | undefined {
    return this.states()[id]
  }

  prepare(): void {
    // Every account is there.
  }

  becomeReady(): void {
    this.phase = 'ready'
    this.stateChanges.emit(this.states())
  }

  catalog(id: ServerId, _accountId?: AccountId): Catalog {
    return { ...emptyCatalog, tools: Object.keys(this.#tools[id] ?? {}).map((name) => tool(name, this.#schemas[name])) }
  }

  freshen(): Promise<void> {
    return Promise.resolve()
  }

  callTool(call: ServerCall, signal: AbortSignal): Promise<ToolResult> {
    this.calls.push(call)
    const run = this.#tools[call.serverId]?.[call.tool]
    if (!run) throw new Error(`No tool ${call.tool}`)
    return run(call, signal)
  }

  /** A waiting call resumes by running its tool. */
  resumeSuspendedCall(call: Omit<ServerCall, 'tool' | 'arguments'>, signal: AbortSignal): Promise<ToolResult> {
    return this.resumeTask(call, signal)
  }

  /** A task resumes by running its tool. */
  resumeTask(call: Omit<ServerCall, 'tool' | 'arguments'>, signal: AbortSignal): Promise<ToolResult> {
    this.resumed.push(call.callId)
    const [run] = Object.values(this.#tools[call.serverId] ?? {})
    if (!run) throw new Error(`No server ${call.serverId}`)
    return run({ ...call, tool: '', arguments: {} }, signal)
  }
}

type BenchFiles = FileSource & DraftFiles

const noFiles: BenchFiles = {
  find: () => undefined,
  text: () => undefined,
  content: () => Promise.reject(new Error('No files here')),
  addToDraft: () => undefined,
}

const noProjectFiles: ProjectFiles = {
  ofProjects: () => new Map(),
  saveOfProject: () => undefined,
  require: () => [],
  changes: new Emitter(),
}

export interface BenchOptions {
  readonly baseUrl?: string
  /** Opens the models whose names begin with `local/`. By default all are the same, of an endpoint that speaks like OpenAI. */
  readonly openModel?: (ref: ModelRef) => OpenModel
  readonly tools?: Readonly<Record<string, Readonly<Record<string, ToolRun>>>>
  /** Of the arguments of these tools. By default a tool takes any. */
  readonly schemas?: Readonly<Record<string, JsonObject>>
  readonly approve?: Decision
  /** Whether it is known that the model takes images. Absent: nobody says. */
  readonly sees?: boolean
  /** What the model costs. Absent: that is not known. */
  readonly price?: ModelPrice
  readonly limits?: Partial<Limits>
  readonly database?: Database
  /** By default there are no files. */
  readonly files?: BenchFiles
  /** Of the retries that Parley makes by itself. */
  readonly retryClock?: Clock
  readonly taskStore?: MemoryTasks
  readonly suspendedCalls?: MemorySuspendedCalls
}

/** A turn runner on a real database. It records what a page would have seen of every conversation. */
export class ChatBench {
  readonly servers: FakeServers
  readonly store: ConversationStore
  readonly list: ConversationList
  readonly runner: TurnRunner
  readonly retries: AnswerRetries
  readonly commands: ConversationCommands
  readonly projects: ProjectStore
  readonly settings: ConversationSettings
  readonly brancher: ConversationBrancher
  readonly queue: QueueCommands
  readonly database: Database
  readonly events: ChatEvent[] = []
  readonly endedCalls: CallId[] = []
  readonly #screen = new Map<ConversationId, Conversation>()
  readonly #changed = new Emitter<void>()
  #seq = 0

  constructor(options: BenchOptions = {}) {
    this.database = options.database ?? new Database(':memory:')
    this.servers = new FakeServers(options.tools ?? {}, options.schemas ?? {})
    this.store = new ConversationStore(this.database)
    this.list = new ConversationList(this.store, systemClock)
    const { baseUrl, files = noFiles } = options
    const { store, list } = this
    const tools = new TurnTools(this.servers, this.servers, acceptsAll)
    const limits = () => ({ ...defaultLimits, ...options.limits })
    const activeConversations = new ActiveConversations({ store, publish: (id, event) => this.#see(id, event), lastSeq: () => this.#seq })
    this.projects = new ProjectStore({ database: this.database, files: noProjectFiles, clock: systemClock })
    this.settings = new ConversationSettings({ store, activeConversations, list, projects: this.projects, clock: systemClock })
    const writer = new ConversationWriter({ store, list, clock: systemClock })
    this.retries = new AnswerRetries({
      clock: options.retryClock ?? systemClock,
      leaf: (id) => store.leaf(id),
      retry: (id) => this.runner.retry(id),
    })
    this.runner = new TurnRunner({
      retries: this.retries,
      store,
      list,
      activeConversations,
      writer,
      settings: this.settings,
      tools,
      pool: this.servers,
      callInputs: { begin: () => false, write: () => undefined, complete: () => undefined, end: () => undefined },
      appTools: { offeredIn: () => [], named: () => undefined },
      taskStore: options.taskStore ?? new MemoryTasks(),
      suspendedCalls: options.suspendedCalls ?? new MemorySuspendedCalls(),
      onTurnEnded: () => undefined,
      onCallEnded: (callId) => this.endedCalls.push(callId),
      approvals: { approve: options.approve ? asking(options.approve) : allow, approveOwn: startedByPerson },
      checker: { check: () => Promise.resolve({ verdict: 'valid' }) },
      clock: systemClock,
      limits,
      // A model of another provider is gone.
      resolveModel: (choice) => {
        if ((!baseUrl && !options.openModel) || (choice.includes('/') && !choice.startsWith('local/'))) return undefined
        return ModelRef.parse(choice.startsWith('local/') ? choice : 'local/scripted-1')
      },
      files,
      openModel: async (ref) =>
        options.openModel?.(ref) ?? {
          model: createOpenAICompatible({ name: 'local', baseURL: baseUrl ?? 'http://127.0.0.1:9/v1' }).chatModel('scripted-1'),
          name: 'scripted-1',
          images: false,
          media: ['image/png'],
          sees: async () => options.sees,
        },
      priceOf: () => options.price,
      requestBegins: () => undefined,
      makeRoom: async () => undefined,
    })
    this.commands = new ConversationCommands({
      store,
      list,
      activeConversations,
      writer,
      settings: this.settings,
      projects: this.projects,
      files,
      tools,
      limits,
      toolTaker: () => ({}),
      stop: (id) => this.runner.stop(id),
    })
    this.queue = new QueueCommands({ store, activeConversations, turns: this.runner, files, clock: systemClock })
    this.brancher = new ConversationBrancher({ store, list, activeConversations, clock: systemClock })
  }

  /** Creates a conversation and lets a page watch it. */
  open(): ConversationId {
    const { conversationId } = this.list.create()
    this.watch(conversationId)
    return conversationId
  }

  watch(id: ConversationId): void {
    this.#screen.set(id, this.commands.open(id).conversation)
  }

  /** Returns what the page shows: the first snapshot with every later event applied. */
  screen(id: ConversationId): Conversation {
    const conversation = this.#screen.get(id)
    if (!conversation) throw new Error('Nobody looks at this conversation')
    return conversation
  }

  /** Resolves when the page shows a conversation that passes the check. */
  async until(id: ConversationId, holds: (conversation: Conversation) => boolean): Promise<Conversation> {
    while (!holds(this.screen(id))) {
      await new Promise<void>((resolve) => {
        const stop = this.#changed.subscribe(() => {
          stop()
          resolve()
        })
      })
    }
    return this.screen(id)
  }

  /** Resolves when the last turn has ended. */
  async ended(id: ConversationId): Promise<Conversation> {
    const last = await this.until(id, ({ messages }) => {
      const state = messages.at(-1)?.state
      return messages.at(-1)?.role === 'assistant' && state !== 'running' && state !== 'waiting'
    })
    await new Promise((resolve) => setImmediate(resolve))
    return last
  }

  #see(id: ConversationId, event: ChatEvent): void {
    this.#seq++
    this.events.push(event)
    const shown = this.#screen.get(id)
    if (shown) this.#screen.set(id, reduceChat(shown, event))
    this.#changed.emit()
  }
}
