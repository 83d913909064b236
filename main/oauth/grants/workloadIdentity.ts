import { open } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { ServerAuth } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { rememberTemporarySecret } from '../../lib/redact'
import type { GrantOrder, GrantRequest, MachineDeps } from './machineGrant'

const FILE_BYTES = 64 * 1024

/**
 * Workload identity (RFC 7523, section 2.1): a token from the platform identifies this computer. A token file is read again each time,
 * because the platform replaces it.
 * @throws {AppError} SIGN_IN_FAILED, FILE_UNREADABLE, SECRET_MISSING, SECRETS_LOCKED
 */
export async function workloadIdentity(
  auth: Extract<ServerAuth, { kind: 'workload' }>,
  { server, found }: GrantOrder,
  deps: Pick<MachineDeps, 'vault'>,
  signal: AbortSignal,
): Promise<GrantRequest> {
  const assertion = await platformToken(auth, server.id, deps, signal)
  rememberTemporarySecret(assertion)
  return {
    params: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
    client: { clientId: auth.clientId ?? '', authMethods: found.metadata.token_endpoint_auth_methods_supported ?? [] },
  }
}

async function platformToken(
  { token, tokenFile }: Extract<ServerAuth, { kind: 'workload' }>,
  server: string,
  { vault }: Pick<MachineDeps, 'vault'>,
  signal: AbortSignal,
): Promise<string> {
  if (tokenFile !== undefined) return readToken(tokenFile)
  if (token !== undefined) return vault.resolve(token, signal)
  throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.noWorkloadToken', params: { server } })
}

async function readToken(path: string): Promise<string> {
  try {
    // Only here is known which system it is. A path of another one would be looked for where Parley was started.
    if (!isAbsolute(path)) throw new Error('It is no whole path on this system')
    await using file = await open(path, 'r')
    const { bytesRead, buffer } = await file.read(Buffer.alloc(FILE_BYTES), 0, FILE_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } catch (thrown) {
    throw new AppError('FILE_UNREADABLE', { reason: 'oauth.tokenFileUnreadable', params: { path } }, { cause: thrown })
  }
}
