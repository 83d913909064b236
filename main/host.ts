import type { Language, Theme } from '../shared/domain/settings'
import type { TelemetryCounts } from '../shared/domain/telemetry'
import { describeRule } from '../shared/rules/describeRule'
import { AppError, type AppErrorData } from '../shared/errors/appError'
import { RuleStore } from './approvals/ruleStore'
import { ConversationList } from './chat/conversationList'
import { ConversationStore } from './chat/conversationStore'
import { ActiveConversations } from './chat/activeConversations'
import { ConnectionPool } from './connections/connectionPool'
import { createApprovals } from './createApprovals'
import { createBrokers } from './createBrokers'
import { createChat } from './createChat'
import { createSearch } from './createSearch'
import { createServerFeatures } from './createServerFeatures'
import { createServers } from './createServers'
import { createSignIn } from './createSignIn'
import { createStorage } from './createStorage'
import { createTelemetry } from './createTelemetry'
import { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import { TaintStore } from './dataFlow/taintStore'
import { DataFlowGuard } from './dataFlow/dataFlowGuard'
import { ServerExposure } from './dataFlow/serverExposure'
import { TrafficLog } from './traffic/trafficLog'
import { createHandlers, type Owners } from './handlers'
import { LinkOpener } from './links/linkOpener'
import { ModelRegistry } from './models/modelRegistry'
import type { CallbackOutcome } from './oauth/signIn/callbackPage'
import { secretsOf } from './secrets/vaultView'
import { PolicyEnforcer } from './policy/policyEnforcer'
import type { HostPorts } from './ports'
import { QuestionStore } from './questions/questionStore'
import type { Handlers } from './rpc/dispatch'
import { TopicHub } from './rpc/topicHub'
import { TopicPublisher, type Topics } from './rpc/topicPublisher'
import { withQuestionTelemetry } from './session/withQuestionTelemetry'
import { SchemaChecker } from './schemas/schemaChecker'
import { ServerLifecycle, type ServerDataOwner } from './servers/serverLifecycle'
import { TaskTable } from './tasks/taskTable'
import type { DirectCalls } from './tools/directCalls'
import { startBackgroundWork } from './startBackgroundWork'
import { createTopics } from './topics'
import { SuspendedCallTable } from './suspendedCalls/suspendedCallTable'

/** The whole host behind its door. Disposing it ends every child process and closes every file. */
export interface Host extends AsyncDisposable {
  readonly handlers: Handlers
  readonly hub: TopicHub
  /** Set if a newer Parley wrote the data folder: why nothing may be changed. The door refuses with it. */
  readonly readOnly: AppErrorData | undefined
  /** How each topic is computed. At the end of every tick, the last published value equals the computed one. */
  readonly topics: Topics
  /** What was sent and lost of telemetry. Complete once the host is disposed, which sends the rest. */
  telemetryCounts(): TelemetryCounts
  /**
   * Sends a request to a server for a shell without conversations, and returns the answer unchanged.
   * @throws {AppError}
   */
  readonly ask: DirectCalls['ask']
  /**
   * Runs a tool as a turn does, but without a conversation. The benchmark measures it.
   * @throws {AppError}
   */
  readonly callTool: DirectCalls['callTool']
  /** The theme for a shell to draw in before its page can ask. */
  readonly theme: () => Theme
  /** The language in the settings, for the shell's own texts. */
  readonly language: () => Language
  /** Handles the query that a browser brings back from a sign-in to the shell's own address. */
  readonly takeCallback: (query: string) => Promise<CallbackOutcome>
}

/** Builds every owner in the order of their dependencies, and starts the enabled servers. Nothing is decided here. */
export async function createHost(ports: HostPorts): Promise<Host> {
  const { clock } = ports
  // Closes everything in the opposite order, even if something cannot be opened or closed.
  await using opened = new AsyncDisposableStack()
  const storage = await createStorage(ports, opened)
  const { database, own, settings, policyStore, policy, vault } = storage
  const limits = () => settings.limits()
  const hub = new TopicHub()
  // Opened before the owners that topics are computed from, so it is closed after them, and before the files.
  const publisher = opened.use(new TopicPublisher(hub))

  const suspendedCalls = new SuspendedCallTable({ database: own, clock, onForgotten: (callId) => questions.forgetAnswers(callId) })
  const questions = new QuestionStore({ database: own, clock, limits, goesOn: (callId) => suspendedCalls.has(callId) })
  const rules = opened.use(new RuleStore({ database, clock, questions }))
  const servers = createServers({ ports, storage, questions }, opened)
  const { registry, records } = servers
  const links = new LinkOpener({ ...(ports.openUrl && { openUrl: ports.openUrl }) })
  const models = new ModelRegistry({ settings, vault, policy, limits, ...(ports.localModelPorts && { localPorts: ports.localModelPorts }) })
  const telemetry = createTelemetry({ ports, storage, registry }, opened)
  const brokers = createBrokers({ ports, storage, registry, questions, models, links, telemetry: telemetry.telemetry }, opened)
  const { elicitation, sampling, samplingUsage, roots } = brokers
  const checker = opened.use(new SchemaChecker({ script: ports.validationWorker, limits }))
  const traffic = opened.use(
    new TrafficLog({ database, file: database.isReadOnly ? undefined : storage.file('parley.db'), script: ports.trafficWorker, limits }),
  )
  const signIn = createSignIn({ ports, storage, registry, questions, links }, opened)
  const { accounts, attempts, signIns } = signIn
  // Nothing is loaded and nothing waits while it is off. When on, the first request is measured too.
  await telemetry.telemetry.settled()
  const taskStore = new TaskTable({ database, clock, longestMs: limits().taskTotalMs })
  const definitions = opened.use(
    new PinnedDefinitionStore({
      database,
      clock,
      // Only the window asks about changed definitions.
      questions: ports.beside ? undefined : questions,
      rulesOf: (serverId, tool, hash) => rules.ofDefinition(serverId, tool, hash).map(describeRule),
    }),
  )
  const pool = opened.use(
    new ConnectionPool({
      definitions,
      taskStore,
      suspendedCalls: suspendedCalls,
      registry,
      gate: servers.gate,
      vault,
      traffic,
      limits,
      clock,
      database,
      checker,
      telemetry: telemetry.telemetry,
      loginShellPath: ports.loginShellPath,
      folderOf: (launch) => policy.folderOf(launch),
      clientVersion: ports.version,
      protocol: ports.protocol,
      offersSampling: (serverId) => brokers.samplingPermissionsOf(serverId).off === undefined,
      accounts,
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
        telemetry.telemetry,
      ),
    }),
  )
  const contents = createServerFeatures({ ports, storage, registry, pool, hub }, opened)
  // Closed before the pool: open questions then end because Parley quits, not because their server is stopped.
  opened.use(questions)

  const store = new ConversationStore(database)
  const list = opened.use(new ConversationList(store, clock))
  const search = createSearch({ ports, storage, list }, opened)
  const exposure = new ServerExposure({
    servers: () => registry.list().servers,
    toolsOf: (serverId) => pool.catalog(serverId).tools,
    acceptedTools: (serverId) => definitions.openWorldTools(serverId),
    accounts: () => accounts.accounts(),
  })
  const taintStore = new TaintStore({ load: (conversationId) => activeConversations.conversation(conversationId) })
  const activeConversations = new ActiveConversations({
    store,
    publish: (conversationId, event) => {
      taintStore.take(conversationId, event)
      hub.append('chat.events', conversationId, event)
    },
    lastSeq: (conversationId) => hub.lastSeq('chat.events', conversationId),
  })
  const flowGuard = new DataFlowGuard({ taintStore, exposure, now: () => clock.now() })
  const { directCalls, approvals, ...ruleOwners } = createApprovals(
    { ports, storage, questions, rules, registry, definitions, pool, accounts, flowGuard },
    opened,
  )
  const chat = createChat(
    {
      ports,
      storage,
      store,
      list,
      activeConversations,
      registry,
      pool,
      definitions,
      contents,
      approvals,
      questions,
      models,
      checker,
      taskStore,
      suspendedCalls,
      telemetry: telemetry.telemetry,
    },
    opened,
  )
  // Runs before the turns are closed: questions that are open when Parley quits stay open on disk, as after a crash.
  opened.defer(() => questions.leave())

  const afterwards: ServerDataOwner = {
    serverRenamed: (from, to) => {
      taintStore.forgetAll()
      // The traffic log uses its own thread, which would wait for the end of the transaction.
      traffic.renameServer(from, to)
    },
  }
  const lifecycle = new ServerLifecycle({
    registry,
    records,
    database,
    owners: [
      questions,
      rules,
      definitions,
      store,
      taskStore,
      samplingUsage,
      contents.serverLog,
      contents.followed,
      accounts,
      pool,
      afterwards,
    ],
  })
  registry.changes.subscribe((configured) => {
    attempts.keepOnly(configured)
    elicitation.lookAgain()
    sampling.lookAgain()
  })
  for (const source of [registry.changes, accounts.changes, pool.catalogChanges]) source.subscribe(() => exposure.look())
  accounts.changes.subscribe(() => {
    definitions.keepAccounts(accounts.accounts())
    pool.keepAccounts(accounts.accounts())
  })
  records.approvals.subscribe((serverId) => pool.forgetDiscovery(serverId))
  vault.valueChanges.subscribe((name) => {
    for (const server of registry.list().servers) if (secretsOf(server).includes(name)) pool.forgetDiscovery(server.id)
  })
  list.changes.subscribe((conversations) => {
    rules.conversationsChanged()
    ruleOwners.ruleList.callsChanged()
    taintStore.keepOnly((conversationId) => conversations.some(({ id }) => id === conversationId))
  })

  const owners: Owners = {
    ports,
    ...storage,
    ...servers,
    ...brokers,
    ...signIn,
    ...telemetry,
    ...contents,
    ...ruleOwners,
    ...chat,
    ...search,
    pool,
    definitions,
    questions,
    checker,
    rules,
    models,
    links,
    conversations: list,
    exposure,
    traffic,
  }
  const topics = createTopics(owners, database)
  publisher.publish(topics)
  const quitting = new AbortController()
  opened.defer(() => quitting.abort(new AppError('CANCELLED', { reason: 'connections.quit' })))
  const enforcer = new PolicyEnforcer({
    servers: registry,
    pool,
    mayRun: (server, signal) => policy.mayRun(server, signal),
    withdrawQuestions: (serverId, forbidden) => questions.withdrawForbidden(serverId, forbidden),
    startsServers: !ports.beside && !database.isReadOnly,
    quitting: quitting.signal,
  })
  pool.stateChanges.subscribe((states) => enforcer.statesChanged(states))
  policyStore.changes.subscribe(() => {
    elicitation.lookAgain()
    sampling.lookAgain()
    rules.lookAgain()
    enforcer.policyChanged()
  })
  // What is only shown can be searched too: its index is in memory.
  if (!ports.beside && database.isReadOnly) search.searchIndex.changed()
  else if (!ports.beside) startBackgroundWork(owners, { lifecycle, suspendedCalls }, quitting.signal)

  const closing = opened.move()
  return {
    handlers: createHandlers(owners),
    hub,
    readOnly: database.isReadOnly ? database.problem : undefined,
    topics,
    ask: (request, signal) => directCalls.ask(request, signal),
    callTool: (request, signal) => directCalls.callTool(request, signal),
    telemetryCounts: () => telemetry.telemetry.counts(),
    theme: () => settings.settings().appearance.theme,
    language: () => settings.settings().appearance.language,
    takeCallback: (query) => attempts.takeCallback(query),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
