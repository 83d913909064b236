import type { Account, SignInPlan } from '../../shared/domain/account'
import { AttemptId, AccountId, ServerId } from '../../shared/domain/ids'

/** Returns the id of the account, question or attempt with this number. */
export const uuidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Returns an account of a person at the server "good", signed out. */
export function anAccount(number: number, change: Partial<Account> = {}): Account {
  return {
    accountId: AccountId.parse(uuidOf(number)),
    serverId: ServerId.parse('good'),
    label: 'Work',
    isDefault: true,
    by: 'person',
    state: 'signedOut',
    scopes: [],
    renews: false,
    keyBound: false,
    ...change,
  }
}

/** Returns the plan for signing in to that account. */
export function aPlan(account: Account, change: Partial<SignInPlan> = {}): SignInPlan {
  return {
    attempt: AttemptId.parse(uuidOf(900)),
    target: { kind: 'server', serverId: account.serverId, accountId: account.accountId },
    url: 'https://auth.good.example/authorize?state=abc',
    host: 'auth.good.example',
    serverHost: 'mcp.good.example',
    issuer: 'https://auth.good.example',
    otherHosts: [],
    otherIssuers: [],
    scopes: ['read'],
    addedScopes: [],
    client: 'registered',
    warnings: [],
    expires: 1,
    ...change,
  }
}
