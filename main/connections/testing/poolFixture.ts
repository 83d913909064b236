import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallProgress } from '../../../shared/domain/chat'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import { CallId, ConversationId, AccountId, ServerId } from '../../../shared/domain/ids'
import { defaultLimits, type Limits } from '../../../shared/domain/defaultLimits'
import type { Launch, ServerConfig, ServerList } from '../../../shared/domain/server'
import type { CallTask } from '../../../shared/domain/task'
import { AppError } from '../../../shared/errors/appError'
import type { JsonObject } from '../../../shared/lib/json'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { TrafficLog } from '../../traffic/trafficLog'
import { systemClock } from '../../lib/clock'
import { Emitter } from '../../lib/emitter'
import { Database } from '../../storage/database'
import { ConnectionPool, type PoolDeps } from '../connectionPool'
import type { ClientFeatures } from '../../session/clientFeatures'
import { MemoryTasks } from './memoryTasks'
import { MemorySuspendedCalls } from './memoryWaits'

/** Launches a misbehaving server of this folder. */
export const faulty = (mode: string, ...args: string[]): Launch => ({
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, 'faulty.mjs'), mode, ...args],
  env: {},
})

export const serverId = (name: string): ServerId => ServerId.parse(name)

/** Makes a definition as it would come from `servers.json`. */
export function define(name: string, launch: Launch, more: Partial<ServerConfig> = {}): ServerConfig {
  return sampleServer(name, { launch, ...more })
}

/** A registry in memory. */
export class FakeRegistry {
  readonly changes = new Emitter<ServerList>()
  #servers: readonly ServerConfig[]

  constructor(servers: readonly ServerConfig[]) {
    this.#servers = servers
  }

  list(): ServerList {
    return { servers: this.#servers, broken: [] }
  }

  get(id: ServerId): ServerConfig {
    const found = this.#servers.find((server) => server.id === id)
    if (!found) throw new AppError('NOT_FOUND', `There is no server ${id}`)
    return found
  }

  set(servers: readonly ServerConfig[]): void {
    this.#servers = servers
    this.changes.emit(this.list())
  }
}

/** A person who neither continues nor gives up while a page is open. */
export const untilWithdrawn: ClientFeatures['awaitPage'] = (_asker, _params, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('withdrawn'), { once: true }))

/** Brokers that refuse everything. A test replaces the one that it needs. */
export const refusingRequests: ClientFeatures = {
  elicit: () => Promise.reject(new AppError('DENIED', 'No')),
  awaitPage: untilWithdrawn,
  sample: () => Promise.reject(new AppError('DENIED', 'No')),
  listRoots: () => Promise.resolve([]),
  signIn: () => Promise.resolve('notNow'),
}

/** Every server has one account, and nobody signs in. */
export const oneAccount: Pick<PoolDeps, 'accounts' | 'auth' | 'signInOffers'> = {
  accounts: {
    defaultAccount: () => AccountId.parse('00000000-0000-4000-8000-000000000000'),
    find: () => undefined,
    changes: new Emitter(),
    signedIn: new Emitter(),
  },
  auth: { forSession: () => undefined },
  signInOffers: { offer: () => undefined, withdraw: () => undefined },
}

export interface TestPool extends AsyncDisposable {
  readonly pool: ConnectionPool
  readonly registry: FakeRegistry
  readonly traffic: TrafficLog
  readonly database: Database
  readonly dataDir: string
  call(server: string, tool: string, args?: JsonObject, options?: CallOptions): ReturnType<ConnectionPool['callTool']>
  /** Resolves when the server reaches this phase. */
  until<P extends ConnectionState['phase']>(server: string, phase: P): Promise<Extract<ConnectionState, { phase: P }>>
}

export interface CallOptions {
  readonly definitionHash?: string
  readonly callId?: CallId
  readonly conversationId?: ConversationId
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CallProgress) => void
  readonly onWaiting?: (waiting: boolean) => void
  readonly onQueued?: (queued: boolean) => void
  readonly onTask?: (task: CallTask) => void
}

export interface TestPoolOptions {
  readonly limits?: Partial<Limits>
  readonly deps?: Partial<PoolDeps>
  /** A data folder that another pool has left. */
  readonly dataDir?: string
}

/** A pool with real processes and a real database. Everything else is as small as possible. */
export function testPool(servers: readonly ServerConfig[], options: TestPoolOptions = {}): TestPool {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'parley-pool-'))
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const database = new Database(join(dataDir, 'parley.db'))
  const traffic = new TrafficLog({
    database,
    file: join(dataDir, 'parley.db'),
    script: join(import.meta.dirname, '../../traffic/trafficWorker.ts'),
    limits: () => limits,
  })
  const registry = new FakeRegistry(servers)
  const pool = new ConnectionPool({
    registry,
    gate: { mayStart: () => Promise.resolve(true) },
    vault: { resolve: (value) => (typeof value === 'string' ? Promise.resolve(value) : Promise.resolve(`value of ${value.secret}`)) },
    requests: refusingRequests,
    traffic,
    limits: () => limits,
    clock: systemClock,
    loginShellPath: () => Promise.resolve(process.env['PATH'] ?? ''),
    database,
    checker: { check: () => Promise.resolve({ verdict: 'valid' }) },
    clientVersion: '0.0.0',
    taskStore: new MemoryTasks(),
    suspendedCalls: new MemorySuspendedCalls(),
    definitions: { prepare: async () => undefined, seen: () => undefined, requireAccepted: () => undefined },
    ...oneAccount,
    ...options.deps,
  })
  return {
    pool,
    registry,
    traffic,
    database,
    dataDir,
    call: (server, tool, args = {}, call = {}) =>
      pool.callTool(
        {
          serverId: serverId(server),
          tool,
          arguments: args,
          ...(call.definitionHash !== undefined && { definitionHash: call.definitionHash }),
          callId: call.callId ?? newCallId(),
          ...(call.conversationId && { conversationId: call.conversationId }),
          onProgress: call.onProgress ?? (() => undefined),
          onWaiting: call.onWaiting ?? (() => undefined),
          ...(call.onQueued && { onQueued: call.onQueued }),
          ...(call.onTask && { onTask: call.onTask }),
        },
        call.signal ?? new AbortController().signal,
      ),
    until: (server, phase) => until(pool, server, phase),
    [Symbol.asyncDispose]: async () => {
      await pool[Symbol.asyncDispose]()
      await traffic[Symbol.asyncDispose]()
      database.close()
    },
  }
}

export const newCallId = (): CallId => CallId.parse(systemClock.newId())
export const newConversationId = (): ConversationId => ConversationId.parse(systemClock.newId())

function until<P extends ConnectionState['phase']>(
  pool: ConnectionPool,
  server: string,
  phase: P,
): Promise<Extract<ConnectionState, { phase: P }>> {
  const matches = (state: ConnectionState | undefined): state is Extract<ConnectionState, { phase: P }> => state?.phase === phase
  return new Promise((resolve) => {
    const look = (): boolean => {
      const state = pool.states()[serverId(server)]
      if (matches(state)) resolve(state)
      return matches(state)
    }
    if (look()) return
    const stop = pool.stateChanges.subscribe(() => {
      if (look()) stop()
    })
  })
}

/** Returns the error of a promise that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise
  } catch (thrown) {
    return AppError.from(thrown)
  }
  throw new Error('It did not fail')
}
