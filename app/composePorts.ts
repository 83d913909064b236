import { homedir } from 'node:os'
import { join } from 'node:path'
import { version } from '../package.json'
import { systemClock } from '../main/lib/clock'
import type { HostPorts, KeyProvider } from '../main/ports'
import { keychainKeyProvider } from '../main/secrets/keychainKeyProvider'
import { memoryKeyProvider } from '../main/secrets/memoryKeyProvider'
import { callersPath, loginShellPath } from '../main/servers/loginShellPath'
import { configFolder } from './dataDir'
import { policyPlaces } from './policyPlaces'

export interface ShellFacts {
  readonly shell: HostPorts['shell']
  readonly dataDir: string
  /** The folder of the compiled host and its workers. */
  readonly compiled: string
  /** The value of `--policy`. */
  readonly policy: string | undefined
}

/** Returns the ports that are the same in every shell. Each shell adds its own. */
export function composePorts({ shell, dataDir, compiled, policy }: ShellFacts): HostPorts {
  const home = homedir()
  const localModelPorts = readLocalModelPorts(process.env['PARLEY_LOCAL_MODEL_PORTS'])
  return {
    shell,
    version,
    dataDir,
    clock: systemClock,
    keyProviders: keyProviders(join(compiled, 'keychainWorker.js')),
    validationWorker: join(compiled, 'validationWorker.js'),
    trafficWorker: join(compiled, 'trafficWorker.js'),
    extractionWorker: join(compiled, 'extractionWorker.js'),
    importWorker: join(compiled, 'importWorker.js'),
    resultWorker: join(compiled, 'resultWorker.js'),
    // Who types a command has a PATH, often one that was set for just this; a window is started from a menu, with next to none.
    loginShellPath: shell === 'cli' ? callersPath : loginShellPath,
    policyFiles: policyPlaces({
      option: policy,
      platform: process.platform,
      programData: process.env['ProgramData'],
      cwd: process.cwd(),
    }),
    userFolders: { home, config: configFolder(process.env, process.platform, home) },
    telemetryEnvironment: Object.fromEntries(Object.entries(process.env).filter(([name]) => /^OTEL_|^TRACE(PARENT|STATE)$/.test(name))),
    ...(localModelPorts && { localModelPorts }),
  }
}

/** `PARLEY_KEYS=memory` does not use the keychain: for tests, and for computers whose keychain asks too often. */
function keyProviders(worker: string): readonly KeyProvider[] {
  const memory = memoryKeyProvider()
  return process.env['PARLEY_KEYS'] === 'memory' ? [memory] : [keychainKeyProvider({ worker }), memory]
}

/** `PARLEY_LOCAL_MODEL_PORTS=OLLAMA,LM_STUDIO,LLAMA_CPP` sets the ports where Parley looks for model servers on this computer. */
function readLocalModelPorts(text: string | undefined): HostPorts['localModelPorts'] {
  const [ollama, lmStudio, llamaCpp] = (text ?? '').split(',').map(Number)
  return ollama && lmStudio && llamaCpp ? { ollama, lmStudio, llamaCpp } : undefined
}
