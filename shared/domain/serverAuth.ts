import * as z from 'zod'
import { isWholePath } from '../lib/isWholePath'
import { ConfigValue } from './configValue'
import { issue } from './schemaIssueIds'

const Issuer = z.url({ protocol: /^https?$/ }).max(2000)
const ClientId = z.string().min(1).max(2000)
const Scopes = z.array(z.string().min(1).max(300)).max(200)

/** A person signs in in the browser (OAuth 2.1 authorization code with PKCE). Every setting is optional. */
export const PersonAuth = z.object({
  kind: z.literal('person'),
  /** The id of a client that was registered by hand. Without it, Parley gets a client id by itself. */
  clientId: ClientId.optional(),
  clientSecret: ConfigValue.optional(),
  /** The authorization server to use, if the server names several. */
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
  /** The person agreed to sign in without PKCE, because the authorization server does not offer it. */
  withoutPkce: z.boolean().optional(),
})

/** Parley signs in as itself (OAuth client credentials), with a secret or with its own key (RFC 7523). */
export const ClientAuth = z.object({
  kind: z.literal('client'),
  clientId: ClientId,
  clientSecret: ConfigValue.optional(),
  /** PEM, PKCS #8. */
  privateKey: ConfigValue.optional(),
  algorithm: z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']).optional(),
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
})

/** The organisation's identity provider vouches for the person (enterprise-managed authorization). The settings name the provider. */
export const EnterpriseAuth = z.object({
  kind: z.literal('enterprise'),
  clientId: ClientId,
  clientSecret: ConfigValue.optional(),
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
})

/** The platform of this computer vouches for it with a token (workload identity, RFC 7523). */
export const WorkloadAuth = z.object({
  kind: z.literal('workload'),
  clientId: ClientId.optional(),
  token: ConfigValue.optional(),
  /** A file that the platform keeps up to date. Parley reads it again for every use. */
  tokenFile: z.string().max(4096).refine(isWholePath, issue('json.issue.wholePath')).optional(),
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
})

export const AuthKinds = [PersonAuth, ClientAuth, EnterpriseAuth, WorkloadAuth] as const

/** How Parley identifies the caller to a remote server: `"parley": {"auth": …}` in `servers.json`. Default: a person signs in. */
export const ServerAuth = z.discriminatedUnion('kind', AuthKinds)
export type ServerAuth = z.infer<typeof ServerAuth>
export type AuthKind = ServerAuth['kind']

/** The organisation's identity provider: `"signIn": {"idp": …}` in `settings.json`. */
export const IdentityProvider = z.object({
  issuer: Issuer,
  clientId: ClientId,
  clientSecret: ConfigValue.optional(),
  /** For a provider whose metadata does not name it. */
  tokenEndpoint: Issuer.optional(),
  /** An ID token from elsewhere. Without it, a person signs in to the identity provider. */
  idToken: ConfigValue.optional(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** `"signIn"` in `settings.json`. */
export const SignInSettings = z.object({
  /** The address of Parley's published client metadata document (https, with a path). `npm run client-metadata` writes the document. */
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
  idp: IdentityProvider.optional(),
})
export type SignInSettings = z.infer<typeof SignInSettings>
