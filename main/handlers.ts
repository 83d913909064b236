import type { Settings } from '../shared/domain/settings'
import type { TelemetryInput, TelemetryTest } from '../shared/domain/telemetry'
import type { ServerId } from '../shared/domain/ids'
import type { RuleStore } from './approvals/ruleStore'
import type { RuleEditor } from './approvals/ruleEditor'
import type { RuleList } from './approvals/ruleList'
import type { RuleSimulator } from './approvals/ruleSimulator'
import type { AttachmentReader } from './chat/attachmentReader'
import type { ConversationBrancher } from './chat/conversationBrancher'
import type { ConversationCommands } from './chat/conversationCommands'
import type { ConversationList } from './chat/conversationList'
import type { TurnRunner } from './chat/turnRunner'
import type { Completer } from './completion/completer'
import type { CatalogVersions } from './connections/catalogVersions'
import type { ConnectionPool } from './connections/connectionPool'
import type { PinnedDefinitionStore } from './definitions/pinnedDefinitionStore'
import type { TrafficLog } from './traffic/trafficLog'
import type { IconCache } from './icons/iconCache'
import type { LinkOpener } from './links/linkOpener'
import type { ServerLog } from './logs/serverLog'
import type { ModelRegistry } from './models/modelRegistry'
import type { AccountStore } from './oauth/accountStore'
import type { SignInAttempts } from './oauth/signIn/signInAttempts'
import type { SignInSettingsEditor } from './oauth/signIn/signInSettingsEditor'
import type { PolicyStore } from './policy/policyStore'
import type { PolicyGuard } from './policy/policyGuard'
import type { HostPorts } from './ports'
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
import { findInConversation } from './search/findInConversation'
import type { SearchFinder } from './search/searchFinder'
import type { SearchIndex } from './search/searchIndex'
import type { SecretVault } from './secrets/secretVault'
import type { FindCommandFile } from './servers/findCommandFile'
import { findImportSources } from './servers/findImportSources'
import { readImport } from './servers/readImport'
import type { ConfirmAndSaveServer } from './servers/confirmAndSaveServer'
import type { ServerRegistry } from './servers/serverRegistry'
import type { ServerSecrets } from './servers/serverSecrets'
import type { SettingsStore } from './settings/settingsStore'
import type { SamplingPermissions } from './sampling/samplingPermissions'
import type { SamplingUsage } from './sampling/samplingUsage'
import type { SkillReader } from './skills/skillReader'
import type { HostTelemetry } from './telemetry/hostTelemetry'
import { sampleTelemetry } from './telemetry/sampleTelemetry'
import type { TelemetryConfigStore } from './telemetry/telemetryConfigStore'
import type { TelemetrySettingsEditor } from './telemetry/telemetrySettingsEditor'
import { editedArgumentProblems } from './tools/editedArgumentProblems'

export interface Owners {
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
  readonly ruleEditor: RuleEditor
  readonly ruleSimulator: RuleSimulator
  readonly ruleList: RuleList
  readonly models: ModelRegistry
  readonly settings: SettingsStore
  readonly vault: SecretVault
  readonly serverSecrets: ServerSecrets
  readonly accounts: AccountStore
  readonly attempts: SignInAttempts
  readonly signInSettings: SignInSettingsEditor
  readonly links: LinkOpener
  readonly attachments: AttachmentReader
  readonly conversations: ConversationList
  readonly conversationCommands: ConversationCommands
  readonly conversationBrancher: ConversationBrancher
  readonly turns: TurnRunner
  readonly searchIndex: SearchIndex
  readonly searchFinder: SearchFinder
  readonly roots: RootsBroker
  readonly exposure: ServerExposure
  readonly traffic: TrafficLog
  readonly reader: ResourceReader
  readonly followed: SubscribedResourceStore
  readonly previews: PromptPreviews
  readonly completer: Completer
  readonly serverLog: ServerLog
  readonly icons: IconCache
  readonly skills: SkillReader
  readonly samplingUsage: SamplingUsage
  readonly samplingPermissionsOf: (serverId: ServerId) => SamplingPermissions
  readonly checker: SchemaChecker
  readonly telemetry: HostTelemetry
  readonly telemetryConfig: TelemetryConfigStore
  readonly telemetrySettings: TelemetrySettingsEditor
  readonly testTelemetry: (input: TelemetryInput | undefined, signal: AbortSignal) => Promise<readonly TelemetryTest[]>
}

/** Maps every call of the contract to the owner that answers it. Nothing is decided here. */
export function createHandlers(owners: Owners): Handlers {
  return {
    ...serverHandlers(owners),
    'definitions.review': async ({ serverId }) => owners.definitions.review(serverId),
    'definitions.noticed': ({ serverId }, signal) => owners.definitions.noticed(serverId, signal),
    ...resourceHandlers(owners),
    ...logHandlers(owners),
    'skills.read': ({ serverId, ...ask }, signal) => owners.skills.read(serverId, ask, signal),
    'icons.read': ({ serverId, src }, signal) => owners.icons.read(serverId, src, signal),
    'traffic.ofCall': async ({ callId }) => owners.traffic.ofCall(callId),
    'traffic.ofServer': async ({ serverId, limit, before }) => owners.traffic.ofServer(serverId, { limit, before }),
    ...chatHandlers(owners),
    ...searchHandlers(owners),
    ...questionHandlers(owners),
    ...ruleHandlers(owners),
    ...modelHandlers(owners),
    ...accountHandlers(owners),
    ...secretHandlers(owners),
    ...settingsHandlers(owners),
    ...telemetryHandlers(owners),
  }
}

