import type { Launch } from '../../shared/domain/server'

/** Pure. What a person agrees to outside of the page: a command that runs here, and an address that a secret of the vault is sent to. */
export function needsNativeConfirmation(launch: Launch): boolean {
  return launch.kind === 'stdio' || Object.values(launch.headers).some((value) => typeof value !== 'string')
}
