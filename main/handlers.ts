import type { Settings } from '../shared/domain/settings'
import { appHandlers, type AppOwners } from './appHandlers'
import type { AppGrants } from './apps/appGrants'
import type { UnprotectedServers } from './apps/unprotectedServers'
import type { ServerId } from '../shared/domain/ids'
import type { RuleStore } from './approvals/ruleStore'
import type { CallsSettings } from './approvals/callsSettings'
import type { RuleEditor } from './approvals/ruleEditor'
import type { RuleList } from './approvals/ruleList'
import type { RuleSimulator } from './approvals/ruleSimulator'
import type { SummaryWriter } from './chat/summaries/summaryWriter'
import type { ContextMeter } from './context/contextMeter'
import type { AnswerRetries } from './chat/answerRetries'
import type { AttachmentReader } from './chat/attachments/attachmentReader'
import type { QueueCommands } from './chat/queue/queueCommands'
import type { ConversationBrancher } from './chat/conversationBrancher'
import type { ConversationCommands } from './chat/conversationCommands'
import { chatHandlers } from './chatHandlers'
import type { ConfinedFrameStore } from './confinedFrames/confinedFrameStore'
import { conversationHandlers } from './conversationHandlers'
import type { ConversationSettings } from './chat/ownSettings/conversationSettings'
import type { ConversationList } from './chat/conversationList'
import type { ConversationArrangement } from './chat/list/conversationArrangement'
import type { TurnRunner } from './chat/turnRunner'
import type { Completer } from './completion/completer'
import type { CatalogVersions } from './connections/catalogVersions'
import type { ConnectionPool } from './connections/connectionPool'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { TrafficLog } from './traffic/trafficLog'
import { fileHandlers } from './fileHandlers'
import type { ConversationAttachments } from './exports/conversationAttachments'
import type { FileStore } from './files/fileStore'
import type { IconCache } from './icons/iconCache'
import type { ServerLog } from './logs/serverLog'
import type { ModelRegistry } from './models/modelRegistry'
import type { ModelDownloads } from './models/ollama/modelDownloads'
import type { AccountStore } from './oauth/accountStore'
import type { SignInAttempts } from './oauth/signIn/signInAttempts'
import type { SignInSettingsEditor } from './oauth/signIn/signInSettingsEditor'
import type { PolicyStore } from './policy/policyStore'
import type { PolicyGuard } from './policy/policyGuard'
import type { HostPorts } from './ports'
import type { ProjectStore } from './projects/projectStore'
import type { PromptPreviews } from './prompts/promptPreviews'
import type { QuestionStore } from './questions/questionStore'
import type { SubscribedResourceStore } from './resources/subscribedResourceStore'
import type { ResourceReader } from './resources/resourceReader'
import { checkFolders } from './roots/checkFolders'
import { browseFolder } from './roots/browseFolder'
import type { ServerExposure } from './dataFlow/serverExposure'
import type { RootsBroker } from './roots/rootsBroker'
import type { Handlers } from './rpc/dispatch'
import type { SchemaChecker } from './schemas/schemaChecker'
import type { ConversationSearcher } from './search/conversationSearcher'
import type { SearchIndex } from './search/searchIndex'
import type { SecretVault } from './secrets/secretVault'
import type { FindCommandFile } from './servers/findCommandFile'
import { findServerImportSources } from './servers/findServerImportSources'
import { readImportedServers } from './servers/readImportedServers'
import type { ConfirmAndSaveServer } from './servers/confirmAndSaveServer'
import type { ServerRegistry } from './servers/serverRegistry'
import type { ServerSecrets } from './servers/serverSecrets'
import type { LastScreenStore } from './settings/lastScreenStore'
import { settingsHandlers, type SettingsOwners } from './settingsHandlers'
import type { SamplingPermissions } from './sampling/samplingPermissions'
import type { SamplingUsage } from './sampling/samplingUsage'
import type { SkillReader } from './skills/skillReader'
import { resultHandlers, type ResultOwners } from './resultHandlers'
import { telemetryHandlers, type TelemetryOwners } from './telemetryHandlers'
import type { createTemporaryChat } from './createTemporaryChat'
import type { UsageLedger } from './usage/usageLedger'
import { transferHandlers, type TransferOwners } from './transferHandlers'
import { editedArgumentProblems } from './tools/editedArgumentProblems'

