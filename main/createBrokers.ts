import type { ConversationId, ServerId } from '../shared/domain/ids'
import { SamplingLimits } from '../shared/domain/sampling'
import type { Storage } from './createStorage'
import { ElicitationBroker } from './elicitation/elicitationBroker'
import type { LinkOpener } from './links/linkOpener'
import type { ModelRegistry } from './models/modelRegistry'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import { RootsBroker } from './roots/rootsBroker'
import type { Telemetry } from './telemetry/telemetry'
import { SamplingBroker } from './sampling/samplingBroker'
import { samplingPermissions } from './sampling/samplingPermissions'
import { SamplingUsage } from './sampling/samplingUsage'
import type { ServerRegistry } from './servers/serverRegistry'
import type { TemporaryStorage } from './temporary/temporaryStorage'

export interface BrokerParts {
  readonly ports: HostPorts
  readonly storage: Storage
  readonly registry: ServerRegistry
  readonly questions: QuestionStore
  readonly models: ModelRegistry
  readonly links: LinkOpener
  readonly telemetry: Telemetry
  readonly temporary: Pick<TemporaryStorage, 'covers'>
  /** Absolute paths that a conversation shares in its calls now. @throws {AppError} NOT_FOUND */
  readonly foldersOf: (conversationId: ConversationId) => readonly string[]
}

/** Creates the brokers for the requests of servers: information, pages, the model, folders. */
export function createBrokers(
  { ports, storage, registry, questions, models, links, telemetry, temporary, foldersOf }: BrokerParts,
  opened: AsyncDisposableStack,
) {
  const { clock } = ports
  const { database, settings, policy } = storage
  const limits = () => settings.limits()
  const elicitation = new ElicitationBroker({
    questions,
    links,
    limits,
    now: () => clock.now(),
    choiceOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId)?.elicitation ?? 'ask',
    policy: () => policy.elicitationLimits(),
  })
  const samplingUsage = opened.use(new SamplingUsage({ database, clock }))
  const samplingPermissionsOf = (serverId: ServerId) => {
    // A server that was just removed may still have an open request. It may use nothing any more.
    const gone = { id: serverId, sampling: 'off' as const, samplingLimits: SamplingLimits.parse({}) }
    const server = registry.list().servers.find(({ id }) => id === serverId) ?? gone
    return samplingPermissions(server, { ...policy.samplingLimits(), forbids: (model) => models.forbiddenToServers(model) })
  }
  const sampling = new SamplingBroker({
    questions,
    models,
    telemetry,
    clock,
    limits,
    spend: samplingUsage,
    permissionsOf: samplingPermissionsOf,
    isTemporary: (asker) => temporary.covers(asker),
  })
  const roots = new RootsBroker({
    questions,
    servers: registry,
    policy,
    answersFolders: ports.answersFolders,
    foldersOf,
  })
  return { elicitation, samplingUsage, samplingPermissionsOf, sampling, roots }
}
