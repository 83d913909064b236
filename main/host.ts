import type { FetchLike } from '@modelcontextprotocol/client'
import { join } from 'node:path'
import type { Account } from '../shared/domain/account'
import type { ProfileId, ServerId } from '../shared/domain/ids'
import type { Launch, ServerDefinition } from '../shared/domain/server'
import type { Settings, Theme } from '../shared/domain/settings'
import { ruleWords } from '../shared/domain/ruleWords'
import { AppError, type AppErrorData } from '../shared/errors/appError'
import { JsonObject } from '../shared/lib/json'
import { ApprovalBroker } from './approvals/approvalBroker'
import { ApprovalRules } from './approvals/approvalRules'
import { RuleEditor } from './approvals/ruleEditor'
import { RuleEntries } from './approvals/ruleEntries'
import { RuleTrials } from './approvals/ruleTrials'
import { AttachmentReader } from './chat/attachmentReader'
import { ConversationList } from './chat/conversationList'
import { ConversationStore } from './chat/conversationStore'
import { TurnRunner } from './chat/turnRunner'
import { TurnTools } from './chat/turnTools'
import { Completer } from './completion/completer'
import { ConnectionPool } from './connections/connectionPool'
import { PinnedDefinitions } from './definitions/pinnedDefinitions'
import { ElicitationBroker } from './elicitation/elicitationBroker'
import { FlowBook } from './flow/flowBook'
import { FlowGuard } from './flow/flowGuard'
import { ServerTouches } from './flow/serverTouches'
import { FrameLog } from './frames/frameLog'
import { createHandlers, type Owners } from './handlers'
import { IconShelf } from './icons/iconShelf'
import { listedIcons } from './icons/listedIcons'
import { LinkOpener } from './links/openLink'
import { ServerLog } from './logs/serverLog'
import { ModelRegistry } from './models/modelRegistry'
import type { NetRules } from './net/netRules'
import { signInFetch } from './net/signInFetch'
import { AccountBook } from './oauth/accountBook'
import type { CallbackOutcome } from './oauth/callbackPage'
import { SignInAttempts } from './oauth/signInAttempts'
import { SignInBroker } from './oauth/signInBroker'
import { SignInSettingsEditor } from './oauth/signInSettings'
import { discover } from './oauth/discover'
import { AccountAuthSource } from './oauth/linkAuth'
import { TokenKeeper } from './oauth/tokenKeeper'
import { followPolicy } from './followPolicy'
import { ownHome } from './policy/ownHome'
import { PolicyBook } from './policy/policyBook'
import { PolicyGuard } from './policy/policyGuard'
import { whyUnsafe } from './policy/systemLooks'
import type { HostPorts } from './ports'
import { PromptPreviews } from './prompts/promptPreviews'
import { QuestionBook } from './questions/questionBook'
import { FollowedResources } from './resources/followedResources'
import { ResourceReader } from './resources/resourceReader'
import { RootList } from './roots/rootList'
import type { Handlers } from './rpc/dispatch'
import { TopicHub } from './rpc/topicHub'
import { SamplingBroker } from './sampling/samplingBroker'
import { samplingRules } from './sampling/samplingRules'
import { SamplingSpendBook } from './sampling/samplingSpend'
import { SchemaChecker } from './schemas/checkValue'
import { SecretVault } from './secrets/secretVault'
import { secretUses } from './secrets/vaultView'
import { createCommandFile } from './servers/commandFile'
import { LaunchRecords } from './servers/launchRecords'
import { parseServer } from './servers/parseServer'
import { createSaveServer } from './servers/saveServer'
import { ServerRegistry } from './servers/serverRegistry'
import { ServerSecrets } from './servers/serverSecrets'
import { StartGate } from './servers/startGate'
import { SettingsStore } from './settings/settingsStore'
import { SkillShelf } from './skills/skillShelf'
import { Database } from './storage/database'
import { TaskRecords } from './tasks/taskRecords'
import { WaitRecords } from './waits/waitRecords'
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
  const policyBook = opened.use(
    await PolicyBook.open({
      places: ports.policyFiles ?? [],
      clock,
      home: ownHome(ports.userFolders.home),
      whyUnsafe,
      checkEntry: (name, entry) => {
        const server = parseServer(name, entry)
        return 'error' in server ? server.error : undefined
      },
    }),
  )
  const policy = new PolicyGuard({ book: policyBook, loginPath: ports.loginPath })
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
  const waits = new WaitRecords({ database: own, clock, onForgotten: (callId) => questions.forgetAnswers(callId) })
  const questions = new QuestionBook({ database: own, clock, limits, goesOn: (callId) => waits.has(callId) })
  const rules = opened.use(new ApprovalRules({ database, clock, questions }))
  const records = new LaunchRecords({ database, clock })
  const registry = opened.use(new ServerRegistry({ path: file('servers.json'), records, clock, policy }))
  const inUse = () => new Set(secretUses({ servers: registry.list().servers, settings: fixedSettings.settings() }).keys())
  const serverSecrets = opened.use(new ServerSecrets({ registry, vault, database, clock, inUse }))
  const findFile = createCommandFile(ports.loginPath)
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
  const samplingSpend = opened.use(new SamplingSpendBook({ database, clock }))
  const samplingRulesOf = (serverId: ServerId) =>
    samplingRules(registry.get(serverId), { ...policy.samplingLimits(), allows: (model) => models.mayServe(model) })
  const sampling = new SamplingBroker({ questions, models, clock, limits, spend: samplingSpend, rulesOf: samplingRulesOf })
  const roots = new RootList({ questions, servers: registry, policy })

  const checker = opened.use(new SchemaChecker({ script: ports.schemaWorker, limits }))
  const frames = opened.use(new FrameLog({ database, file: file('parley.db'), script: ports.frameWriter, limits }))
  const fetchFor = (rules: NetRules): FetchLike => signInFetch(rules)
  const accountBook = opened.use(new AccountBook({ database, clock, dataDir, vault, registry, settings: fixedSettings, fetchFor }))
  const tokenKeeper = opened.use(
    new TokenKeeper({
      accounts: accountBook,
      vault,
      fetchFor,
      discover,
      now: () => clock.now(),
      idp: () => fixedSettings.settings().signIn.idp,
    }),
  )
  const signIns = opened.use(new SignInBroker({ questions, book: accountBook, clock }))
  const attempts = opened.use(
    new SignInAttempts({
      book: accountBook,
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
          .map(ruleWords),
    }),
  )
  const pool = opened.use(
    new ConnectionPool({
      definitions,
      taskBook: taskRecords,
      waitBook: waits,
      registry,
      gate,
      vault,
      frames,
      limits,
      clock,
      database,
      checker,
      loginPath: ports.loginPath,
      clientVersion: ports.version,
      offersSampling: (serverId) => samplingRulesOf(serverId).off === undefined,
      accounts: accountBook,
      auth: new AccountAuthSource({ accounts: accountBook, keeper: tokenKeeper }),
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
  const skills = new SkillShelf({
    clock,
    skillsOf: (serverId, profile) => pool.catalog(serverId, profile).skills,
    readItems: async (serverId, ask, signal) => (await pool.readResource(serverId, ask, signal)).items,
  })
  const icons = opened.use(
    new IconShelf({
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
  const ruleTrials = new RuleTrials({
    database,
    clock,
    rules,
    editor: ruleEditor,
    locked,
    serverOf: (serverId) => registry.list().servers.find(({ id }) => id === serverId),
    toolOf,
    standing: (serverId, tool) => definitions.standing(serverId, tool),
  })
  const ruleEntries = opened.use(new RuleEntries({ database, clock, rules, locked }))

  const hub = new TopicHub()
  const reader = opened.use(new ResourceReader({ source: pool, clock, limits }))
  const followed = opened.use(new FollowedResources({ database: own, source: pool, clock, limits }))
  const previews = new PromptPreviews({ source: pool, clock })
  const completer = opened.use(new Completer({ source: pool, clock }))
  const serverLog = opened.use(
    new ServerLog({ database: own, source: pool, clock, limits, lastSeq: (serverId) => hub.lastSeq('logs.entries', serverId) }),
  )
  const store = new ConversationStore(database)
  const conversations = opened.use(new ConversationList(store, clock))
  const touches = new ServerTouches({
    servers: () => registry.list().servers,
    toolsOf: (serverId) => pool.catalog(serverId).tools,
    acceptedTools: (serverId) => definitions.openWorldTools(serverId),
    accounts: () => accountBook.accounts(),
  })
  const flowBook = new FlowBook({ load: (conversationId) => turns.conversation(conversationId) })
  const flowGuard = new FlowGuard({ book: flowBook, touches, now: () => clock.now() })
  const attachments = new AttachmentReader({
    readResource: (serverId, { uri, profile }, signal) => reader.read(serverId, uri, { whole: true, profile }, signal),
    readSkill: (serverId, ask, signal) => skills.read(serverId, ask, signal),
    catalog: (serverId, profile) => pool.catalog(serverId, profile),
    limits,
    clock,
  })
  const approvals = new ApprovalBroker({
    rules,
    questions,
    accountOf: (serverId, profile) => nameOf(accountBook.accounts(), serverId, profile),
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
      taskBook: taskRecords,
      waitBook: waits,
      onCallEnded: (callId) => questions.callEnded(callId),
      resolveModel: (choice) => models.resolve(choice),
      openModel: (ref, signal) => models.open(ref, signal),
      publish: (conversationId, event) => {
        flowBook.take(conversationId, event)
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
    touches.look()
  })
  accountBook.changes.subscribe(() => touches.look())
  accountBook.changes.subscribe(() => definitions.keepAccounts(accountBook.accounts()))
  pool.catalogChanges.subscribe(() => touches.look())
  conversations.changes.subscribe(() => {
    rules.conversationsChanged()
    ruleEntries.callsChanged()
  })
  conversations.changes.subscribe((list) => flowBook.keepOnly((conversationId) => list.some(({ id }) => id === conversationId)))
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
      accountBook.renameServer(from, to)
      pool.renameServer(from, to)
    })
    flowBook.forgetAll()
    // A thread of its own does this, and would wait for the transaction.
    frames.renameServer(from, to)
  })
  registry.removed.subscribe((server) => {
    accountBook.serverRemoved(server)
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
    policyBook,
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
    ruleTrials,
    ruleEntries,
    models,
    settings,
    vault,
    serverSecrets,
    accounts: accountBook,
    attempts,
    signInSettings: new SignInSettingsEditor({ settings, vault, book: accountBook }),
    links,
    attachments,
    conversations,
    turns,
    roots,
    touches,
    frames,
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
  policyBook.changes.subscribe(() => {
    elicitation.lookAgain()
    // Its rules count like the user's: open approvals and the page look at all of them again.
    rules.changes.emit(rules.all())
    followPolicy(owners, quitting.signal)
  })
  if (!ports.beside) {
    forgetRemoved(owners)
    void serverSecrets.sweep()
    const goOn = turns.resume()
    questions.endLeft(goOn)
    waits.keepOnly(goOn)
    pool.startEnabled()
    void models.learnModels(quitting.signal)
    accountBook.regranted.subscribe(({ kind }) => {
      if (kind !== 'idp' || accountBook.idp()?.state !== 'signedIn') return
      startAgain(owners, ({ code }, { auth }) => code === 'SIGN_IN_FAILED' && auth.kind === 'enterprise')
    })
    vault.opened.subscribe(() => {
      startAgain(owners, ({ code }) => code === 'SECRETS_LOCKED')
      void models.learnModels(quitting.signal)
    })
  }

  const closing = opened.move()
  const theme = (): Theme => settings.settings().appearance.theme
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
  return { handlers: createHandlers(owners), hub, ask, callTool, theme, takeCallback, [Symbol.asyncDispose]: () => closing.disposeAsync() }
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

/** What the person calls an account of a server that has several; without a profile, the default one. */
function nameOf(accounts: readonly Account[], serverId: ServerId, profile: ProfileId | undefined): string | undefined {
  const ofServer = accounts.filter((account) => account.serverId === serverId)
  if (ofServer.length < 2) return undefined
  return ofServer.find((account) => (profile === undefined ? account.isDefault : account.profile === profile))?.label
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
