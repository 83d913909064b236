import type { PolicyClient } from '../../shared/domain/policy'
import type { IdentityProvider, ServerAuth, SignInSettings } from '../../shared/domain/serverAuth'
import type { Launch } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Policy } from './policySheet'
import { policyRefusal } from './policyRefusal'
import { matchesUrl } from './urlPattern'

/** Pure: why Parley may not register as a client at an authorization server; undefined if it may. */
export function forbidsRegistration({ sheets }: Policy, issuer: string): AppError | undefined {
  const sheet = sheets.find(({ signIn }) => signIn?.registration === false)
  return sheet && policyRefusal(sheet, 'policy.registration', { issuer })
}

/** Pure: the sign-in settings. What the policy sets replaces the user's choice. */
export function fixSignIn({ sheets }: Policy, chosen: SignInSettings): SignInSettings {
  const idps = different(sheets.map(({ signIn }) => signIn?.idp))
  const documents = different(sheets.map(({ signIn }) => signIn?.clientMetadataUrl))
  const { idp = chosen.idp, clientMetadataUrl = chosen.clientMetadataUrl }: SignInSettings = {
    ...(idps[0] && { idp: keepToken(idps[0], chosen.idp) }),
    ...(documents[0] !== undefined && { clientMetadataUrl: documents[0] }),
  }
  // If two policies differ, neither is stricter, so neither applies.
  return {
    ...(documents.length < 2 && clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(idps.length < 2 && idp && { idp }),
  }
}

/** Pure: whether the policy sets the identity provider. */
export function fixesIdp({ sheets }: Policy): boolean {
  return sheets.some(({ signIn }) => signIn?.idp !== undefined)
}

/**
 * Pure: how to authenticate to a remote server, with the client that the policy sets for it.
 * @param isAdmins whether `auth` is an admin's own word: then their issuer and secret stay where the client names none
 */
export function fixAuth(policy: Policy, url: string, auth: ServerAuth, isAdmins = false): ServerAuth {
  const [client, ...others] = clientsFor(policy, url)
  return client && others.length === 0 ? withClient(auth, client, isAdmins) : auth
}

/** Pure: whether the client for a server is in a policy that only an admin could have written. */
export function isAdminsClient({ sheets }: Policy, url: string): boolean {
  return clientsFor({ sheets: sheets.filter(({ isUsers }) => !isUsers) }, url).length > 0
}

/** Pure: why nobody can sign in to a server for which two policies set different clients. */
export function hasTwoClients(policy: Policy, launch: Launch): AppError | undefined {
  if (launch.kind !== 'http' || clientsFor(policy, launch.url).length < 2) return undefined
  return new AppError('POLICY', { reason: 'policy.twoClients', params: { address: launch.url } })
}

type Client = Omit<PolicyClient, 'address'>

function clientsFor({ sheets }: Policy, url: string): readonly Client[] {
  return different(
    sheets.map(({ signIn }): Client | undefined => {
      const found = signIn?.clients?.find(({ address }) => matchesUrl(address, url))
      if (!found) return undefined
      const { address: _address, ...client } = found
      return client
    }),
  )
}

function withClient(auth: ServerAuth, { clientId, clientSecret, issuer }: Client, isAdmins: boolean): ServerAuth {
  const fixed = { clientId, ...(clientSecret !== undefined && { clientSecret }), ...(issuer !== undefined && { issuer }) }
  switch (auth.kind) {
    // The client of an organisation does not sign in where a user's entry says, and not with the user's secret.
    case 'person':
    case 'enterprise': {
      if (isAdmins) return { ...auth, ...fixed }
      const { clientSecret: _ownSecret, issuer: _ownIssuer, ...others } = auth
      return { ...others, ...fixed }
    }
    default:
      // This client belongs to the computer. People do not sign in through it.
      return auth
  }
}

/** Keeps the token that the user entered for the same identity provider. */
function keepToken(idp: IdentityProvider, chosen: IdentityProvider | undefined): IdentityProvider {
  const isSame = chosen?.issuer === idp.issuer && chosen.clientId === idp.clientId
  return isSame && chosen.idToken !== undefined ? { ...idp, idToken: chosen.idToken } : idp
}

function different<T>(values: readonly (T | undefined)[]): readonly T[] {
  const given = values.filter((value) => value !== undefined)
  return [...new Map(given.map((value) => [canonicalJson(value), value])).values()]
}
