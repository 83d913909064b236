import { sentIdentity } from '../../shared/domain/launch/sentIdentity'
import type { Launch } from '../../shared/domain/server'
import type { ServerAuth } from '../../shared/domain/serverAuth'

/**
 * Pure: returns whether the person must confirm this launch outside of the page. That is required for a command that runs on this computer,
 * and for an address that receives a secret, or that says who receives one or a file to sign in with.
 */
export function needsNativeConfirmation(launch: Launch, auth: ServerAuth | undefined): boolean {
  if (launch.kind === 'stdio') return true
  return sentIdentity(auth) !== undefined || Object.values(launch.headers).some((value) => typeof value !== 'string')
}
