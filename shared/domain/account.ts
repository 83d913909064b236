import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { AccountId, ServerId, type AttemptId } from './ids'
import type { AuthKind } from './serverAuth'

/** The target of a sign-in: one account of a server, or the organisation's identity provider. */
export const SignInTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), serverId: ServerId, accountId: AccountId }),
  z.object({ kind: z.literal('idp') }),
])
export type SignInTarget = z.infer<typeof SignInTarget>

/** One account at one server. Every remote server has at least one. Its secrets are in the vault. Times are milliseconds since 1970. */
export interface Account {
  readonly accountId: AccountId
  readonly serverId: ServerId
  /** The person's name for it, such as "Work". Empty for the first account if it was never named. */
  readonly label: string
  readonly isDefault: boolean
  readonly by: AuthKind
  /** 'header': the person typed a header that identifies them to the server. Parley does not sign in. */
  readonly state: 'signedIn' | 'signedOut' | 'header'
  /** The identity that the authorization server states, if it states one: an address or a name. */
  readonly who?: string
  readonly issuer?: string
  /** The address that the account's tokens are for. */
  readonly resource?: string
  readonly clientId?: string
  /** How the authorization server came to know Parley. */
  readonly client?: ClientOrigin
  readonly scopes: readonly string[]
  readonly since?: number
  readonly expires?: number
  readonly refreshed?: number
  /** Whether Parley can renew the sign-in without the person. */
  readonly renews: boolean
  /** Whether the tokens work only with a key that only Parley has (DPoP, RFC 9449). */
  readonly keyBound: boolean
  /** Why the last renewal or use failed. */
  readonly problem?: AppErrorData
}

/** How Parley got its client ID: from the configuration, as the address of the metadata document, or by dynamic registration (RFC 7591). */
export type ClientOrigin = 'configured' | 'document' | 'registered'

/** The progress of a sign-in. */
export interface SignInAttempt {
  readonly id: AttemptId
  readonly target: SignInTarget
  readonly step: 'prepared' | 'waiting' | 'finishing' | 'done' | 'failed'
  readonly started: number
  /** Parley accepts the browser's answer until this time. */
  readonly expires: number
  readonly error?: AppErrorData
}

/** One thing about a sign-in that a person should see before they open its page. */
export type SignInWarning =
  | 'unrelatedHost'
  | 'loopback'
  | 'privateNetwork'
  | 'lookAlike'
  | 'punycode'
  | 'ipAddress'
  | 'hiddenCharacters'
  | 'noPkce'
  | 'newIssuer'
  /** Codes or secrets go to hosts other than the issuer's own. `otherHosts` lists them. */
  | 'otherHosts'

/** Describes a sign-in before Parley opens anything. */
export interface SignInPlan {
  readonly attempt: AttemptId
  readonly target: SignInTarget
  /** The whole address that the browser will open. */
  readonly url: string
  /** The host where the person signs in, and the host of the server that they sign in for. */
  readonly host: string
  readonly serverHost: string
  readonly issuer: string
  /** Hosts other than the issuer's own that receive something during the sign-in. The person has to see them. */
  readonly otherHosts: readonly string[]
  /** Other authorization servers that the server names. The person may choose one. */
  readonly otherIssuers: readonly string[]
  readonly scopes: readonly string[]
  /** Scopes that were not granted before. Empty at the first sign-in. */
  readonly addedScopes: readonly string[]
  readonly client: ClientOrigin
  readonly warnings: readonly SignInWarning[]
  /** Why the last sign-in no longer works. */
  readonly because?: AppErrorData
  readonly expires: number
}

/** The organisation's identity provider as the screen sees it, without its secrets. */
export interface IdpView {
  readonly issuer: string
  readonly clientId: string
  readonly hasSecret: boolean
  /** 'configured': the settings give an ID token. */
  readonly state: 'configured' | 'signedIn' | 'signedOut'
  readonly who?: string
  readonly since?: number
}

/** The value of the topic `accounts`. */
export interface Accounts {
  readonly accounts: readonly Account[]
  readonly attempts: readonly SignInAttempt[]
  readonly clientMetadataUrl?: string
  readonly idp?: IdpView
}
