import * as z from 'zod'
import { SignInTarget, type Accounts, type SignInPlan } from '../domain/account'
import { AttemptId, ConversationId, AccountId, QuestionId, ServerId } from '../domain/ids'
import { call, topic } from './define'

const OneAccount = z.object({ serverId: ServerId, accountId: AccountId })
const OneAttempt = z.object({ attempt: AttemptId })
const Label = z.string().trim().min(1).max(60)

export const accountsCalls = {
  /**
   * Finds out where and how to sign in, and makes the address, opening nothing. For a question, what it asks for is asked for too.
   * `withoutPkce` goes on where the authorization server does not offer it, remembers that for this server, and is logged.
   */
  'accounts.prepare': call<SignInPlan>()(
    z.object({
      target: SignInTarget,
      questionId: QuestionId.optional(),
      issuer: z.string().max(2000).optional(),
      withoutPkce: z.boolean().optional(),
    }),
  ),
  /** The person agreed: opens the browser, or gives the address to the page that opens it itself; then waits for the browser's answer. */
  'accounts.begin': call<'opened' | { inPage: string }>()(OneAttempt),
  /** The address that the browser landed on, where it cannot reach Parley by itself. */
  'accounts.finish': call<void>()(OneAttempt.extend({ address: z.string().min(1).max(20_000) })),
  'accounts.cancel': call<void>()(OneAttempt),
  /** Forgets the tokens here in any case; `revoked` says whether the authorization server was told and agreed. */
  'accounts.signOut': call<{ revoked: boolean }>()(z.object({ target: SignInTarget })),
  'accounts.addAccount': call<{ accountId: AccountId }>()(z.object({ serverId: ServerId, label: Label })),
  'accounts.renameAccount': call<void>()(OneAccount.extend({ label: Label })),
  /** Signs out and forgets it. The last account of a server stays, signed out. */
  'accounts.removeAccount': call<void>()(OneAccount),
  'accounts.setDefault': call<void>()(OneAccount),
  /** Which account a conversation uses at a server; null for the default. */
  'chat.chooseAccount': call<void>()(z.object({ conversationId: ConversationId, serverId: ServerId, accountId: AccountId.nullable() })),
  /** Secrets travel this way once, towards the vault, and never back. `null` takes the identity provider away. */
  'accounts.setIdp': call<void>()(
    z.object({
      idp: z
        .object({
          issuer: z.string().min(1).max(2000),
          clientId: z.string().min(1).max(2000),
          clientSecret: z.string().max(10_000).optional(),
          idToken: z.string().max(100_000).optional(),
        })
        .nullable(),
    }),
  ),
  'accounts.setClientMetadataUrl': call<void>()(z.object({ url: z.string().max(2000).nullable() })),
}

export const accountsTopics = { accounts: topic<Accounts>() }
