import { join } from 'node:path'
import type { FileProblem } from '../shared/domain/settings'
import type { Owners } from './handlers'
import { accountsView } from './oauth/accountView'
import type { Topics } from './rpc/topicPublisher'
import { samplingUsageView } from './sampling/samplingUsageView'
import { vaultView } from './secrets/vaultView'
import { appInfo } from './settings/appInfo'
import type { Database } from './storage/database'
import { telemetryStatus } from './telemetry/telemetryStatus'

/**
 * Defines every topic: how its value is computed, and the owners whose changes it follows. Every owner that `value` reads has a source
 * beside it.
 */
export function createTopics(owners: Owners, database: Database): Topics {
  const { registry, models, settings, policyStore, vault, accounts, attempts, samplingUsage } = owners
  return {
    ...serverTopics(owners),
    questions: { sources: [owners.questions.changes], value: () => owners.questions.questions() },
    'rules.list': {
      sources: [owners.ruleList.changes, policyStore.changes, registry.changes, owners.definitions.changes],
      value: () => owners.ruleList.entries(),
    },
    'chat.conversations': { sources: [owners.conversations.changes], value: () => owners.conversations.conversations() },
    'chat.temporary': { sources: [owners.temporaryChat.list.changes], value: () => owners.temporaryChat.list.conversations() },
    'chat.retries': { sources: [owners.retries.changes], value: () => owners.retries.all() },
    'chat.summaries': {
      sources: [owners.summaryWriter.changes, owners.temporaryChat.summaryWriter.changes],
      value: () => [...owners.summaryWriter.all(), ...owners.temporaryChat.summaryWriter.all()],
    },
    'conversations.folders': { sources: [owners.arrangement.changes], value: () => owners.arrangement.folders() },
    projects: { sources: [owners.projects.changes], value: () => owners.projects.projects() },
    'files.stored': { sources: [owners.files.changes], value: () => owners.files.stored() },
    'resources.subscriptions': { sources: [owners.followed.changes], value: () => owners.followed.all() },
    'sampling.usage': {
      sources: [samplingUsage.changes, registry.changes, policyStore.changes],
      value: () =>
        samplingUsageView({ servers: registry.list().servers, spend: samplingUsage, permissionsOf: owners.samplingPermissionsOf }),
    },
    'models.download': { sources: [owners.modelDownloads.changes], value: () => owners.modelDownloads.state() ?? null },
    'models.statuses': { sources: [models.statuses.changes], value: () => models.statuses.all() },
    'models.loading': { sources: [models.loading.changes], value: () => models.loading.all() },
    models: { sources: [models.changes], value: () => models.models() },
    policy: { sources: [policyStore.changes], value: () => policyStore.view() },
    telemetry: {
      sources: [owners.telemetryConfig.changes, owners.telemetry.changes, settings.changes, policyStore.changes],
      value: () => telemetryStatus({ ...owners, counts: owners.telemetry.counts() }),
    },
    'apps.states': { sources: [owners.apps.changes], value: () => owners.apps.states() },
    'apps.unprotected': { sources: [owners.unprotectedServers.changes], value: () => owners.unprotectedServers.all() },
    'apps.grants': { sources: [owners.appGrants.changes], value: () => owners.appGrants.all() },
    desktop: { sources: [settings.changes, owners.desktop.changes], value: () => owners.desktop.state() },
    settings: { sources: [settings.changes], value: () => settings.view() },
    accounts: {
      // Whether an account is signed in also depends on the vault.
      sources: [accounts.changes, attempts.changes, registry.changes, vault.changes, settings.changes, policyStore.changes],
      value: () => accountsView({ accounts, attempts, signIn: owners.fixedSettings.settings().signIn }),
    },
    vault: {
      sources: [vault.changes, registry.changes, accounts.changes, settings.changes, policyStore.changes],
      value: () =>
        vaultView(vault, {
          servers: registry.list().servers,
          settings: owners.fixedSettings.settings(),
          accounts: accounts.accounts(),
          issuers: accounts.clientRecords(),
        }),
    },
    app: {
      sources: [registry.changes, models.changes, settings.changes, vault.changes, policyStore.changes],
      value: () => appInfo({ ...owners, databaseProblem: databaseProblem(owners, database) }),
    },
  }
}

type ServerTopic =
  'servers' | 'connections.states' | 'servers.catalogVersions' | 'servers.queuedRequests' | 'definitions.status' | 'servers.exposure'

function serverTopics({ registry, pool, catalogVersions, definitions, exposure }: Owners): Pick<Topics, ServerTopic> {
  return {
    servers: { sources: [registry.changes], value: () => registry.list() },
    'connections.states': { sources: [pool.stateChanges], value: () => pool.states() },
    'servers.catalogVersions': { sources: [catalogVersions.changes], value: () => catalogVersions.all() },
    'servers.queuedRequests': { sources: [pool.queued.changes], value: () => pool.queued.all() },
    'definitions.status': { sources: [definitions.changes], value: () => definitions.stands() },
    'servers.exposure': { sources: [exposure.changes], value: () => exposure.all() },
  }
}

function databaseProblem({ ports }: Owners, { problem }: Database): FileProblem | undefined {
  return problem && { file: 'parley.db', path: join(ports.dataDir, 'parley.db'), error: problem }
}
