import { createPrivateKey, type KeyObject } from 'node:crypto'
import { createPrivateKeyJwtAuth, selectClientAuthMethod } from '@modelcontextprotocol/client'
import type { ConfigValue } from '../../shared/domain/configValue'
import type { ServerAuth } from '../../shared/domain/serverAuth'
import { AppError } from '../../shared/errors/appError'
import { rememberSecret } from '../lib/redact'
import type { Grant } from './tokens/grant'

/** How Parley authenticates as a client at an authorization server. */
export interface ClientAuthentication {
  /** Empty if the grant names no client. */
  readonly clientId: string
  readonly secret?: string
  /** PEM. Signs an assertion that replaces the secret (`private_key_jwt`, RFC 7523, section 2.2). */
  readonly privateKey?: string
  readonly algorithm?: string
  /** The method agreed on at registration. */
  readonly authMethod?: string
  readonly authMethods: readonly string[]
}

/** Resolves a configured value to its text. */
export interface ConfigValueResolver {
  resolve(value: ConfigValue, signal: AbortSignal): Promise<string>
}

type Configured = Extract<ServerAuth, { kind: 'client' }> | { readonly clientSecret?: ConfigValue | undefined }

/**
 * The authentication of an account's client, from its grant or from the current configuration.
 * @throws {AppError} SECRET_MISSING, SECRETS_LOCKED
 */
export async function clientAuthenticationFor(
  grant: Pick<Grant, 'clientId' | 'client' | 'clientSecret' | 'authMethod' | 'authMethods'>,
  configured: Configured | undefined,
  vault: ConfigValueResolver,
  signal: AbortSignal,
): Promise<ClientAuthentication> {
  const { clientId, clientSecret, authMethod, authMethods } = grant
  const own = { clientId, authMethods, ...(authMethod !== undefined && { authMethod }) }
  if (grant.client !== 'configured') return { ...own, ...(clientSecret !== undefined && { secret: clientSecret }) }
  return { ...own, ...(configured && (await configuredClientAuthentication(configured, vault, signal))) }
}

/** The authentication from a configuration. A plain value there is treated as a secret too. */
export async function configuredClientAuthentication(
  configured: Configured,
  vault: ConfigValueResolver,
  signal: AbortSignal,
): Promise<Pick<ClientAuthentication, 'secret' | 'privateKey' | 'algorithm'>> {
  const read = async (value: ConfigValue | undefined): Promise<string | undefined> => {
    if (value === undefined) return undefined
    const text = await vault.resolve(value, signal)
    rememberSecret(text)
    return text
  }
  const secret = await read(configured.clientSecret)
  const privateKey = 'privateKey' in configured ? await read(configured.privateKey) : undefined
  const algorithm = 'algorithm' in configured ? configured.algorithm : undefined
  return {
    ...(secret !== undefined && { secret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(algorithm !== undefined && { algorithm }),
  }
}

/**
 * Adds the client authentication to one request to the token or revocation endpoint. A signed assertion is created for each request,
 * because it may be used only once.
 */
export async function authenticateClient(
  proof: ClientAuthentication,
  request: { readonly headers: Headers; readonly params: URLSearchParams; readonly url: URL; readonly issuer: string },
): Promise<void> {
  const { clientId, secret, privateKey } = proof
  const { headers, params } = request
  if (privateKey !== undefined) return proveByKey(proof, privateKey, request)
  if (clientId === '') return
  switch (methodOf(proof)) {
    case 'client_secret_basic':
      // Each half is form-encoded first (RFC 6749, section 2.3.1): a secret may hold a colon or a percent sign.
      headers.set('authorization', `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret ?? '')}`).toString('base64')}`)
      return
    case 'client_secret_post':
      params.set('client_id', clientId)
      params.set('client_secret', secret ?? '')
      return
    case 'none':
      params.set('client_id', clientId)
  }
}

function methodOf({ clientId, secret, authMethod, authMethods }: ClientAuthentication): ReturnType<typeof selectClientAuthMethod> {
  if (secret === undefined) return 'none'
  const client = { client_id: clientId, client_secret: secret, ...(authMethod !== undefined && { token_endpoint_auth_method: authMethod }) }
  return selectClientAuthMethod({ ...client, redirect_uris: [] }, [...authMethods])
}

async function proveByKey(
  { clientId, algorithm }: ClientAuthentication,
  pem: string,
  { headers, params, url, issuer }: { headers: Headers; params: URLSearchParams; url: URL; issuer: string },
): Promise<void> {
  const key = readKey(pem)
  const sign = createPrivateKeyJwtAuth({
    issuer: clientId,
    subject: clientId,
    privateKey: { ...key.export({ format: 'jwk' }) },
    alg: algorithm ?? algorithmOf(key),
    audience: issuer,
    lifetimeSeconds: 60,
  })
  params.set('client_id', clientId)
  await sign(headers, params, url)
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (thrown) {
    throw new AppError('SIGN_IN_FAILED', { reason: 'oauth.badPrivateKey' }, { cause: thrown })
  }
}

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'RS256'
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA'
  return CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'ES256'
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
