import type { FetchLike } from '@modelcontextprotocol/client'
import { join } from 'node:path'
import type { Account } from '../shared/domain/account'
import type { AccountId, ServerId } from '../shared/domain/ids'
import type { Launch, ServerDefinition } from '../shared/domain/server'
import type { Language, Settings, Theme } from '../shared/domain/settings'
import { describeRule } from '../shared/rules/describeRule'
import { AppError, type AppErrorData } from '../shared/errors/appError'
import { JsonObject } from '../shared/lib/json'
import { ApprovalBroker } from './approvals/approvalBroker'
import { ApprovalRules } from './approvals/approvalRules'
import { RuleEditor } from './approvals/ruleEditor'
import { RuleList } from './approvals/ruleList'
import { RuleSimulator } from './approvals/ruleSimulator'
import { AttachmentReader } from './chat/attachmentReader'
import { ConversationList } from './chat/conversationList'
import { ConversationStore } from './chat/conversationStore'
import { TurnRunner } from './chat/turnRunner'
import { TurnTools } from './chat/turnTools'
import { Completer } from './completion/completer'
import { ConnectionPool } from './connections/connectionPool'
import { PinnedDefinitions } from './definitions/pinnedDefinitions'
import { ElicitationBroker } from './elicitation/elicitationBroker'
import { TaintStore } from './dataFlow/taintStore'
import { DataFlowGuard } from './dataFlow/dataFlowGuard'
import { ServerExposure } from './dataFlow/serverExposure'
import { TrafficLog } from './traffic/trafficLog'
import { createHandlers, type Owners } from './handlers'
import { IconCache } from './icons/iconCache'
import { listedIcons } from './icons/listedIcons'
import { LinkOpener } from './links/openLink'
import { ServerLog } from './logs/serverLog'
import { ModelRegistry } from './models/modelRegistry'
import type { FetchRules } from './net/fetchRules'
import { signInFetch } from './net/signInFetch'
import { AccountStore } from './oauth/accountStore'
import type { CallbackOutcome } from './oauth/signIn/callbackPage'
import { SignInAttempts } from './oauth/signIn/signInAttempts'
import { SignInBroker } from './oauth/signIn/signInBroker'
import { SignInSettingsEditor } from './oauth/signIn/signInSettings'
import { discoverMetadata } from './oauth/discovery/discoverMetadata'
import { AccountAuthSource } from './oauth/accountAuthSource'
import { TokenProvider } from './oauth/tokens/tokenProvider'
import { applyPolicyChanges } from './policy/applyPolicyChanges'
import { realHome } from './policy/realHome'
import { PolicyStore } from './policy/policyStore'
import { PolicyGuard } from './policy/policyGuard'
import { checkFilePermissions } from './policy/checkFilePermissions'
import type { HostPorts } from './ports'
import { PromptPreviews } from './prompts/promptPreviews'
import { QuestionStore } from './questions/questionStore'
import { ResourceSubscriptions } from './resources/resourceSubscriptions'
import { ResourceReader } from './resources/resourceReader'
import { RootList } from './roots/rootList'
import type { Handlers } from './rpc/dispatch'
import { TopicHub } from './rpc/topicHub'
import { SamplingBroker } from './sampling/samplingBroker'
import { samplingRules } from './sampling/samplingRules'
import { SamplingUsage } from './sampling/samplingUsage'
import { SchemaChecker } from './schemas/schemaChecker'
import { SecretVault } from './secrets/secretVault'
import { secretUses } from './secrets/vaultView'
import { createCommandFile } from './servers/findCommandFile'
import { LaunchRecords } from './servers/launchRecords'
import { parseServer } from './servers/parseServer'
import { createSaveServer } from './servers/saveServer'
import { ServerRegistry } from './servers/serverRegistry'
import { ServerSecrets } from './servers/serverSecrets'
import { StartGate } from './servers/startGate'
import { SettingsStore } from './settings/settingsStore'
import { SkillCatalog } from './skills/skillCatalog'
import { Database } from './storage/database'
import { TaskRecords } from './tasks/taskRecords'
import { SuspendedCallRecords } from './suspendedCalls/suspendedCallRecords'
import { publishTopics } from './publishTopics'

