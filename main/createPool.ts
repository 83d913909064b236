import { speakableExtensions } from '../shared/domain/extensions/extension'
import { secretsOf } from './secrets/vaultView'
import type { CallId } from '../shared/domain/ids'
import { ConnectionPool } from './connections/connectionPool'
import type { createBrokers } from './createBrokers'
import type { createServers } from './createServers'
import type { createSignIn } from './createSignIn'
import type { Storage } from './createStorage'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { HostPorts } from './ports'
import type { SchemaChecker } from './schemas/schemaChecker'
import { extensions } from './session/extensionHandlers'
import { withQuestionTelemetry } from './session/withQuestionTelemetry'
import type { SuspendedCallTable } from './suspendedCalls/suspendedCallTable'
import type { TaskTable } from './tasks/taskTable'
import type { Telemetry } from './telemetry/telemetry'
import { suspendedCallStoreFor, taskStoreFor } from './temporary/temporaryCallStores'
import type { TemporaryStorage } from './temporary/temporaryStorage'
import type { TrafficLog } from './traffic/trafficLog'

export interface PoolParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly servers: ReturnType<typeof createServers>
  readonly brokers: ReturnType<typeof createBrokers>
  readonly signIn: ReturnType<typeof createSignIn>
  readonly definitions: PinnedDefinitionStore
  readonly traffic: TrafficLog
  readonly checker: SchemaChecker
  readonly telemetry: Telemetry
  readonly temporary: TemporaryStorage
  readonly taskStore: TaskTable
  readonly suspendedCalls: SuspendedCallTable
  /** Whether a call belongs to a temporary conversation. */
  readonly isTemporary: (callId: CallId) => boolean
}

/** Creates the owner of the connections to servers. What a server asks goes to the brokers. */
export function createPool(parts: PoolParts, opened: AsyncDisposableStack): ConnectionPool {
  const { ports, storage, servers, signIn, temporary, isTemporary, telemetry } = parts
  const { elicitation, sampling, roots, samplingPermissionsOf } = parts.brokers
  const { signIns } = signIn
  const pool = opened.use(
    new ConnectionPool({
      definitions: parts.definitions,
      taskStore: taskStoreFor(isTemporary, temporary.tasks, parts.taskStore),
      suspendedCalls: suspendedCallStoreFor(isTemporary, temporary.suspendedCalls, parts.suspendedCalls),
      registry: servers.registry,
      gate: servers.gate,
      vault: storage.vault,
      traffic: parts.traffic,
      limits: () => storage.settings.limits(),
      clock: ports.clock,
      database: storage.database,
      checker: parts.checker,
      telemetry,
      loginShellPath: ports.loginShellPath,
      folderOf: (launch) => storage.policy.folderOf(launch),
      clientVersion: ports.version,
      protocol: ports.protocol,
      extensions: speakableExtensions(extensions, ports.framePlace !== undefined),
      offersSampling: (serverId) => samplingPermissionsOf(serverId).off === undefined,
      accounts: signIn.accounts,
      auth: signIn.authenticator,
      signInOffers: signIns,
      requests: withQuestionTelemetry(
        {
          elicit: (asker, params, signal) => elicitation.elicit(asker, params, signal),
          awaitPage: (asker, params, signal) => elicitation.awaitPage(asker, params, signal),
          sample: (asker, params, signal) => sampling.sample(asker, params, signal),
          listRoots: (asker, inCall, signal) => (inCall ? roots.ask(asker, signal) : roots.answer(asker, signal)),
          signIn: (asker, refusal, signal) => signIns.signIn(asker, refusal, signal),
        },
        telemetry,
      ),
    }),
  )
  // What a server said when it ran otherwise says nothing of how it runs now.
  servers.records.approvals.subscribe((serverId) => pool.forgetDiscovery(serverId))
  storage.vault.valueChanges.subscribe((name) => {
    for (const server of servers.registry.list().servers) if (secretsOf(server).includes(name)) pool.forgetDiscovery(server.id)
  })
  return pool
}
