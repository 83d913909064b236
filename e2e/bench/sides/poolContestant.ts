import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatEvent } from '../../../shared/domain/chat'
import type { ConnectionStates } from '../../../shared/domain/connectionState'
import { CallId, ServerId, type ConversationId } from '../../../shared/domain/ids'
import type { JsonObject } from '../../../shared/lib/json'
import { createHost, type Host } from '../../../main/host'
import { systemClock } from '../../../main/lib/clock'
import { memoryKeyProvider } from '../../../main/secrets/memoryKeyProvider'
import type { Connected, ConnectOptions, Contestant, RemoteContestant, ServerCommand } from './contestant'

const CALLS_IN_A_CONVERSATION = 20

const nameOf = (server: number): ServerId => ServerId.parse(`s${server}`)

/** The whole host as a shell starts it: its database is on disk, and it records every message. */
export class PoolContestant implements Contestant {
  readonly remote: RemoteContestant = {
    connect: (urls) => this.#open(urls.map((url) => ({ url }))),
    firstCall: async (server, tool) => {
      const { handlers } = this.#running
      const { signal } = new AbortController()
      await handlers['servers.stop']({ serverId: nameOf(server) }, signal)
      const started = performance.now()
      await handlers['servers.start']({ serverId: nameOf(server) }, signal)
      await this.call(server, tool, {})
      return performance.now() - started
    },
  }
  #host: Host | undefined
  #dataDir = ''
  #made = 0
  #conversation: { readonly conversationId: ConversationId } | undefined

  connect(servers: readonly ServerCommand[], options: ConnectOptions): Promise<Connected> {
    return this.#open(servers, options)
  }

  async #open(servers: readonly object[], { messageBytes, collector }: ConnectOptions = {}): Promise<Connected> {
    this.#dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
    mkdirSync(this.#dataDir, { recursive: true })
    this.#write('servers.json', { mcpServers: Object.fromEntries(servers.map((server, index) => [nameOf(index), { ...server }])) })
    this.#write('settings.json', {
      limits: { ...(messageBytes !== undefined && { messageBytes }) },
      ...(collector !== undefined && { telemetry: { endpoint: collector } }),
    })
    this.#host = await createHost({
      shell: 'test',
      version: '0.0.0',
      dataDir: this.#dataDir,
      clock: systemClock,
      keyProviders: [memoryKeyProvider()],
      validationWorker: join(import.meta.dirname, 'validationWorker.js'),
      trafficWorker: join(import.meta.dirname, 'trafficWorker.js'),
      extractionWorker: join(import.meta.dirname, 'extractionWorker.js'),
      importWorker: join(import.meta.dirname, 'importWorker.js'),
      resultWorker: join(import.meta.dirname, 'resultWorker.js'),
      loginShellPath: () => Promise.resolve(process.env['PATH'] ?? ''),
      userFolders: { home: this.#dataDir, config: this.#dataDir },
      localModelPorts: { ollama: 9, lmStudio: 9, llamaCpp: 9 },
    })
    return untilAllReady(this.#running, servers.length)
  }

  async call(server: number, tool: string, args: JsonObject): Promise<void> {
    const request = { serverId: nameOf(server), tool, arguments: args, callId: CallId.parse(systemClock.newId()) }
    await this.#running.callTool({ ...request, onProgress: ignore, onWaiting: ignore }, new AbortController().signal)
  }

  /** Resolves when the window hears that the call is over. */
  async callInConversation(server: number, tool: string, args: JsonObject): Promise<void> {
    const { handlers, hub } = this.#running
    const { signal } = new AbortController()
    const conversationId = await this.#shortConversation(signal)
    const ended = Promise.withResolvers<void>()
    const hear = (event: ChatEvent): void => {
      if (event.type !== 'messageState') return
      if (event.state === 'done') ended.resolve()
      else if (event.state !== 'running') ended.reject(new Error(`The call ended: ${event.state}`))
    }
    const leave = hub.follow('chat.events', conversationId, hub.lastSeq('chat.events', conversationId), (events) => {
      // Every event of this feed has this type.
      for (const { event } of events) hear(event as ChatEvent)
    })
    await handlers['chat.runTool']({ conversationId, serverId: nameOf(server), tool, arguments: args }, signal)
    await ended.promise.finally(leave)
  }

  /** The only conversation that there is: a long list of them, or one that grows, makes each call dearer. */
  async #shortConversation(signal: AbortSignal): Promise<ConversationId> {
    const { handlers } = this.#running
    const before = this.#conversation
    if (before && this.#made++ % CALLS_IN_A_CONVERSATION > 0) return before.conversationId
    if (before) await handlers['chat.remove']({ conversationIds: [before.conversationId] }, signal)
    this.#conversation = await handlers['chat.create']({}, signal)
    return this.#conversation.conversationId
  }

  async listTools(): Promise<number> {
    const { handlers } = this.#running
    const { signal } = new AbortController()
    await handlers['servers.refresh']({ serverId: nameOf(0) }, signal)
    const { tools } = await handlers['servers.catalog']({ serverId: nameOf(0) }, signal)
    return tools.length
  }

  async disconnect(): Promise<void> {
    await this.#host?.[Symbol.asyncDispose]()
    this.#host = undefined
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  get #running(): Host {
    if (!this.#host) throw new Error('The host is not running')
    return this.#host
  }

  #write(name: string, content: unknown): void {
    writeFileSync(join(this.#dataDir, name), JSON.stringify(content))
  }
}

/** Uses the `since` of each state, which is when the server's start began. */
async function untilAllReady({ hub }: Host, count: number): Promise<Connected> {
  const done = Promise.withResolvers<Connected>()
  let firstAt = Infinity
  const look = (states: ConnectionStates): void => {
    const all = Object.values(states)
    const failed = all.find((state) => 'error' in state)
    if (failed) done.reject(new Error(`A server did not become ready: ${JSON.stringify(failed)}`))
    const ready = all.flatMap((state) => (state?.phase === 'ready' ? [state.since] : []))
    if (ready.length === 0) return
    const now = systemClock.now()
    firstAt = Math.min(firstAt, now)
    if (ready.length < count) return
    const began = Math.min(...ready)
    done.resolve({ firstMs: firstAt - began, allMs: now - began })
  }
  // Every value of this topic has this type.
  const leave = hub.watch('connections.states', (states) => look(states as ConnectionStates))
  return done.promise.finally(leave)
}

function ignore(): void {
  // Nobody watches.
}
