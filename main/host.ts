import { join } from 'node:path'
import type { AppInfo, FileProblem } from '../shared/domain/settings'
import { AppError } from '../shared/errors/appError'
import { ApprovalBroker } from './approvals/approvalBroker'
import { ApprovalRules } from './approvals/approvalRules'
import { ConversationStore } from './chat/conversationStore'
import { TurnRunner } from './chat/turnRunner'
import { TurnTools } from './chat/turnTools'
import { ConnectionPool } from './connections/connectionPool'
import { ElicitationBroker } from './elicitation/elicitationBroker'
import { FrameLog } from './frames/frameLog'
import { createHandlers, type Owners } from './handlers'
import { LinkOpener } from './links/openLink'
import { ModelRegistry } from './models/modelRegistry'
import type { HostPorts } from './ports'
import { QuestionBook } from './questions/questionBook'
import { RootList } from './roots/rootList'
import type { Handlers } from './rpc/dispatch'
import { TopicHub } from './rpc/topicHub'
import { SamplingBroker } from './sampling/samplingBroker'
import { SchemaChecker } from './schemas/checkValue'
import { SecretVault } from './secrets/secretVault'
import { LaunchRecords } from './servers/launchRecords'
import { createSaveServer } from './servers/saveServer'
import { ServerRegistry } from './servers/serverRegistry'
import { StartGate } from './servers/startGate'
import { SettingsStore } from './settings/settingsStore'
import { Database } from './storage/database'

/** The whole host behind its door. Disposing it ends every child process and closes every file. */
export interface Host extends AsyncDisposable {
  readonly handlers: Handlers
  readonly hub: TopicHub
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
  const vault = SecretVault.open({ file: file('secrets.json'), providers: ports.keyProviders, clock })

  const questions = new QuestionBook({ database, clock, limits })
  const rules = new ApprovalRules({ database, clock, questions })
  const records = new LaunchRecords({ database, clock })
  const registry = opened.use(new ServerRegistry({ path: file('servers.json'), records, clock }))
  const gate = new StartGate({ registry, records, questions, confirmCommand: ports.confirmCommand })
  const saveServer = createSaveServer({ registry, records, confirmCommand: ports.confirmCommand })

  const links = new LinkOpener({ ...(ports.openUrl && { openUrl: ports.openUrl }) })
  const models = new ModelRegistry({ settings, vault, ...(ports.localModelPorts && { localPorts: ports.localModelPorts }) })
  const elicitation = new ElicitationBroker({ questions, links, limits })
  const sampling = new SamplingBroker({ questions, models, choiceOf: (serverId) => registry.get(serverId).sampling })
  const roots = new RootList({ questions, servers: registry })

  const checker = opened.use(new SchemaChecker({ script: ports.schemaWorker, limits }))
  const frames = new FrameLog({ database, limits })
  const pool = opened.use(
    new ConnectionPool({
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
      requests: {
        elicit: (asker, params, signal) => elicitation.elicit(asker, params, signal),
        sample: (asker, params, signal) => sampling.sample(asker, params, signal),
        listRoots: (asker, inCall, signal) => (inCall ? roots.ask(asker, signal) : roots.answer(asker, signal)),
      },
    }),
  )
  // Before the pool: then what is open ends because Parley quits, not because its server is stopped.
  opened.use(questions)

  const hub = new TopicHub()
  const store = new ConversationStore(database)
  const turns = opened.use(
    new TurnRunner({
      store,
      tools: new TurnTools(registry, pool),
      pool,
      approvals: new ApprovalBroker({ rules, questions }),
      checker,
      clock,
      limits,
      resolveModel: (choice) => models.resolve(choice),
      openModel: (ref, signal) => models.open(ref, signal),
      getPrompt: (serverId, prompt, args, signal) => pool.getPrompt(serverId, prompt, args, signal),
      publish: (conversationId, event) => hub.append('chat.events', conversationId, event),
      lastSeq: (conversationId) => hub.lastSeq('chat.events', conversationId),
    }),
  )

  registry.renamed.subscribe(({ from, to }) =>
    database.transaction(() => {
      questions.renameServer(from, to)
      rules.renameServer(from, to)
      store.renameServer(from, to)
      frames.renameServer(from, to)
    }),
  )
  records.replaced.subscribe((serverId) => rules.forgetServer(serverId))

  const owners: Owners = { ports, registry, saveServer, pool, questions, rules, models, settings, vault, links, turns, roots, frames }
  publishTopics(hub, owners, () => appInfo(owners, database))
  const quitting = new AbortController()
  opened.defer(() => quitting.abort(new AppError('CANCELLED', 'Parley quit')))
  turns.resume()
  pool.startEnabled()
  void models.learnModels(quitting.signal)

  const closing = opened.move()
  return { handlers: createHandlers(owners), hub, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** Every topic, and the owner whose changes it carries. */
function publishTopics(hub: TopicHub, owners: Owners, appInfo: () => AppInfo): void {
  const { registry, pool, questions, rules, models, settings, vault, turns } = owners
  const catalogVersions: Record<string, number> = {}

  const tellApp = () => hub.set('app', appInfo())
  const tellSettings = () => {
    const { appearance, notifications } = settings.settings()
    hub.set('settings', { appearance, notifications })
  }
  const tellRules = () => hub.set('approvals.rules', rules.all())

  hub.set('servers', registry.list())
  hub.set('connections.states', pool.states())
  hub.set('servers.catalogVersions', {})
  hub.set('questions', questions.questions())
  hub.set('models', models.models())
  hub.set('chat.conversations', turns.conversations())
  tellRules()
  tellSettings()
  tellApp()

  registry.changes.subscribe((list) => {
    hub.set('servers', list)
    tellApp()
  })
  pool.stateChanges.subscribe((states) => hub.set('connections.states', states))
  pool.catalogChanges.subscribe((serverId) => {
    catalogVersions[serverId] = (catalogVersions[serverId] ?? 0) + 1
    hub.set('servers.catalogVersions', { ...catalogVersions })
  })
  questions.changes.subscribe((value) => hub.set('questions', value))
  rules.changes.subscribe(tellRules)
  models.changes.subscribe((value) => {
    hub.set('models', value)
    tellApp()
  })
  turns.changes.subscribe((list) => hub.set('chat.conversations', list))
  settings.changes.subscribe(() => {
    tellSettings()
    tellApp()
  })
  vault.changes.subscribe(tellApp)
}

function appInfo({ ports, registry, models, settings, vault }: Owners, database: Database): AppInfo {
  const { servers, broken } = registry.list()
  const { providers, default: model } = models.models()
  const damaged: FileProblem | undefined = database.problem && {
    file: 'parley.db',
    path: join(ports.dataDir, 'parley.db'),
    error: database.problem,
  }
  const problems = [registry.problem(), settings.problem(), vault.problem(), damaged]
  return {
    shell: ports.shell,
    version: ports.version,
    platform: process.platform,
    dataDir: ports.dataDir,
    secretsKept: vault.kept(),
    fresh: servers.length + broken.length + providers.length === 0 && model === undefined,
    problems: problems.filter((problem) => problem !== undefined),
  }
}
