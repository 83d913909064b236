import type { TypedClient } from '../../main/rpc/typedClient'

const VARIABLE = 'PARLEY_PASSPHRASE'

/**
 * Opens a vault that is locked with a passphrase, where the environment of a script has it: there is no screen to ask on. It is taken
 * out of the environment first. @throws {AppError} INVALID_INPUT when it is not the passphrase.
 */
export async function unlockVault(client: TypedClient, env: NodeJS.ProcessEnv): Promise<void> {
  const passphrase = env[VARIABLE]
  delete env[VARIABLE]
  if (!passphrase) return
  const { state } = await client.until('vault', () => true)
  if (state === 'needsPassphrase') await client.call('secrets.unlock', { passphrase })
}
