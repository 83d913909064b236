import type { Account, Accounts, SignInPlan } from '../../shared/domain/account'
import { AttemptId, AccountId, ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const minute = 60_000
const day = 1440 * minute

const account = (number: number, server: string, change: Partial<Account>): Account => ({
  accountId: AccountId.parse(uuid(500 + number)),
  serverId: ServerId.parse(server),
  label: 'Default',
  isDefault: true,
  by: 'person',
  state: 'signedOut',
  scopes: [],
  renews: false,
  keyBound: false,
  ...change,
})

/** Accounts in every state. */
export const previewAccounts: Accounts = {
  accounts: [
    account(1, 'Linear', {
      label: 'Work',
      state: 'signedIn',
      who: 'dana@atlas.dev',
      issuer: 'https://auth.linear.app',
      resource: 'https://mcp.linear.app/mcp',
      clientId: 'https://parley.example/client.json',
      client: 'document',
      scopes: ['read', 'write', 'issues:create'],
      since: Date.now() - 80 * day,
      expires: Date.now() + 40 * minute,
      refreshed: Date.now() - 20 * minute,
      renews: true,
      keyBound: true,
    }),
    account(2, 'Linear', {
      label: 'Private',
      isDefault: false,
      who: 'dana@hey.example',
      issuer: 'https://auth.linear.app',
      state: 'signedIn',
    }),
    account(3, 'Linear', { label: 'Trial', isDefault: false }),
    account(4, 'Notion', {
      label: 'Work',
      who: 'dana@atlas.dev',
      since: Date.now() - 30 * day,
      expires: Date.now() - 2 * day,
      problem: new AppError(
        'SIGN_IN_FAILED',
        { reason: 'oauth.tokenRefused', params: { host: 'auth.notion.com', step: 'refresh', server: 'Notion' } },
        { said: 'invalid_grant: <b>The refresh token</b> has expired' },
      ).toData(),
    }),
    account(5, 'GitHub', { state: 'header' }),
    account(6, 'Sentry', {
      by: 'client',
      clientId: 'parley-ci',
      client: 'configured',
      problem: new AppError(
        'SIGN_IN_FAILED',
        { reason: 'oauth.clientRefused', params: { host: 'sentry.io' } },
        { said: 'invalid_client' },
      ).toData(),
    }),
  ],
  attempts: [],
  clientMetadataUrl: 'https://parley.example/client.json',
  idp: { issuer: 'https://login.atlas.dev', clientId: 'parley-desktop', hasSecret: true, state: 'signedOut' },
}

/** The plan for signing in to Notion. */
export const previewPlan: SignInPlan = {
  attempt: AttemptId.parse(uuid(600)),
  target: { kind: 'server', serverId: ServerId.parse('Notion'), accountId: AccountId.parse(uuid(504)) },
  url: 'https://auth.notion.com/authorize?response_type=code&client_id=https%3A%2F%2Fparley.example%2Fclient.json&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&scope=pages%3Aread%20pages%3Awrite%20comments%3Awrite&resource=https%3A%2F%2Fmcp.notion.com%2Fmcp&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw_cM&state=5ca75bd30f41',
  host: 'auth.notion.com',
  serverHost: 'mcp.notion.com',
  issuer: 'https://auth.notion.com',
  otherHosts: [],
  otherIssuers: ['https://eu.auth.notion.com'],
  scopes: ['pages:read', 'pages:write', 'comments:write'],
  addedScopes: ['comments:write'],
  client: 'document',
  warnings: ['unrelatedHost'],
  expires: Date.now() + 10 * minute,
}
