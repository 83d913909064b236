import type { IdentityProvider, ServerAuth } from '../../../shared/domain/serverAuth'
import { AppError } from '../../../shared/errors/appError'
import { rememberTemporarySecret } from '../../lib/redact'
import { configuredClientAuthentication } from '../clientAuthentication'
import { discoverAuthorizationServer } from '../discovery/discoverMetadata'
import { identityProviderFetchRules } from '../identityProviderFetchRules'
import { tokenRequest } from '../tokens/tokenRequest'
import type { GrantOrder, GrantRequest, MachineDeps } from './machineGrant'

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'

/**
 * Enterprise-managed authorization. The organisation's configured identity provider exchanges its ID token for a grant to one server (RFC
 * 8693, ID-JAG). That server's authorization server exchanges the grant for tokens (RFC 7523). The person is not asked.
 * @throws {AppError} SIGN_IN_FAILED, SECRET_MISSING, SECRETS_LOCKED, and network errors
 */
export async function enterpriseManagedAuthorization(
  auth: Extract<ServerAuth, { kind: 'enterprise' }>,
  order: GrantOrder,
  deps: MachineDeps,
  signal: AbortSignal,
): Promise<GrantRequest> {
  const idp = deps.idp()
  if (!idp) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.noIdp', params: { server: order.server.id } })
  }
  const assertion = await exchange(idp, order, deps, signal)
  const proof = await configuredClientAuthentication(auth, deps.vault, signal)
  const authMethods = order.found.metadata.token_endpoint_auth_methods_supported ?? []
  return {
    params: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
    client: { clientId: auth.clientId, authMethods, ...proof },
  }
}

async function exchange(
  idp: IdentityProvider,
  { server, found, scope }: GrantOrder,
  deps: MachineDeps,
  signal: AbortSignal,
): Promise<string> {
  const idToken = await deps.idToken(idp, signal)
  const fetchFn = deps.fetchFor(identityProviderFetchRules(idp))
  const metadata = idp.tokenEndpoint === undefined ? await discoverAuthorizationServer(idp.issuer, fetchFn, signal) : undefined
  const proof = await configuredClientAuthentication(idp, deps.vault, signal)
  const answer = await tokenRequest(
    {
      endpoint: idp.tokenEndpoint ?? metadata?.token_endpoint ?? '',
      issuer: idp.issuer,
      params: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: ID_JAG,
        audience: found.metadata.issuer,
        resource: found.resource,
        scope,
        subject_token: idToken,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      },
      // Without metadata, use the method that needs no agreement: a public client, or the secret in the request body.
      client: { clientId: idp.clientId, authMethods: metadata?.token_endpoint_auth_methods_supported ?? ['client_secret_post'], ...proof },
      fetchFn,
      step: { kind: 'idpExchange', server: server.id },
    },
    signal,
  )
  rememberTemporarySecret(answer.access_token)
  if (answer.issued_token_type === ID_JAG) return answer.access_token
  throw new AppError(
    'SIGN_IN_FAILED',
    { reason: 'oauth.wrongIdpToken' },
    { ...(answer.issued_token_type !== undefined && { said: answer.issued_token_type }) },
  )
}