export interface Owners extends TelemetryOwners, TransferOwners, SettingsOwners, AppOwners, Pick<ResultOwners, 'resultReaders'> {
  readonly ports: HostPorts
  readonly policyStore: PolicyStore
  readonly policy: PolicyGuard
  /** The settings, with the sign-in settings that the policy fixes. */
  readonly fixedSettings: { settings(): Settings }
  readonly registry: ServerRegistry
  readonly findFile: FindCommandFile
  readonly saveServer: ConfirmAndSaveServer
  readonly pool: ConnectionPool
  readonly catalogVersions: CatalogVersions
  readonly definitions: PinnedDefinitionStore
  readonly questions: QuestionStore
  readonly rules: RuleStore
  readonly callsSettings: CallsSettings
  readonly ruleEditor: RuleEditor
  readonly ruleSimulator: RuleSimulator
  readonly ruleList: RuleList
  readonly models: ModelRegistry
  readonly modelDownloads: ModelDownloads
  readonly usage: UsageLedger
  readonly vault: SecretVault
  readonly serverSecrets: ServerSecrets
  readonly accounts: AccountStore
  readonly attempts: SignInAttempts
  readonly signInSettings: SignInSettingsEditor
  readonly confinedFrames: ConfinedFrameStore
  readonly attachments: AttachmentReader
  readonly contextMeter: ContextMeter
  readonly conversations: ConversationList
  readonly arrangement: ConversationArrangement
  readonly lastScreen: LastScreenStore
  readonly conversationCommands: ConversationCommands
  readonly conversationSettings: ConversationSettings
  readonly conversationBrancher: ConversationBrancher
  readonly queueCommands: QueueCommands
  readonly summaryWriter: SummaryWriter
  readonly turns: TurnRunner
  readonly temporaryChat: ReturnType<typeof createTemporaryChat>
  readonly retries: AnswerRetries
  readonly files: FileStore
  readonly projects: ProjectStore
  readonly conversationFiles: ConversationAttachments
  readonly searchIndex: SearchIndex
  readonly searchFinder: ConversationSearcher
  readonly roots: RootsBroker
  readonly exposure: ServerExposure
  readonly traffic: TrafficLog
  readonly reader: ResourceReader
  readonly followed: SubscribedResourceStore
  readonly previews: PromptPreviews
  readonly completer: Completer
  readonly serverLog: ServerLog
  readonly icons: IconCache
  readonly appGrants: AppGrants
  readonly unprotectedServers: UnprotectedServers
  readonly skills: SkillReader
  readonly samplingUsage: SamplingUsage
  readonly samplingPermissionsOf: (serverId: ServerId) => SamplingPermissions
  readonly checker: SchemaChecker
}

/** Maps every call of the contract to the owner that answers it. Nothing is decided here. */
export function createHandlers(owners: Owners): Handlers {
  return {
    ...serverHandlers(owners),
    'definitions.review': async ({ serverId }) => owners.definitions.review(serverId),
    'definitions.noticed': ({ serverId }, signal) => owners.definitions.noticed(serverId, signal),
    'definitions.accepted': async ({ serverId }) => owners.definitions.acceptedTools(serverId),
    ...resourceHandlers(owners),
    ...logHandlers(owners),
    'skills.read': ({ serverId, ...ask }, signal) => owners.skills.read(serverId, ask, signal),
    'icons.read': ({ serverId, src }, signal) => owners.icons.read(serverId, src, signal),
    'traffic.ofCall': async ({ callId }) => owners.traffic.ofCall(callId),
    'traffic.ofServer': async ({ serverId, ...page }) => owners.traffic.ofServer(serverId, page),
    'confinedFrames.open': async (content) => owners.confinedFrames.open(content),
    'confinedFrames.prepareApp': async () => owners.confinedFrames.prepareApp(),
    ...chatHandlers(owners),
    ...resultHandlers(owners),
    ...transferHandlers(owners),
    ...conversationHandlers(owners),
    ...fileHandlers(owners),
    ...questionHandlers(owners),
    ...ruleHandlers(owners),
    ...modelHandlers(owners),
    'usage.month': async ({ month }) => owners.usage.ofMonth(month),
    ...accountHandlers(owners),
    ...secretHandlers(owners),
    ...settingsHandlers(owners),
    ...telemetryHandlers(owners),
    ...appHandlers(owners),
  }
}

type Part<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

