import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { AccountId, ServerId, type AttemptId } from './ids'
import type { AuthKind } from './serverAuth'

/** What a person signs in to: one account of a server, or the organisation's identity provider. */
export const SignInTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), serverId: ServerId, accountId: AccountId }),
  z.object({ kind: z.literal('idp') }),
])
export type SignInTarget = z.infer<typeof SignInTarget>

/** One account at one server ("account"). Every remote server has at least one; its secrets are in the vault. Times are milliseconds since 1970. */
export interface Account {
  readonly accountId: AccountId
  readonly serverId: ServerId
  /** What the person calls it: "Work". Empty: the first one, which nobody named. */
  readonly label: string
  readonly isDefault: boolean
  readonly by: AuthKind
  /** 'header': the server is told who calls by a header that the person typed; Parley signs in nowhere. */
  readonly state: 'signedIn' | 'signedOut' | 'header'
  /** Who the authorization server says it is, where it does: an address or a name. */
  readonly who?: string
  readonly issuer?: string
  /** The address that its tokens are for. */
  readonly resource?: string
  readonly clientId?: string
  /** How Parley became known there. */
  readonly client?: ClientOrigin
  readonly scopes: readonly string[]
  readonly since?: number
  readonly expires?: number
  readonly refreshed?: number
  /** Whether Parley can renew it without the person. */
  readonly renews: boolean
  /** Its tokens are of no use without a key that only Parley has (DPoP, RFC 9449). */
  readonly keyBound: boolean
  /** Why the last renewal or use failed. */
  readonly problem?: AppErrorData
}

/** By configuration, by the metadata document's address, or by registering on the spot (RFC 7591). */
export type ClientOrigin = 'configured' | 'document' | 'registered'

/** How far a sign-in has come. */
export interface SignInAttempt {
  readonly id: AttemptId
  readonly target: SignInTarget
  readonly step: 'prepared' | 'waiting' | 'finishing' | 'done' | 'failed'
  readonly started: number
  /** Until then the answer of the browser is taken. */
  readonly expires: number
  readonly error?: AppErrorData
}

/** One thing about a sign-in that a person should see before going there. */
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
  /** Codes or secrets go to hosts that are not the issuer's own: `otherHosts`. */
  | 'otherHosts'

/** What a sign-in will do, shown before anything opens. */
export interface SignInPlan {
  readonly attempt: AttemptId
  readonly target: SignInTarget
  /** The whole address that the browser will open. */
  readonly url: string
  /** Where the person will sign in, and the server that they sign in for. */
  readonly host: string
  readonly serverHost: string
  readonly issuer: string
  /** Hosts beside the issuer's own that the sign-in sends something to; the person has to see them. */
  readonly otherHosts: readonly string[]
  /** Others that the server names; the person may choose one. */
  readonly otherIssuers: readonly string[]
  readonly scopes: readonly string[]
  /** Those that were not granted before; empty at the first sign-in. */
  readonly addedScopes: readonly string[]
  readonly client: ClientOrigin
  readonly warnings: readonly SignInWarning[]
  /** Why the last sign-in is no longer good. */
  readonly because?: AppErrorData
  readonly expires: number
}

/** The organisation's identity provider as the screen sees it: never its secrets. */
export interface IdpView {
  readonly issuer: string
  readonly clientId: string
  readonly hasSecret: boolean
  /** 'configured': an ID token from elsewhere is used. */
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