type Part<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

function serverHandlers({ findFile, registry, saveServer, serverSecrets, pool, questions, roots, ports }: Owners): Part<'servers'> {
  return {
    'servers.save': (input, signal) => serverSecrets.change(input.previousId, () => saveServer(input, signal)),
    'servers.import': ({ servers }, signal) => serverSecrets.importServers(servers, signal),
    'servers.readImport': async ({ text }) => readImport(text),
    'servers.importSources': () => findImportSources(ports.userFolders),
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

function chatHandlers({ attachments, conversationBrancher, conversationCommands: commands, previews, turns }: Owners): Part<'chat'> {
  return {
    'chat.create': async ({ model }) => commands.create(model),
    'chat.open': async ({ conversationId }) => commands.open(conversationId),
    'chat.send': async ({ conversationId, text, attachments: attached = [] }, signal) => {
      const chosenAccounts = commands.chosenAccounts(conversationId)
      const asked = attached.map((attachment) => ({ ...attachment, accountId: chosenAccounts[attachment.serverId] }))
      turns.send(conversationId, text, await attachments.read(asked, signal))
    },
    'chat.sendPrompt': async ({ conversationId, previewId, text }) => turns.sendPrompt(conversationId, previews.take(previewId), text),
    'chat.stop': ({ conversationId }) => turns.stop(conversationId),
    'chat.retry': async ({ conversationId }) => turns.retry(conversationId),
    'chat.edit': ({ conversationId, messageId, text }) => turns.edit(conversationId, messageId, text),
    'chat.regenerate': ({ conversationId, messageId, model }) => turns.regenerate(conversationId, messageId, model),
    'chat.showVersion': async ({ conversationId, messageId }) => turns.showVersion(conversationId, messageId),
    'chat.branch': ({ conversationId, messageId }) => conversationBrancher.branch(conversationId, messageId),
    'chat.rename': async ({ conversationId, title }) => commands.rename(conversationId, title),
    'chat.remove': ({ conversationId }) => commands.remove(conversationId),
    'chat.restore': async ({ undoId }) => commands.restore(undoId),
    'chat.saveDraft': async ({ conversationId, draft }) => commands.saveDraft(conversationId, draft),
    'chat.setModel': async ({ conversationId, model }) => commands.setModel(conversationId, model),
    'chat.chooseAccount': async ({ conversationId, serverId, accountId }) => commands.chooseAccount(conversationId, serverId, accountId),
    'chat.runTool': async ({ conversationId, serverId, tool, arguments: args }) => turns.runTool(conversationId, serverId, tool, args),
    'chat.stopCall': async ({ callId }) => turns.stopCall(callId),
    'chat.wholeResult': async ({ callId, piece }) => commands.wholeResult(callId, piece),
    'chat.toolsForModel': async ({ conversationId }) => commands.toolsForModel(conversationId),
  }
}

function searchHandlers({ searchFinder, conversationCommands }: Owners): Part<'search'> {
  return {
    'search.find': (request, signal) => searchFinder.find(request, signal),
    'search.filterOptions': async () => searchFinder.filterOptions(),
    'search.inConversation': async ({ conversationId, query }, signal) =>
      findInConversation(conversationCommands.current(conversationId), query, signal),
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
    'folders.list': ({ path }) => browseFolder(path ?? ports.userFolders.home),
  }
}

function ruleHandlers({ rules, ruleEditor, ruleSimulator }: Owners): Part<'rules'> {
  return {
    'rules.save': async (input) => ruleEditor.save(input),
    'rules.forget': async ({ ruleId }) => rules.forget(ruleId),
    'rules.restore': async ({ ruleId }) => rules.restore(ruleId),
    'rules.tryCall': ({ draft, ...call }) => ruleSimulator.tryCall(call, draft),
    'rules.tryLast': async (input) => ruleSimulator.tryLast(input),
  }
}

function modelHandlers({ models }: Owners): Part<'models'> {
  return {
    'models.discover': (_input, signal) => models.discover(signal),
    'models.check': (input, signal) => models.check(input, signal),
    'models.saveProvider': (input, signal) => models.saveProvider(input, signal),
    'models.removeProvider': ({ id }, signal) => models.removeProvider(id, signal),
    'models.setDefault': async ({ model }) => models.setDefault(model),
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

function settingsHandlers({ settings, links }: Owners): Part<'settings'> & Part<'links'> {
  return {
    'settings.set': async ({ appearance, notifications }) => settings.change({ appearance, notifications }),
    'links.open': async ({ url, purpose }) => links.open(url, purpose),
  }
}

function telemetryHandlers({ telemetry, telemetryConfig, telemetrySettings, testTelemetry }: Owners): Part<'telemetry'> {
  // What changes telemetry returns when what comes next is sent, or no longer, and when the topic says so.
  const inForce = async (changed: Promise<void>, signal: AbortSignal): Promise<void> => {
    await changed
    await telemetryConfig.settled(signal)
    await telemetry.settled()
  }
  return {
    'telemetry.set': (input, signal) => inForce(telemetrySettings.set(input, signal), signal),
    'telemetry.turnOff': (_input, signal) => inForce(telemetrySettings.turnOff(signal), signal),
    'telemetry.answerOffer': async ({ send }, signal) =>
      send ? inForce(telemetrySettings.take(telemetryConfig.offered(), signal), signal) : telemetryConfig.decline(),
    'telemetry.test': ({ input }, signal) => testTelemetry(input, signal),
    'telemetry.sample': async ({ content }) => sampleTelemetry(content),
  }
}