function serverHandlers({ findFile, registry, saveServer, serverSecrets, pool, questions, roots, ports }: Owners): Part<'servers'> {
  return {
    'servers.save': (input, signal) => serverSecrets.change(input.previousId, () => saveServer(input, signal)),
    'servers.import': ({ servers }, signal) => serverSecrets.importServers(servers, signal),
    'servers.readImport': async ({ text }) => readImportedServers(text),
    'servers.importSources': () => findServerImportSources(ports.userFolders),
    'servers.commandFile': async ({ launch }, signal) => ({ file: (await findFile(launch, signal)) ?? null }),
    'servers.start': ({ serverId, anew }) => pool.start(serverId, { anew }),
    'servers.stop': ({ serverId }) => {
      questions.withdrawServer(serverId)
      return pool.stop(serverId)
    },
    'servers.restart': ({ serverId }) => pool.restart(serverId, { anew: true }),
    'servers.setEnabled': async ({ serverId, enabled }) => registry.setEnabled(serverId, enabled),
    'servers.setTrusted': async ({ serverId, trusted }) => registry.setTrusted(serverId, trusted),
    'servers.setSampling': async ({ serverId, sampling }) => registry.setSampling(serverId, sampling),
    'servers.setSamplingLimits': async ({ serverId, limits }) => registry.setSamplingLimits(serverId, limits),
    'servers.setElicitation': async ({ serverId, elicitation }) => registry.setElicitation(serverId, elicitation),
    'servers.setProtocol': async ({ serverId, protocol }) => registry.setProtocol(serverId, protocol),
    'servers.setExtension': async ({ serverId, extension, on }) => registry.setExtension(serverId, extension, on),
    'servers.setExposure': async ({ serverId, touches }) => registry.setTouches(serverId, touches),
    'servers.setToolEnabled': async ({ serverId, tools, enabled }) => registry.setToolEnabled(serverId, tools, enabled),
    'servers.setTracing': async ({ serverId, name, on }) => registry.setTracing(serverId, name, on),
    'servers.setRoots': ({ serverId, roots: folders }) => roots.choose(serverId, folders),
    'servers.remove': ({ serverId }) => serverSecrets.change(serverId, () => ({ undoId: registry.remove(serverId) })),
    'servers.restore': async ({ undoId }) => registry.restore(undoId),
    'servers.output': async ({ serverId }) => pool.output(serverId),
    'servers.catalog': async ({ serverId, accountId }, signal) => {
      // The lists of the account are published as soon as they arrive.
      if (accountId !== undefined) pool.prepare(serverId, accountId)
      await pool.freshen(signal, serverId)
      return pool.catalog(serverId, accountId)
    },
    'servers.refresh': ({ serverId }) => pool.refresh(serverId),
  }
}

function resourceHandlers(owners: Owners): Part<'resources'> & Part<'completion'> & Part<'prompts'> {
  const { reader, followed, completer, previews } = owners
  return {
    'resources.read': ({ serverId, uri, ...choice }, signal) => reader.read(serverId, uri, choice, signal),
    'resources.follow': async ({ serverId, uri, follow }) => followed.follow(serverId, uri, follow),
    'completion.propose': ({ serverId, ...ask }, signal) => completer.propose(serverId, ask, signal),
    'prompts.preview': ({ serverId, ...ask }, signal) => previews.preview(serverId, ask, signal),
  }
}

function logHandlers({ serverLog }: Owners): Part<'logs'> {
  return {
    'logs.read': async ({ serverId, ...query }) => serverLog.read(serverId, query),
    'logs.setLevel': async ({ serverId, level }) => serverLog.setLevel(serverId, level),
    'logs.export': async ({ serverId }) => ({ text: serverLog.export(serverId) }),
    'logs.clear': async ({ serverId }) => serverLog.clear(serverId),
  }
}

function questionHandlers({ questions, checker, policy, ports }: Owners): Part<'questions'> & Part<'folders'> {
  return {
    'questions.answer': async ({ questionId, answer }) => ({ taken: await questions.submit(questionId, answer) }),
    'questions.ofCall': async ({ callId }) => questions.endedIn(callId),
    'questions.lastEnded': async ({ count }) => questions.lastEnded(count),
    'questions.record': async ({ questionId }) => questions.recordOf(questionId),
    'questions.saveDraft': async ({ questionId, draft }) => questions.saveDraft(questionId, draft),
    'questions.checkArguments': async ({ questionId, arguments: args }, signal) => ({
      problems: await editedArgumentProblems({ questions, checker }, questionId, args, signal),
    }),
    'folders.pick': async () => (ports.pickFolder ? { path: (await ports.pickFolder()) ?? null } : 'inPage'),
    'folders.check': ({ folders, serverId }) =>
      checkFolders(folders, {
        home: ports.userFolders.home,
        dataDir: ports.dataDir,
        forbids: (path) => policy.forbidsFolder(serverId, path)?.toData(),
      }),
    'folders.list': ({ path }) => browseFolder(path ?? ports.userFolders.home, { home: ports.userFolders.home, dataDir: ports.dataDir }),
  }
}

