import type { Models } from '../../shared/domain/models/modelProvider'
import type { ServerList } from '../../shared/domain/server'
import type { AppInfo, FileProblem } from '../../shared/domain/settings'

interface MayHaveProblem {
  problem(): FileProblem | undefined
}

/** The owners that the topic `app` reads. */
export interface AppFacts {
  readonly ports: Pick<AppInfo, 'shell' | 'version' | 'dataDir'>
  readonly registry: MayHaveProblem & { list(): ServerList }
  readonly models: { models(): Models }
  readonly settings: MayHaveProblem
  readonly vault: MayHaveProblem & { kept(): AppInfo['secretsKept'] }
  readonly policyStore: MayHaveProblem
  readonly databaseProblem: FileProblem | undefined
}

/** Returns the screen's information about its host: which host it is, and which of its files cannot be read. */
export function appInfo({ ports, registry, models, settings, vault, policyStore, databaseProblem }: AppFacts): AppInfo {
  const { servers, broken } = registry.list()
  const { providers, default: model } = models.models()
  const problems = [policyStore.problem(), registry.problem(), settings.problem(), vault.problem(), databaseProblem]
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