/** The whole host behind its door. Disposing it ends every child process and closes every file. */
export interface Host extends AsyncDisposable {
  readonly handlers: Handlers
  readonly hub: TopicHub
  /** Sends a request to a server for a shell without conversations, and gives the answer as it came. @throws {AppError} */
  readonly ask: ConnectionPool['ask']
  /** Runs a tool as a turn does, without a conversation; the benchmark measures it. @throws {AppError} */
  readonly callTool: ConnectionPool['callTool']
  /** What the shells draw in before their page can ask. */
  readonly theme: () => Theme
  /** The language that the settings choose, for what a shell says by itself. */
  readonly language: () => Language
  /** What a browser brought back from a sign-in to the shell's own address: the query of it. */
  readonly takeCallback: (query: string) => Promise<CallbackOutcome>
}

/** Builds every owner, in the order in which they need each other, and starts the enabled servers. */
export async function createHost(ports: HostPorts): Promise<Host> {
  const { clock, dataDir } = ports
  const file = (name: string): string => join(dataDir, name)
  // Closes in the opposite order whatever was opened, also when one of them cannot be opened or does not close.
  await using opened = new AsyncDisposableStack()

  const database = new Database(file('parley.db'))
  opened.defer(() => database.close())
  const settings = opened.use(new SettingsStore({ path: file('settings.json'), clock }))
  const limits = () => settings.limits()
  const policyStore = opened.use(
    await PolicyStore.open({
      places: ports.policyFiles ?? [],
      clock,
      home: realHome(ports.userFolders.home),
      checkFilePermissions,
      checkEntry: (name, entry) => {
        const server = parseServer(name, entry)
        return 'error' in server ? server.error : undefined
      },
    }),
  )
  const policy = new PolicyGuard({ book: policyStore, loginShellPath: ports.loginShellPath })
  const fixedSettings = { settings: () => withSignIn(settings.settings(), policy) }
  const vault = SecretVault.open({
    file: file('secrets.json'),
    providers: ports.keyProviders,
    clock,
    memoryChoice: {
      made: () => settings.settings().secrets.keep === 'memory',
      make: () => settings.edit([{ path: ['secrets', 'keep'], value: 'memory' }]),
    },
  })

  // A host beside a window must not withdraw the window's questions, nor show its own there.
  const own = ports.beside ? new Database(':memory:') : database
  if (own !== database) opened.defer(() => own.close())
  const suspendedCalls = new SuspendedCallRecords({ database: own, clock, onForgotten: (callId) => questions.forgetAnswers(callId) })
  const questions = new QuestionStore({ database: own, clock, limits, goesOn: (callId) => suspendedCalls.has(callId) })
  const rules = opened.use(new ApprovalRules({ database, clock, questions }))
  const records = new LaunchRecords({ database, clock })
  const registry = opened.use(new ServerRegistry({ path: file('servers.json'), records, clock, policy }))
  const inUse = () => new Set(secretUses({ servers: registry.list().servers, settings: fixedSettings.settings() }).keys())
  const serverSecrets = opened.use(new ServerSecrets({ registry, vault, database, clock, inUse }))
  const findFile = createCommandFile(ports.loginShellPath)
  const gate = new StartGate({ registry, records, questions, confirmCommand: ports.confirmCommand, policy, findFile })
  const saveServer = createSaveServer({
    findFile,
    registry,
    records,
    confirmCommand: ports.confirmCommand,
    mayHave: (server, signal) => policy.mayRun(server, signal),
  })

  const links = new LinkOpener({ ...(ports.openUrl && { openUrl: ports.openUrl }) })
  const models = new ModelRegistry({ settings, vault, policy, ...(ports.localModelPorts && { localPorts: ports.localModelPorts }) })
  const elicitation = new ElicitationBroker({
    questions,
    links,
    limits,
    now: () => clock.now(),
    choiceOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId)?.elicitation ?? 'ask',
    policy: () => policy.elicitationLimits(),
  })
  const samplingSpend = opened.use(new SamplingUsage({ database, clock }))
  const samplingRulesOf = (serverId: ServerId) =>
    samplingRules(registry.get(serverId), { ...policy.samplingLimits(), allows: (model) => models.mayServe(model) })
  const sampling = new SamplingBroker({ questions, models, clock, limits, spend: samplingSpend, rulesOf: samplingRulesOf })
  const roots = new RootList({ questions, servers: registry, policy })

  const checker = opened.use(new SchemaChecker({ script: ports.schemaWorker, limits }))
  const traffic = opened.use(new TrafficLog({ database, file: file('parley.db'), script: ports.frameWriter, limits }))
  const fetchFor = (rules: FetchRules): FetchLike => signInFetch(rules)
  const accountStore = opened.use(new AccountStore({ database, clock, dataDir, vault, registry, settings: fixedSettings, fetchFor }))
  const tokenProvider = opened.use(
    new TokenProvider({
      accounts: accountStore,
      vault,
      fetchFor,
      discoverMetadata,
      now: () => clock.now(),
      idp: () => fixedSettings.settings().signIn.idp,
    }),
  )
  const signIns = opened.use(new SignInBroker({ questions, book: accountStore, clock }))
  const attempts = opened.use(
    new SignInAttempts({
      book: accountStore,
      registry,
      settings: fixedSettings,
      mayRegister: (issuer) => policy.mayRegister(issuer),
      vault,
      links,
      clock,
      fetchFor: (rules) => signInFetch(rules),
      demandOf: (target, questionId) => signIns.demandOf(target, questionId),
      redirect: ports.redirect,
      bringToFront: ports.bringToFront,
    }),
  )
  const taskRecords = new TaskRecords({ database, clock, longestMs: limits().taskTotalMs })
  const definitions = opened.use(
    new PinnedDefinitions({
      database,
      clock,
      // Nobody looks at a difference beside a window: it has the question.
      questions: ports.beside ? undefined : questions,
      rulesOf: (serverId, tool, hash) =>
        rules
          .all()
          .filter((rule) => rule.subject.serverId === serverId && rule.subject.tool === tool && rule.definitionHash === hash)
          .map(describeRule),
    }),
  )
  const pool = opened.use(
    new ConnectionPool({
      definitions,
      taskStore: taskRecords,
      suspendedCalls: suspendedCalls,
      registry,
      gate,
      vault,
      traffic,
      limits,
      clock,
      database,
      checker,
      loginShellPath: ports.loginShellPath,
      clientVersion: ports.version,
      offersSampling: (serverId) => samplingRulesOf(serverId).off === undefined,
      accounts: accountStore,
      auth: new AccountAuthSource({ accounts: accountStore, tokens: tokenProvider }),
      signInOffers: signIns,
      requests: {
        elicit: (asker, params, signal) => elicitation.elicit(asker, params, signal),
        awaitPage: (asker, params, signal) => elicitation.awaitPage(asker, params, signal),
        sample: (asker, params, signal) => sampling.sample(asker, params, signal),
        listRoots: (asker, inCall, signal) => (inCall ? roots.ask(asker, signal) : roots.answer(asker, signal)),
        signIn: (asker, refusal, signal) => signIns.signIn(asker, refusal, signal),
      },
    }),
  )
  const skills = new SkillCatalog({
    clock,
    skillsOf: (serverId, accountId) => pool.catalog(serverId, accountId).skills,
    readItems: async (serverId, ask, signal) => (await pool.readResource(serverId, ask, signal)).items,
  })
  const icons = opened.use(
    new IconCache({
      listed: (serverId) => listedIcons(pool.states()[serverId], pool.catalog(serverId)),
      originOf: (serverId) => originOf(registry.get(serverId).launch),
      now: () => clock.now(),
    }),
  )
  // Before the pool: then what is open ends because Parley quits, not because its server is stopped.
  opened.use(questions)

  const locked = () => policy.rules()
  const toolOf = (serverId: ServerId, name: string) =>
    pool.catalog(serverId).tools.find((tool) => tool.name === name) ?? definitions.acceptedTool(serverId, name)
  const ruleEditor = new RuleEditor({ rules, clock, toolOf })
  const ruleSimulator = new RuleSimulator({
    database,
    clock,
    rules,
    editor: ruleEditor,
    locked,
    serverOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId),
    toolOf,
    standing: (serverId, tool) => definitions.standing(serverId, tool),
  })
  const ruleList = opened.use(new RuleList({ database, clock, rules, locked }))

  const hub = new TopicHub()
  const reader = opened.use(new ResourceReader({ source: pool, clock, limits }))
  const followed = opened.use(new ResourceSubscriptions({ database: own, source: pool, clock, limits }))
  const previews = new PromptPreviews({ source: pool, clock })
  const completer = opened.use(new Completer({ source: pool, clock }))
  const serverLog = opened.use(
    new ServerLog({ database: own, source: pool, clock, limits, lastSeq: (serverId) => hub.lastSeq('logs.entries', serverId) }),
  )
  const store = new ConversationStore(database)
  const conversations = opened.use(new ConversationList(store, clock))
  const exposure = new ServerExposure({
    servers: () => registry.list().servers,
    toolsOf: (serverId) => pool.catalog(serverId).tools,
    acceptedTools: (serverId) => definitions.openWorldTools(serverId),
    accounts: () => accountStore.accounts(),
  })
  const taintStore = new TaintStore({ load: (conversationId) => turns.conversation(conversationId) })
  const flowGuard = new DataFlowGuard({ book: taintStore, exposure, now: () => clock.now() })
  const attachments = new AttachmentReader({
    readResource: (serverId, { uri, accountId }, signal) => reader.read(serverId, uri, { whole: true, accountId }, signal),
    readSkill: (serverId, ask, signal) => skills.read(serverId, ask, signal),
    catalog: (serverId, accountId) => pool.catalog(serverId, accountId),
    limits,
    clock,
  })
  const approvals = new ApprovalBroker({
    rules,
    questions,
    accountOf: (serverId, accountId) => nameOf(accountStore.accounts(), serverId, accountId),
    clock,
    locked,
    standing: (serverId, tool) => definitions.standing(serverId, tool),
    onAllowed: (serverId, tool) => definitions.allowed(serverId, tool),
    noticedOf: (serverId, tool) => definitions.noticedOf(serverId, tool),
    flowOf: (request) => flowGuard.joinFor(request),
    tracesOf: (request) => flowGuard.tracesFor(request),
  })
  const turns = opened.use(
    new TurnRunner({
      store,
      list: conversations,
      tools: new TurnTools(registry, pool, definitions),
      pool,
      approvals,
      checker,
      clock,
      limits,
      taskStore: taskRecords,
      suspendedCalls: suspendedCalls,
      onCallEnded: (callId) => questions.callEnded(callId),
      resolveModel: (choice) => models.resolve(choice),
      openModel: (ref, signal) => models.open(ref, signal),
      publish: (conversationId, event) => {
        taintStore.take(conversationId, event)
        hub.append('chat.events', conversationId, event)
      },
      lastSeq: (conversationId) => hub.lastSeq('chat.events', conversationId),
    }),
  )

  // Before the turns: what is open when Parley quits is left open on disk, as a crash would leave it.
  opened.defer(() => questions.leave())

  registry.changes.subscribe((list) => {
    attempts.keepOnly(list)
    elicitation.lookAgain()
    exposure.look()
  })
  accountStore.changes.subscribe(() => exposure.look())
  accountStore.changes.subscribe(() => definitions.keepAccounts(accountStore.accounts()))
  pool.catalogChanges.subscribe(() => exposure.look())
  conversations.changes.subscribe(() => {
    rules.conversationsChanged()
    ruleList.callsChanged()
  })
  conversations.changes.subscribe((list) => taintStore.keepOnly((conversationId) => list.some(({ id }) => id === conversationId)))
  registry.renamed.subscribe(({ from, to }) => {
    database.transaction(() => {
      questions.renameServer(from, to)
      definitions.renameServer(from, to)
      rules.renameServer(from, to)
      store.renameServer(from, to)
      taskRecords.renameServer(from, to)
      samplingSpend.renameServer(from, to)
      serverLog.renameServer(from, to)
      followed.renameServer(from, to)
      accountStore.renameServer(from, to)
      pool.renameServer(from, to)
    })
    taintStore.forgetAll()
    // A thread of its own does this, and would wait for the transaction.
    traffic.renameServer(from, to)
  })
  registry.removed.subscribe((server) => {
    accountStore.serverRemoved(server)
    definitions.serverRemoved(server.id)
  })
  records.replaced.subscribe((serverId) => {
    rules.forgetServer(serverId)
    definitions.forgetServer(serverId)
    serverLog.forgetServer(serverId)
    followed.forgetServer(serverId)
    pool.forgetServer(serverId)
  })

  const owners: Owners = {
    ports,
    policyStore,
    policy,
    fixedSettings,
    registry,
    findFile,
    saveServer,
    pool,
    definitions,
    questions,
    rules,
    ruleEditor,
    ruleSimulator,
    ruleList,
    models,
    settings,
    vault,
    serverSecrets,
    accounts: accountStore,
    attempts,
    signInSettings: new SignInSettingsEditor({ settings, vault, book: accountStore }),
    links,
    attachments,
    conversations,
    turns,
    roots,
    exposure,
    traffic,
    reader,
    followed,
    previews,
    completer,
    serverLog,
    icons,
    skills,
    samplingSpend,
    samplingRulesOf,
  }
  publishTopics(hub, owners, database)
  const quitting = new AbortController()
  opened.defer(() => quitting.abort(new AppError('CANCELLED', 'Parley quit')))
  policyStore.changes.subscribe(() => {
    elicitation.lookAgain()
    // Its rules count like the user's: open approvals and the page look at all of them again.
    rules.changes.emit(rules.all())
    applyPolicyChanges(owners, quitting.signal)
  })
  if (!ports.beside) {
    forgetRemoved(owners)
    void serverSecrets.sweep()
    const goOn = turns.resume()
    questions.endLeft(goOn)
    suspendedCalls.keepOnly(goOn)
    pool.startEnabled()
    void models.learnModels(quitting.signal)
    accountStore.regranted.subscribe(({ kind }) => {
      if (kind !== 'idp' || accountStore.idp()?.state !== 'signedIn') return
      startAgain(owners, ({ code }, { auth }) => code === 'SIGN_IN_FAILED' && auth.kind === 'enterprise')
    })
    vault.opened.subscribe(() => {
      startAgain(owners, ({ code }) => code === 'SECRETS_LOCKED')
      void models.learnModels(quitting.signal)
    })
  }

  const closing = opened.move()
  const theme = (): Theme => settings.settings().appearance.theme
  const language = (): Language => settings.settings().appearance.language
  const refuseForbidden = async (serverId: ServerId, name: string, args: unknown): Promise<void> => {
    if (locked().length === 0) return
    const tool = toolOf(serverId, name) ?? { name, hash: '', inputSchema: {} }
    const why = await approvals.forbidden({ server: registry.get(serverId), tool, arguments: JsonObject.parse(args ?? {}) })
    if (why)
      throw new AppError('POLICY', why.sentence.replace(/\.$/, ''), {
        hint: 'The policy of this computer says so; nobody can allow it here.',
      })
  }
  const ask: Host['ask'] = async (request, signal) => {
    if (request.method === 'tools/call') await refuseForbidden(request.serverId, request.params.name, request.params.arguments)
    return pool.ask(request, signal)
  }
  const callTool: Host['callTool'] = async (request, signal) => {
    await refuseForbidden(request.serverId, request.tool, request.arguments)
    return pool.callTool(request, signal)
  }
  const takeCallback: Host['takeCallback'] = (query) => attempts.takeCallback(query)
  return {
    handlers: createHandlers(owners),
    hub,
    ask,
    callTool,
    theme,
    language,
    takeCallback,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** The settings, with what the policy fixes of signing in. */
function withSignIn(chosen: Settings, policy: PolicyGuard): Settings {
  const signIn = policy.fixSignIn(chosen.signIn)
  return signIn === chosen.signIn ? chosen : { ...chosen, signIn }
}

/** What could not start for want of something that is there now starts. */
function startAgain({ pool, registry }: Owners, isMeant: (error: AppErrorData, server: ServerDefinition) => boolean): void {
  const states = pool.states()
  for (const server of registry.list().servers) {
    const state = states[server.id]
    if (state?.phase !== 'failed' || !isMeant(state.error, server)) continue
    // Why it does not start this time is part of its state.
    void pool.start(server.id).catch(() => undefined)
  }
}

/** What the person calls an account of a server that has several; without a account, the default one. */
function nameOf(accounts: readonly Account[], serverId: ServerId, accountId: AccountId | undefined): string | undefined {
  const ofServer = accounts.filter((account) => account.serverId === serverId)
  if (ofServer.length < 2) return undefined
  return ofServer.find((account) => (accountId === undefined ? account.isDefault : account.accountId === accountId))?.label
}

/** The origin that a server is dialled at; none for a local one. */
function originOf(launch: Launch): string | undefined {
  return launch.kind === 'http' ? URL.parse(launch.url)?.origin : undefined
}

/** What is kept of servers that were removed goes at the next start: until then the removal can be undone. */
function forgetRemoved({ registry, definitions, accounts, serverLog, followed, pool }: Owners): void {
  // A file that cannot be read says nothing about which servers there are.
  if (registry.problem()) return
  const { servers, broken } = registry.list()
  const known = new Set([...servers, ...broken].map(({ id }) => id))
  accounts.keepOnly(known)
  definitions.keepOnly(known)
  serverLog.keepOnly(known)
  followed.keepOnly(known)
  pool.keepOnly(
    known,
    servers.map(({ launch }) => launch),
  )
}