function ruleHandlers({ rules, callsSettings, ruleEditor, ruleSimulator }: Owners): Part<'rules'> {
  return {
    'rules.save': async (input) => ruleEditor.save(input),
    'rules.setCalls': async ({ serverId, tool, calls }) => callsSettings.set(serverId, tool, calls),
    'rules.setInConversation': async ({ serverId, tool, definitionHash, inConversation }) =>
      callsSettings.setInConversation(serverId, { name: tool, definitionHash }, inConversation),
    'rules.forget': async ({ ruleId }) => rules.forget(ruleId),
    'rules.restore': async ({ ruleId }) => rules.restore(ruleId),
    'rules.tryCall': ({ draft, ...call }) => ruleSimulator.tryCall(call, draft),
    'rules.tryLast': async (input) => ruleSimulator.tryLast(input),
  }
}

function modelHandlers({ models, modelDownloads }: Owners): Part<'models'> {
  return {
    'models.discover': (_input, signal) => models.discover(signal),
    'models.refreshLocal': (_input, signal) => models.refreshLocal(signal),
    'models.check': (input, signal) => models.check(input, signal),
    'models.saveProvider': (input, signal) => models.providers.save(input, signal),
    'models.removeProvider': ({ id }, signal) => models.providers.remove(id, signal),
    'models.setDefault': async ({ model }) => models.setDefault(model),
    'models.setFavourite': async ({ model, favourite }) => models.setFavourite(model, favourite),
    'models.setContext': async ({ model, tokens }) => models.providers.setContext(model, tokens),
    'models.setPrice': async ({ model, price }) => models.providers.setPrice(model, price),
    'models.startDownload': async () => modelDownloads.start(),
    'models.stopDownload': async () => modelDownloads.stop(),
    'models.facts': (_input, signal) => models.facts(signal),
    'models.setTitleModel': async ({ model }) => models.setTitleModel(model),
  }
}

function accountHandlers({ accounts, attempts, signInSettings, pool, vault, policy }: Owners): Part<'accounts'> {
  return {
    'accounts.prepare': async (input, signal) => {
      // The tokens of a sign-in can be received only once, so the vault must be open before.
      await vault.ready(signal)
      return attempts.prepare(input, signal)
    },
    'accounts.begin': ({ attempt }) => attempts.begin(attempt),
    'accounts.finish': ({ attempt, address }) => attempts.finish(attempt, address),
    'accounts.cancel': async ({ attempt }) => attempts.cancel(attempt),
    'accounts.signOut': async ({ target }, signal) => {
      // Closing a connection still needs the tokens as proof of identity.
      if (target.kind === 'server') await pool.signedOut(target.serverId, target.accountId)
      return accounts.signOut(target, signal)
    },
    'accounts.addAccount': async ({ serverId, label }) => ({ accountId: accounts.addAccount(serverId, label) }),
    'accounts.renameAccount': async ({ serverId, accountId, label }) => accounts.renameAccount(serverId, accountId, label),
    'accounts.removeAccount': async ({ serverId, accountId }, signal) => {
      await pool.signedOut(serverId, accountId)
      return accounts.removeAccount(serverId, accountId, signal)
    },
    'accounts.setDefault': async ({ serverId, accountId }) => accounts.setDefault(serverId, accountId),
    'accounts.setIdp': async ({ idp }, signal) => {
      policy.mayChangeSignIn('idp')
      return signInSettings.setIdp(idp, signal)
    },
    'accounts.setClientMetadataUrl': async ({ url }) => {
      policy.mayChangeSignIn('clientMetadataUrl')
      signInSettings.setClientMetadataUrl(url)
    },
  }
}

function secretHandlers({ vault, serverSecrets }: Owners): Part<'secrets'> {
  return {
    'secrets.names': async () => vault.names(),
    'secrets.put': ({ name, value }, signal) => vault.put(name, value, signal),
    'secrets.remove': ({ name }, signal) => vault.remove(name, signal),
    'secrets.removeCredential': ({ credential }, signal) => vault.credentials.remove(credential, signal),
    'secrets.choose': (choice, signal) => vault.choose(choice, signal),
    'secrets.unlock': ({ passphrase }, signal) => vault.unlock(passphrase, signal),
    'secrets.changePassphrase': ({ current, next }, signal) => vault.changePassphrase(current, next, signal),
    'secrets.moveToKeychain': (_input, signal) => vault.moveToKeychain(signal),
    'secrets.moveFromServer': ({ serverId }, signal) => serverSecrets.moveFromServer(serverId, signal),
  }
}
