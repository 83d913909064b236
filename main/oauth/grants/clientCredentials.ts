import type { ServerAuth } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { configuredClientAuthentication } from '../clientAuthentication'
import type { GrantOrder, GrantRequest, MachineDeps } from './machineGrant'

/**
 * OAuth client credentials (RFC 6749, section 4.4; MCP extension `oauth-client-credentials`). Parley itself signs in: with a signed
 * assertion if there is a key, otherwise with a secret.
 * @throws {AppError} SIGN_IN_FAILED if both are missing, SECRET_MISSING, SECRETS_LOCKED
 */
export async function clientCredentials(
  auth: Extract<ServerAuth, { kind: 'client' }>,
  { server, found }: GrantOrder,
  deps: Pick<MachineDeps, 'vault'>,
  signal: AbortSignal,
): Promise<GrantRequest> {
  const proof = await configuredClientAuthentication(auth, deps.vault, signal)
  if (proof.secret === undefined && proof.privateKey === undefined) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.noClientCredentials', params: { server: server.id } })
  }
  const authMethods = found.metadata.token_endpoint_auth_methods_supported ?? []
  return { params: { grant_type: 'client_credentials' }, client: { clientId: auth.clientId, authMethods, ...proof } }
}
