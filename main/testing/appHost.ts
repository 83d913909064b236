import { join } from 'node:path'
import { expect } from 'vitest'
import type { AppStates, StartedApp } from '../../shared/domain/apps/app'
import type { AppMethod } from '../../shared/domain/apps/appProtocol'
import type { Call } from '../../shared/domain/chat'
import { ServerId, type ConversationId, type QuestionId } from '../../shared/domain/ids'
import type { Answer, Question } from '../../shared/domain/question'
import type { JsonObject } from '../../shared/lib/json'
import { TestHost, type TestHostOptions } from './testHost'

export const board = ServerId.parse('board')
/** The server with interfaces. */
export const boardFile = join(import.meta.dirname, '../../e2e/servers/apps.ts')
/** Where frames are served: nobody loads them in tests of the host. */
export const framePlace = {
  originOf: (id: string) => `http://${id}.localhost:1`,
  pages: ['http://127.0.0.1:1'],
  scripts: () => Promise.resolve(''),
}

export interface AppHostOptions extends TestHostOptions {
  readonly era?: '2025' | '2026'
  /** More arguments of the server. */
  readonly args?: readonly string[]
  /** What else its entry says. */
  readonly entry?: object
  /** Whether the conversation is kept in memory alone. */
  readonly temporary?: boolean
}

type OneApp = Pick<StartedApp, 'appId'>
type OpenApp = AppStates['open'][number]

/** The host with a server that brings interfaces. A test drives it like a page. */
export class AppHost implements AsyncDisposable {
  readonly host: TestHost
  readonly conversationId: ConversationId

  private constructor(host: TestHost, conversationId: ConversationId) {
    this.host = host
    this.conversationId = conversationId
  }

  static async start({ era = '2025', args = [], entry = {}, temporary = false, ...options }: AppHostOptions = {}): Promise<AppHost> {
    const server = { command: process.execPath, args: [boardFile, '--era', era, ...args], ...entry }
    const files = { 'servers.json': { mcpServers: { board: server } }, ...options.files }
    const host = await TestHost.start({
      ...options,
      ...(options.dataDir === undefined && { files }),
      ports: { framePlace, ...options.ports },
    })
    await host.until('connections.states', (states) => states[board]?.phase === 'ready')
    const { conversationId } = await host.call('chat.create', { model: 'none', temporary })
    return new AppHost(host, conversationId)
  }

  /** Makes a call of a tool as a person, and returns it when it has ended. */
  async run(tool: string, args: JsonObject = {}): Promise<Call> {
    const before = (await this.#calls()).length
    await this.host.call('chat.runTool', { conversationId: this.conversationId, serverId: board, tool, arguments: args })
    await expect.poll(async () => (await this.#calls())[before]?.endedAt, { timeout: 10_000 }).toBeTypeOf('number')
    const call = (await this.#calls())[before]
    if (!call) throw new Error('There is no call')
    return call
  }

  async start(tool = 'show_page'): Promise<StartedApp> {
    return this.startOf(await this.run(tool))
  }

  startOf({ id }: Pick<Call, 'id'>): Promise<StartedApp> {
    return this.host.call('apps.start', { conversationId: this.conversationId, callId: id })
  }

  ask({ appId }: OneApp, method: AppMethod, params: JsonObject): Promise<JsonObject> {
    return this.host.call('apps.request', { appId, method, params })
  }

  tool(app: OneApp, name: string, more: JsonObject = {}): Promise<JsonObject> {
    return this.ask(app, 'tools/call', { name, arguments: {}, ...more })
  }

  allow({ appId }: OneApp, tool: string, allow = true): Promise<void> {
    return this.host.call('apps.answerTool', { appId, tool, allow })
  }

  /** Resolves to the first open app as soon as it is as wanted. */
  async state(isWanted: (state: OpenApp) => boolean = () => true): Promise<OpenApp | undefined> {
    return (await this.host.until('apps.states', ({ open: [app] }) => app !== undefined && isWanted(app))).open[0]
  }

  async ended(): Promise<void> {
    await this.host.until('apps.states', ({ open }) => open.length === 0)
  }

  async question(): Promise<Question> {
    const [open] = (await this.host.until('questions', (questions) => questions.open.length === 1)).open
    if (!open) throw new Error('There is no question')
    return open
  }

  async answer(questionId: QuestionId, answer: Answer): Promise<void> {
    await this.host.call('questions.answer', { questionId, answer })
    await this.host.until('questions', ({ open }) => open.every(({ id }) => id !== questionId))
  }

  async #calls(): Promise<readonly Call[]> {
    const { messages } = (await this.host.call('chat.open', { conversationId: this.conversationId })).conversation
    return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.host[Symbol.asyncDispose]()
  }
}
