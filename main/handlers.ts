import type { ApprovalRules } from './approvals/approvalRules'
import type { TurnRunner } from './chat/turnRunner'
import type { ConnectionPool } from './connections/connectionPool'
import type { FrameLog } from './frames/frameLog'
import type { LinkOpener } from './links/openLink'
import type { ModelRegistry } from './models/modelRegistry'
import type { HostPorts } from './ports'
import type { QuestionBook } from './questions/questionBook'
import { listFolders } from './roots/listFolders'
import type { RootList } from './roots/rootList'
import type { Handlers } from './rpc/dispatch'
import type { SecretVault } from './secrets/secretVault'
import { findImportSources } from './servers/importSources'
import { readImport } from './servers/importServers'
import type { SaveServer } from './servers/saveServer'
import type { ServerRegistry } from './servers/serverRegistry'
import type { SettingsStore } from './settings/settingsStore'

export interface Owners {
  readonly ports: HostPorts
  readonly registry: ServerRegistry
  readonly saveServer: SaveServer
  readonly pool: ConnectionPool
  readonly questions: QuestionBook
  readonly rules: ApprovalRules
  readonly models: ModelRegistry
  readonly settings: SettingsStore
  readonly vault: SecretVault
  readonly links: LinkOpener
  readonly turns: TurnRunner
  readonly roots: RootList
  readonly frames: FrameLog
}

/** Every call of the contract, and the owner that answers it. Nothing is decided here. */
export function createHandlers(owners: Owners): Handlers {
  return {
    ...serverHandlers(owners),
    ...chatHandlers(owners),
    ...questionHandlers(owners),
    ...modelHandlers(owners),
    ...settingsHandlers(owners),
  }
}

type Part<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

function serverHandlers({ registry, saveServer, pool, roots, ports }: Owners): Part<'servers'> {
  return {
    'servers.save': (input) => saveServer(input),
    'servers.import': async ({ servers }) => registry.importServers(servers),
    'servers.readImport': async ({ text }) => readImport(text),
    'servers.importSources': () => findImportSources(ports.userFolders),
    'servers.start': ({ serverId }) => pool.start(serverId),
    'servers.stop': ({ serverId }) => pool.stop(serverId),
    'servers.restart': ({ serverId }) => pool.restart(serverId),
    'servers.setEnabled': async ({ serverId, enabled }) => registry.setEnabled(serverId, enabled),
    'servers.setTrusted': async ({ serverId, trusted }) => registry.setTrusted(serverId, trusted),
    'servers.setSampling': async ({ serverId, sampling }) => registry.setSampling(serverId, sampling),
    'servers.setToolEnabled': async ({ serverId, tools, enabled }) => registry.setToolEnabled(serverId, tools, enabled),
    'servers.setRoots': ({ serverId, roots: folders }) => roots.choose(serverId, folders),
    'servers.remove': async ({ serverId }) => ({ undoId: registry.remove(serverId) }),
    'servers.restore': async ({ undoId }) => registry.restore(undoId),
    'servers.output': async ({ serverId }) => pool.output(serverId),
    'servers.catalog': async ({ serverId }) => pool.catalog(serverId),
    'servers.refresh': ({ serverId }) => pool.refresh(serverId),
  }
}

function chatHandlers({ turns, frames }: Owners): Part<'chat'> {
  return {
    'chat.create': async ({ model }) => turns.create(model ?? 'default'),
    'chat.open': async ({ conversationId }) => turns.snapshot(conversationId),
    'chat.send': async ({ conversationId, text }) => turns.send(conversationId, text),
    'chat.stop': ({ conversationId }) => turns.stop(conversationId),
    'chat.retry': async ({ conversationId }) => turns.retry(conversationId),
    'chat.editLast': async ({ conversationId, messageId, text }) => turns.editLast(conversationId, messageId, text),
    'chat.rename': async ({ conversationId, title }) => turns.rename(conversationId, title),
    'chat.remove': ({ conversationId }) => turns.remove(conversationId),
    'chat.restore': async ({ undoId }) => turns.restore(undoId),
    'chat.saveDraft': async ({ conversationId, draft }) => turns.saveDraft(conversationId, draft),
    'chat.setModel': async ({ conversationId, model }) => turns.setModel(conversationId, model),
    'chat.runTool': async ({ conversationId, serverId, tool, arguments: args }) => turns.runTool(conversationId, serverId, tool, args),
    'chat.readPrompt': ({ serverId, prompt, arguments: args }, signal) => turns.readPrompt(serverId, prompt, args, signal),
    'chat.stopCall': async ({ callId }) => turns.stopCall(callId),
    'chat.wholeResult': async ({ callId }) => turns.wholeResult(callId),
    'chat.frames': async ({ callId }) => frames.ofCall(callId),
    'chat.toolsForModel': async () => turns.toolsForModel(),
  }
}

function questionHandlers({ questions, rules, ports }: Owners): Part<'questions'> & Part<'approvals'> & Part<'folders'> {
  return {
    'questions.answer': async ({ questionId, answer }) => ({ taken: questions.answer(questionId, answer) }),
    'questions.saveDraft': async ({ questionId, draft }) => questions.saveDraft(questionId, draft),
    'approvals.forget': async ({ ruleId }) => rules.forget(ruleId),
    'folders.pick': async () => (ports.pickFolder ? { path: (await ports.pickFolder()) ?? null } : 'inPage'),
    'folders.list': ({ path }) => listFolders(path ?? ports.userFolders.home),
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

function settingsHandlers({ settings, vault, links }: Owners): Part<'settings'> & Part<'secrets'> & Part<'links'> {
  return {
    'settings.set': async ({ appearance, notifications }) => settings.change({ appearance, notifications }),
    'secrets.names': async () => vault.names(),
    'secrets.put': ({ name, value }, signal) => vault.put(name, value, signal),
    'secrets.remove': ({ name }, signal) => vault.remove(name, signal),
    'links.open': async ({ url, purpose }) => links.open(url, purpose),
  }
}
