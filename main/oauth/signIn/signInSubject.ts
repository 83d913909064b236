import type { SignInTarget } from '../../../shared/domain/account'
import type { ConfigValue } from '../../../shared/domain/configValue'
import type { ServerId } from '../../../shared/domain/ids'
import type { ServerConfig } from '../../../shared/domain/server'
import type { Settings } from '../../../shared/domain/settings'
import { AppError } from '../../../shared/errors/appError'
import { rememberSecret } from '../../lib/redact'
import type { FetchRules } from '../../net/checkFetchTarget'
import type { AccountStore } from '../accountStore'
import type { ConfigValueResolver } from '../clientAuthentication'
import { identityProviderFetchRules } from '../identityProviderFetchRules'
import type { SignInSubject } from './prepareSignIn'

interface Sources {
  readonly accountStore: AccountStore
  readonly registry: { get(id: ServerId): ServerConfig }
  readonly settings: { settings(): Settings }
  readonly vault: ConfigValueResolver
  readonly maySend: (server: ServerConfig) => boolean
}

interface Subject {
  readonly subject: SignInSubject
  readonly clientSecret: string | undefined
  readonly rules: FetchRules
}

/** What is configured and known about a sign-in target. @throws {AppError} NOT_FOUND, INVALID_INPUT, CONFLICT, SECRET_MISSING, SECRETS_LOCKED */
export async function subjectOf(target: SignInTarget, sources: Sources, signal: AbortSignal): Promise<Subject> {
  return target.kind === 'idp' ? idpSubject(target, sources, signal) : serverSubject(target, sources, signal)
}

async function serverSubject(
  target: SignInTarget & { kind: 'server' },
  { accountStore, registry, vault, maySend }: Sources,
  signal: AbortSignal,
): Promise<Subject> {
  const server = registry.get(target.serverId)
  const { launch, auth } = server
  if (launch.kind !== 'http' || auth.kind !== 'person') {
    throw new AppError('INVALID_INPUT', { reason: 'oauth.noBrowserSignIn', params: { server: target.serverId } })
  }
  // The address that the person sees on the page says nothing of a secret that its entry names.
  if (!maySend(server)) throw new AppError('CONFLICT', { reason: 'oauth.startFirst', params: { server: target.serverId } })
  const account = accountStore.find(target.serverId, target.accountId)
  const configured = await configuredClient(auth, vault, signal)
  return {
    subject: {
      target,
      url: launch.url,
      configured,
      issuer: auth.issuer,
      scopes: auth.scopes,
      withoutPkce: auth.withoutPkce ?? false,
      clientIssuer: auth.clientId === undefined ? undefined : accountStore.issuerOfClient(target.serverId, auth.clientId),
      lastIssuer: account.issuer,
      askedBefore: accountStore.requestedScopes(target),
      granted: account.scopes,
      ...(account.problem && { because: account.problem }),
    },
    clientSecret: configured?.clientSecret,
    rules: { typed: new URL(launch.url), ...(auth.issuer !== undefined && { alsoTyped: [new URL(auth.issuer)] }) },
  }
}

async function idpSubject(
  target: SignInTarget & { kind: 'idp' },
  { settings, accountStore, vault }: Sources,
  signal: AbortSignal,
): Promise<Subject> {
  const { idp } = settings.settings().signIn
  if (!idp) throw new AppError('NOT_FOUND', { reason: 'oauth.idpNotConfigured' })
  const configured = await configuredClient(idp, vault, signal)
  return {
    subject: {
      target,
      url: idp.issuer,
      configured,
      withoutPkce: false,
      askedBefore: accountStore.requestedScopes(target),
      granted: [],
    },
    clientSecret: configured?.clientSecret,
    rules: identityProviderFetchRules(idp),
  }
}

async function configuredClient(
  { clientId, clientSecret }: { readonly clientId?: string | undefined; readonly clientSecret?: ConfigValue | undefined },
  vault: ConfigValueResolver,
  signal: AbortSignal,
): Promise<{ readonly clientId: string; readonly clientSecret: string | undefined } | undefined> {
  if (clientId === undefined) return undefined
  const secret = clientSecret === undefined ? undefined : await vault.resolve(clientSecret, signal)
  if (secret !== undefined) rememberSecret(secret)
  return { clientId, clientSecret: secret }
}
