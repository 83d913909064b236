import type { Storage } from './createStorage'
import type { HostPorts } from './ports'
import type { QuestionStore } from './questions/questionStore'
import { secretUses } from './secrets/secretUses'
import { createFindCommandFile } from './servers/findCommandFile'
import { LaunchRecords } from './servers/launchRecords'
import { createConfirmAndSaveServer } from './servers/confirmAndSaveServer'
import { ServerRegistry } from './servers/serverRegistry'
import { ServerSecrets } from './servers/serverSecrets'
import { StartGate } from './servers/startGate'

/** Creates the owners of the configured servers, of how each may be started, and of their secrets. */
export function createServers(
  { ports, storage, questions }: { readonly ports: HostPorts; readonly storage: Storage; readonly questions: QuestionStore },
  opened: AsyncDisposableStack,
) {
  const { clock, confirmCommand } = ports
  const { database, policy, fixedSettings, vault } = storage
  const records = new LaunchRecords({ database, clock })
  const registry = opened.use(new ServerRegistry({ path: storage.file('servers.json'), records, clock, policy }))
  const inUse = () => new Set(secretUses({ servers: registry.list().servers, settings: fixedSettings.settings() }).keys())
  const serverSecrets = opened.use(new ServerSecrets({ registry, vault, database, clock, inUse }))
  const findFile = createFindCommandFile(ports.loginShellPath)
  const gate = new StartGate({ registry, records, questions, confirmCommand, policy, findFile })
  const mayHave: Parameters<typeof createConfirmAndSaveServer>[0]['mayHave'] = (server, signal) => policy.mayRun(server, signal)
  const saveServer = createConfirmAndSaveServer({ findFile, registry, records, confirmCommand, mayHave })
  return { records, registry, serverSecrets, findFile, gate, saveServer }
}
