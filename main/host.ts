import type { CallId, ConversationId } from '../shared/domain/ids'
import type { Language, Theme } from '../shared/domain/settings'
import type { TelemetryCounts } from '../shared/domain/telemetry/telemetry'
import { describeRule } from '../shared/rules/describeRule'
import { AppError, type AppErrorData } from '../shared/errors/appError'
import { RuleStore } from './approvals/ruleStore'
import { letOut } from './apps/letOut'
import { ConversationList } from './chat/conversationList'
import { ConversationStore } from './chat/conversationStore'
import { ActiveConversations, type ActiveConversationsDeps } from './chat/activeConversations'
import { ConfinedFrameStore } from './confinedFrames/confinedFrameStore'
import { createAppTools } from './createAppTools'
import { createApps } from './createApps'
import { createApprovals } from './createApprovals'
import { createBrokers } from './createBrokers'
import { createChat } from './createChat'
import { createDataFlow } from './createDataFlow'
import { ResultReaders } from './chat/results/resultReaders'
import { createFiles } from './createFiles'
import { createPool } from './createPool'
import { createModels } from './createModels'
import { createSearch } from './createSearch'
import { createServerFeatures } from './createServerFeatures'
import { createServers } from './createServers'
import { createSignIn } from './createSignIn'
import { createStorage } from './createStorage'
import { createTelemetry } from './createTelemetry'
import { createTemporaryChat } from './createTemporaryChat'
import { createTransfers } from './createTransfers'
import { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import { DesktopStore } from './desktop/desktopStore'
import { TrafficLog } from './traffic/trafficLog'
import { createHandlers, type Owners } from './handlers'
import type { LetOut } from './lib/letOut'
import { LinkOpener } from './links/linkOpener'
import type { CallbackOutcome } from './oauth/signIn/callbackPage'
import { LastScreenStore } from './settings/lastScreenStore'
import { PolicyEnforcer } from './policy/policyEnforcer'
import type { HostPorts } from './ports'
import { QuestionStore } from './questions/questionStore'
import type { Handlers } from './rpc/dispatch'
import { TopicHub } from './rpc/topicHub'
import { TopicPublisher, type Topics } from './rpc/topicPublisher'
import { SchemaChecker } from './schemas/schemaChecker'
import { ServerLifecycle, type ServerDataOwner } from './servers/serverLifecycle'
import { TaskTable } from './tasks/taskTable'
import type { DirectCalls } from './tools/directCalls'
import { startBackgroundWork } from './startBackgroundWork'
import { createTopics } from './topics'
import { SuspendedCallTable } from './suspendedCalls/suspendedCallTable'
import { TemporaryStorage } from './temporary/temporaryStorage'

/** The whole host behind its door. Disposing it ends every child process and closes every file. */
export interface Host extends AsyncDisposable {
  readonly handlers: Handlers
  readonly hub: TopicHub
  /** What the shell's tray, keys and windows ask and are asked. */
  readonly desktop: DesktopStore
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
  /** How many temporary chats with something in them are lost when the host ends. */
  readonly temporaryChats: () => number
  /** The theme for a shell to draw in before its page can ask. */
  readonly theme: () => Theme
  /** The language in the settings, for the shell's own texts. */
  readonly language: () => Language
  /** Handles the query that a browser brings back from a sign-in to the shell's own address. */
  readonly takeCallback: (query: string) => Promise<CallbackOutcome>
  /** Answers a request for a path of a confined frame's origin, for the shell that serves it. */
  readonly answerFrame: ConfinedFrameStore['answer']
  /** What the document of a confined frame may ask the person for, by the frame's id. */
  readonly framePermissions: ConfinedFrameStore['permissionsOf']
  /** Whether the apps that are open let a connection of the page to a host out. It may change with the topic `apps.states`. */
  readonly letOut: (host: string, port: number) => LetOut
}

/** Builds every owner in the order of their dependencies, and starts the enabled servers. Nothing is decided here. */
export async function createHost(ports: HostPorts): Promise<Host> {
  const { clock } = ports
  // Closes everything in the opposite order, even if something cannot be opened or closed.
  await using opened = new AsyncDisposableStack()
  const storage = await createStorage(ports, opened)
  const { database, own, settings, policyStore, policy } = storage
  const limits = () => settings.limits()
  const hub = new TopicHub()
  // Opened before the owners that topics are computed from, so it is closed after them, and before the files.
  const publisher = opened.use(new TopicPublisher(hub))

  const temporary = opened.use(new TemporaryStorage({ clock, longestMs: limits().taskTotalMs }))
  const suspendedCalls = new SuspendedCallTable({ database: own, clock, onForgotten: (callId) => questions.forgetAnswers(callId) })
  const questions = new QuestionStore({ database: own, temporary, clock, limits, goesOn: (callId) => suspendedCalls.has(callId) })
  const rules = opened.use(new RuleStore({ database, clock, questions, isTemporary: (id) => temporary.has(id) }))
  const servers = createServers({ ports, storage, questions }, opened)
  const { registry, records } = servers
  const links = new LinkOpener({ ...(ports.openUrl && { openUrl: ports.openUrl }) })
  const confinedFrames = new ConfinedFrameStore({ place: ports.framePlace, clock })
  const desktop = new DesktopStore({ settings, windows: ports.desktopWindows })
  const { models, ...modelOwners } = createModels({ ports, storage }, opened)
  const early = { ports, storage, registry, temporary }
  const telemetry = createTelemetry(early, opened)
  const chatOf = (id: ConversationId): ReturnType<typeof createChat> => (temporary.has(id) ? temporaryChat : chat)
  const foldersOf = (id: ConversationId) => chatOf(id).turns.folders(id)
  const brokers = createBrokers({ ...early, questions, models, links, telemetry: telemetry.telemetry, foldersOf }, opened)
  const { elicitation, sampling, samplingUsage } = brokers
  const checker = opened.use(new SchemaChecker({ script: ports.validationWorker, limits }))
  const traffic = opened.use(
    new TrafficLog({
      database,
      file: database.isReadOnly ? undefined : storage.file('parley.db'),
      script: ports.trafficWorker,
      limits,
      isPaused: temporary.mayBeMeant,
    }),
  )
  const signIn = createSignIn({ ports, storage, registry, questions, links, gate: servers.gate }, opened)
  const { accounts, attempts } = signIn
  // Nothing is loaded and nothing waits while it is off. When on, the first request is measured too.
  await telemetry.telemetry.settled()
  const taskStore = new TaskTable({ database, clock, longestMs: limits().taskTotalMs })
  const callStores = { taskStore, suspendedCalls }
  const isTemporary = (callId: CallId) => {
    const conversationId = apps.conversationOf(callId)
    return conversationId === undefined ? temporary.hasCall(callId) : temporary.has(conversationId)
  }
  const definitions = opened.use(
    new PinnedDefinitionStore({
      database,
      clock,
      // Only the window asks about changed definitions.
      questions: ports.beside ? undefined : questions,
      rulesOf: (serverId, tool, hash) => rules.ofDefinition(serverId, tool, hash).map(describeRule),
    }),
  )
  const pool = createPool(
    { ...early, servers, definitions, traffic, checker, brokers, signIn, telemetry: telemetry.telemetry, ...callStores, isTemporary },
    opened,
  )
  const contents = createServerFeatures({ ports, storage, registry, pool, hub, temporary }, opened)
  // Closed before the pool: open questions then end because Parley quits, not because their server is stopped.
  opened.use(questions)
  const store = new ConversationStore(database)
  const list = opened.use(new ConversationList(store, clock))
  const { files, projects } = createFiles({ ports, storage }, opened)
  const search = createSearch({ ports, storage, list, files }, opened)
  const { exposure, taintStore, flowGuard } = createDataFlow({
    clock,
    registry,
    pool,
    definitions,
    accounts,
    files,
    conversation: (id) => (temporary.has(id) ? temporaryChat.activeConversations : activeConversations).conversation(id),
    reachedBy: (serverId) => reachedBy(serverId),
  })
  const published: Omit<ActiveConversationsDeps, 'store'> = {
    publish: (conversationId, event) => {
      taintStore.take(conversationId, event)
      hub.append('chat.events', conversationId, event)
    },
    lastSeq: (conversationId) => hub.lastSeq('chat.events', conversationId),
  }
  const activeConversations = new ActiveConversations({ store, ...published })
  const allowsAnyArguments: typeof approvals.allowsAnyArguments = (call) => approvals.allowsAnyArguments(call)
  const appToolOwners = createAppTools({ ports, storage, registry, questions, rules, checker, hub, allowsAnyArguments }, opened)
  const { directCalls, approvals, ...ruleOwners } = createApprovals(
    { ports, storage, questions, rules, registry, definitions, ...appToolOwners, pool, accounts, flowGuard },
    opened,
  )
  const base = {
    ports,
    storage,
    registry,
    pool,
    definitions,
    contents,
    approvals,
    questions,
    models,
    checker,
    telemetry: telemetry.telemetry,
    projects,
    settingsOf: (id: ConversationId) => chatOf(id).conversationSettings.effective(id),
    ...appToolOwners,
  }
  const chat = createChat({ ...base, store, list, activeConversations, ...callStores, files }, opened)
  const appOwners = createApps({ ...base, hub, brokers, confinedFrames, taintStore, flowGuard, traffic, store, temporary }, opened)
  const { apps, reachedBy } = appOwners
  const transfers = createTransfers({ ports, storage, store, list, temporary, activeConversations, taintStore, files }, opened)
  const resultReaders = opened.use(new ResultReaders({ script: ports.resultWorker }))
  const temporaryChat = createTemporaryChat(
    {
      ...base,
      temporary,
      published,
      onKept: (id) => {
        rules.conversationKept(id)
        list.tell()
      },
      onChanged: () => conversationsChanged(),
      onClosed: (id) => {
        questions.conversationClosed(id)
        // Results of other temporary conversations are opened again when they are looked at.
        void resultReaders.close((callId) => temporary.hasCall(callId))
      },
    },
    opened,
  )
  // Runs before the turns are closed: questions that are open when Parley quits stay open on disk, as after a crash.
  opened.defer(() => questions.leave())

  const afterwards: ServerDataOwner = {
    serverRenamed: (from, to) => {
      taintStore.serverRenamed(from, to)
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
      projects,
      files,
      taskStore,
      temporary,
      ...[chat, temporaryChat].flatMap(({ turns, conversationSettings }) => [turns, conversationSettings]),
      samplingUsage,
      apps,
      appToolOwners.appToolPins,
      contents.serverLog,
      contents.followed,
      accounts,
      pool,
      afterwards,
    ],
  })
  registry.changes.subscribe((configured) => {
    attempts.keepOnly(configured)
    apps.lookAgain()
    elicitation.lookAgain()
    sampling.lookAgain()
  })
  accounts.changes.subscribe(() => {
    definitions.keepAccounts(accounts.accounts())
    pool.keepAccounts(accounts.accounts())
  })
  const conversationsChanged = (): void => {
    const kept = new Set([...list.conversations().map(({ id }) => id), ...temporaryChat.temporaryConversations.ids()])
    rules.conversationsChanged()
    ruleOwners.ruleList.callsChanged()
    taintStore.keepOnly((conversationId) => kept.has(conversationId))
    apps.keepConversations((conversationId) => kept.has(conversationId))
  }
  list.changes.subscribe(conversationsChanged)
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
    ...transfers,
    temporaryChat,
    resultReaders,
    ...search,
    pool,
    definitions,
    questions,
    checker,
    rules,
    models,
    ...modelOwners,
    links,
    confinedFrames,
    desktop,
    conversations: list,
    files,
    projects,
    lastScreen: new LastScreenStore(database),
    exposure,
    traffic,
    ...appToolOwners,
    ...appOwners,
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
    apps.lookAgain()
    enforcer.policyChanged()
  })
  // What is only shown can be searched too: its index is in memory.
  if (!ports.beside && database.isReadOnly) search.searchIndex.changed()
  else if (!ports.beside) startBackgroundWork(owners, { lifecycle, suspendedCalls }, quitting.signal)

  const closing = opened.move()
  return {
    handlers: createHandlers(owners),
    hub,
    desktop,
    readOnly: database.isReadOnly ? database.problem : undefined,
    topics,
    ask: (request, signal) => directCalls.ask(request, signal),
    callTool: (request, signal) => directCalls.callTool(request, signal),
    telemetryCounts: () => telemetry.telemetry.counts(),
    temporaryChats: () => temporary.countFilled(),
    theme: () => settings.settings().appearance.theme,
    language: () => settings.settings().appearance.language,
    takeCallback: (query) => attempts.takeCallback(query),
    answerFrame: (id, path) => confinedFrames.answer(id, path),
    framePermissions: (id) => confinedFrames.permissionsOf(id),
    letOut: (host, port) => letOut(host, port, apps.openOf()),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
