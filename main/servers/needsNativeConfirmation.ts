import type { Launch } from '../../shared/domain/server'

/**
 * Pure: returns whether the person must confirm this launch outside of the page. That is required for a command that runs on this computer,
 * and for an address that receives a secret from the vault.
 */
export function needsNativeConfirmation(launch: Launch): boolean {
  return launch.kind === 'stdio' || Object.values(launch.headers).some((value) => typeof value !== 'string')
}
