import * as z from 'zod'
import { ConfigValue } from './configValue'

const Issuer = z.url({ protocol: /^https?$/ }).max(2000)
const ClientId = z.string().min(1).max(2000)
const Scopes = z.array(z.string().min(1).max(300)).max(200)

/** A person signs in in the browser (OAuth 2.1 authorization code with PKCE). Everything in it may be left out. */
export const PersonAuth = z.object({
  kind: z.literal('person'),
  /** Of a client that was registered by hand; otherwise Parley finds out or registers by itself. */
  clientId: ClientId.optional(),
  clientSecret: ConfigValue.optional(),
  /** The one authorization server to use, where a server names several. */
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
  /** The person agreed to go on without the protection that this server's authorization server does not offer. */
  withoutPkce: z.boolean().optional(),
})

/** Parley itself is the one who signs in (OAuth client credentials): by a secret, or by a key of its own (RFC 7523). */
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

/** The organisation's identity provider vouches for the person (enterprise-managed authorization); which one it is stands in the settings. */
export const EnterpriseAuth = z.object({
  kind: z.literal('enterprise'),
  clientId: ClientId,
  clientSecret: ConfigValue.optional(),
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
})

/** What this computer runs as vouches for it: a token that its platform gives it (workload identity, RFC 7523). */
export const WorkloadAuth = z.object({
  kind: z.literal('workload'),
  clientId: ClientId.optional(),
  token: ConfigValue.optional(),
  /** A file that the platform keeps up to date; read anew for every use. */
  tokenFile: z.string().min(1).max(4096).optional(),
  issuer: Issuer.optional(),
  scopes: Scopes.optional(),
})

/** How a remote server is told who calls: `"parley": {"auth": …}` in `servers.json`; a person signs in where it says nothing. */
export const ServerAuth = z.discriminatedUnion('kind', [PersonAuth, ClientAuth, EnterpriseAuth, WorkloadAuth])
export type ServerAuth = z.infer<typeof ServerAuth>
export type AuthKind = ServerAuth['kind']

/** The organisation's identity provider: `"signIn": {"idp": …}` in `settings.json`. */
export const IdentityProvider = z.object({
  issuer: Issuer,
  clientId: ClientId,
  clientSecret: ConfigValue.optional(),
  /** Where its metadata does not say. */
  tokenEndpoint: Issuer.optional(),
  /** An ID token from elsewhere; without it a person signs in to the identity provider. */
  idToken: ConfigValue.optional(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** `"signIn"` in `settings.json`. */
export const SignInSettings = z.object({
  /** Where Parley's client metadata document is published (https, with a path); `npm run client-metadata` writes it. */
  clientMetadataUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
  idp: IdentityProvider.optional(),
})
export type SignInSettings = z.infer<typeof SignInSettings>
