import { join } from 'node:path'
import type { Accounts } from '../shared/domain/account'
import type { SamplingUsageByServer } from '../shared/domain/sampling'
import type { AppInfo, FileProblem } from '../shared/domain/settings'
import type { Owners } from './handlers'
import type { TopicHub } from './rpc/topicHub'
import { vaultView } from './secrets/vaultView'
import type { Database } from './storage/database'

/** Every topic, and the owner whose changes it carries. */
export function publishTopics(hub: TopicHub, owners: Owners, database: Database): void {
  const {
    registry,
    pool,
    definitions,
    questions,
    ruleList,
    models,
    settings,
    vault,
    conversations,
    followed,
    serverLog,
    accounts,
    attempts,
    exposure,
    samplingSpend,
    policyStore,
  } = owners
  const catalogVersions: Record<string, number> = {}

  const tellApp = () => hub.set('app', appInfo(owners, database))
  const tellSettings = () => {
    const { appearance, notifications } = settings.settings()
    hub.set('settings', { appearance, notifications })
  }
  const tellVault = () =>
    hub.set(
      'vault',
      vaultView(vault, {
        servers: registry.list().servers,
        settings: owners.fixedSettings.settings(),
        accounts: accounts.accounts(),
        issuers: accounts.clientRecords(),
      }),
    )
  const tellAccounts = () => hub.set('accounts', accountsView(owners))
  const tellSpend = () => hub.set('sampling.spend', spends(owners))

  const tellPolicy = () => hub.set('policy', policyStore.view())

  hub.set('servers', registry.list())
  hub.set('connections.states', pool.states())
  hub.set('servers.catalogVersions', {})
  hub.set('servers.definitions', definitions.stands())
  hub.set('servers.touches', exposure.all())
  hub.set('questions', questions.questions())
  hub.set('models', models.models())
  hub.set('chat.conversations', conversations.conversations())
  hub.set('resources.followed', followed.all())
  tellSpend()
  hub.set('approvals.rules', ruleList.entries())
  tellPolicy()
  tellSettings()
  tellApp()
  tellVault()
  tellAccounts()

  policyStore.changes.subscribe(() => {
    tellPolicy()
    tellSpend()
    tellApp()
    tellVault()
    tellAccounts()
    hub.set('approvals.rules', ruleList.entries())
  })
  registry.changes.subscribe((list) => {
    hub.set('servers', list)
    tellApp()
    tellVault()
    tellAccounts()
    tellSpend()
  })
  samplingSpend.changes.subscribe(tellSpend)
  accounts.changes.subscribe(tellAccounts)
  attempts.changes.subscribe(tellAccounts)
  pool.stateChanges.subscribe((states) => hub.set('connections.states', states))
  pool.catalogChanges.subscribe((serverId) => {
    catalogVersions[serverId] = (catalogVersions[serverId] ?? 0) + 1
    hub.set('servers.catalogVersions', { ...catalogVersions })
  })
  exposure.changes.subscribe((value) => hub.set('servers.touches', value))
  definitions.changes.subscribe(() => hub.set('servers.definitions', definitions.stands()))
  questions.changes.subscribe((value) => hub.set('questions', value))
  ruleList.changes.subscribe((value) => hub.set('approvals.rules', value))
  models.changes.subscribe((value) => {
    hub.set('models', value)
    tellApp()
  })
  conversations.changes.subscribe((list) => hub.set('chat.conversations', list))
  settings.changes.subscribe(() => {
    tellSettings()
    tellApp()
    tellVault()
    tellAccounts()
  })
  vault.changes.subscribe(() => {
    tellApp()
    tellVault()
  })
  followed.changes.subscribe((value) => hub.set('resources.followed', value))
  serverLog.entries.subscribe(({ serverId, entries }) => hub.appendAll('logs.entries', serverId, entries))
}

function spends({ registry, samplingSpend, samplingRulesOf }: Owners): SamplingUsageByServer {
  const entries = registry.list().servers.map(({ id }) => {
    const { callsPerDay, tokensPerDay, off } = samplingRulesOf(id)
    const { calls, tokens, estimated } = samplingSpend.today(id)
    return [
      id,
      { calls, callsPerDay, tokens, tokensPerDay, ...(estimated > 0 && { estimated: true as const }), ...(off && { off: off.why }) },
    ] as const
  })
  return Object.fromEntries(entries)
}

function accountsView({ accounts, attempts, fixedSettings: settings }: Owners): Accounts {
  const { clientMetadataUrl } = settings.settings().signIn
  const idp = accounts.idp()
  return {
    accounts: accounts.accounts(),
    attempts: attempts.attempts(),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(idp && { idp }),
  }
}

function appInfo({ ports, registry, models, settings, vault, policyStore }: Owners, database: Database): AppInfo {
  const { servers, broken } = registry.list()
  const { providers, default: model } = models.models()
  const damaged: FileProblem | undefined = database.problem && {
    file: 'parley.db',
    path: join(ports.dataDir, 'parley.db'),
    error: database.problem,
  }
  const problems = [policyStore.problem(), registry.problem(), settings.problem(), vault.problem(), damaged]
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
