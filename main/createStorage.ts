import { join } from 'node:path'
import { EffectiveSettings } from './policy/effectiveSettings'
import { EmptyWorkingFolder } from './policy/emptyWorkingFolder'
import { realHome } from './policy/realHome'
import { PolicyStore } from './policy/policyStore'
import { PolicyGuard } from './policy/policyGuard'
import { checkFilePermissions } from './policy/checkFilePermissions'
import type { HostPorts } from './ports'
import { SecretVault } from './secrets/secretVault'
import { parseServer } from './servers/parseServer'
import { SettingsStore } from './settings/settingsStore'
import { AppError } from '../shared/errors/appError'
import { Database } from './storage/database'

export type Storage = Awaited<ReturnType<typeof createStorage>>

/** Opens the base of everything else: the database, the settings, the policy that may fix some of them, and the vault. */
export async function createStorage(ports: HostPorts, opened: AsyncDisposableStack) {
  const { clock, dataDir } = ports
  const file = (name: string): string => join(dataDir, name)
  const database = new Database(file('parley.db'))
  opened.defer(() => database.close())
  // Commands act: they have no screen to show what is only read.
  if (ports.beside && database.isReadOnly && database.problem) throw AppError.fromData(database.problem)
  // A host beside a window must not withdraw the window's questions, and must not show its own there.
  const own = ports.beside ? new Database(':memory:') : database
  if (own !== database) opened.defer(() => own.close())
  const settings = opened.use(new SettingsStore({ path: file('settings.json'), clock }))
  const policyStore = opened.use(await openPolicyStore(ports))
  const emptyWorkingFolder = opened.use(new EmptyWorkingFolder(file('empty')))
  const policy = new PolicyGuard({ policyStore, loginShellPath: ports.loginShellPath, emptyWorkingFolder: () => emptyWorkingFolder.path() })
  const vault = SecretVault.open({
    file: file('secrets.json'),
    providers: ports.keyProviders,
    clock,
    memoryChoice: {
      made: () => settings.settings().secrets.keep === 'memory',
      make: () => settings.edit([{ path: ['secrets', 'keep'], value: 'memory' }]),
    },
  })
  return { file, database, own, settings, policyStore, policy, fixedSettings: new EffectiveSettings(settings, policy), vault }
}

function openPolicyStore({ policyFiles = [], clock, userFolders }: HostPorts): Promise<PolicyStore> {
  return PolicyStore.open({
    places: policyFiles,
    clock,
    home: realHome(userFolders.home),
    checkFilePermissions,
    checkEntry: (name, entry) => {
      const server = parseServer(name, entry)
      return 'error' in server ? server.error : undefined
    },
  })
}
