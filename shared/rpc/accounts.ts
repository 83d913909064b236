import * as z from 'zod'
import { SignInTarget, type Accounts, type SignInPlan } from '../domain/account'
import { AttemptId, ConversationId, AccountId, QuestionId, ServerId } from '../domain/ids'
import { call, topic } from './define'

const OneAccount = z.object({ serverId: ServerId, accountId: AccountId })
const OneAttempt = z.object({ attempt: AttemptId })
const Label = z.string().trim().min(1).max(60)

export const accountsCalls = {
  /**
   * Finds out where and how to sign in, and makes the address. Opens nothing. With `questionId`, what that question asks for is asked for too;
   * `issuer` chooses another authorization server.
   * `withoutPkce` goes on where the authorization server does not offer PKCE; this is logged and remembered for the server once the sign-in
   * begins.
   * Result: the plan for a person to read. It lasts ten minutes; an earlier attempt for the same account ends.
   * Errors: NOT_FOUND, INVALID_INPUT, SIGN_IN_FAILED, LINK_REFUSED, SERVER_UNREACHABLE, PROTOCOL_ERROR, MESSAGE_TOO_LARGE, TIMED_OUT, CONFLICT
   * (no port for the answer), SECRETS_LOCKED, SECRET_MISSING, POLICY.
   */
  'accounts.prepare': call<SignInPlan>()(
    z.object({
      target: SignInTarget,
      questionId: QuestionId.optional(),
      issuer: z.string().max(2000).optional(),
      withoutPkce: z.boolean().optional(),
    }),
  ),
  /**
   * The person agreed to the plan: opens the browser, or gives the checked address to the page that opens it itself; then Parley waits for the
   * browser's answer.
   * Result: 'opened', or the address. May be called again while it waits.
   * Errors: NOT_FOUND (the attempt is over), LINK_REFUSED, FILE_UNREADABLE.
   */
  'accounts.begin': call<'opened' | { inPage: string }>()(OneAttempt),
  /**
   * Takes the address that the browser landed on, where it cannot reach Parley by itself, and exchanges it for tokens.
   * Result: nothing, once the tokens are in the vault.
   * Errors: NOT_FOUND (over), INVALID_INPUT (another address: it goes on waiting), SIGN_IN_FAILED, LINK_REFUSED, SERVER_UNREACHABLE, TIMED_OUT,
   * CONFLICT (the server was edited), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'accounts.finish': call<void>()(OneAttempt.extend({ address: z.string().min(1).max(20_000) })),
  /**
   * Gives up a sign-in. One that is over stays as it ended.
   * Result: nothing.
   * Errors: none of its own.
   */
  'accounts.cancel': call<void>()(OneAttempt),
  /**
   * Signs an account, or the identity provider, out. Tokens are forgotten here in any case.
   * Result: `revoked` says whether the authorization server was told and agreed.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'accounts.signOut': call<{ revoked: boolean }>()(z.object({ target: SignInTarget })),
  /**
   * Adds an account, signed out, to a remote server. The label has 1 to 60 characters.
   * Result: its id.
   * Errors: NOT_FOUND (no such server, or a local one), CONFLICT (the label is taken).
   */
  'accounts.addAccount': call<{ accountId: AccountId }>()(z.object({ serverId: ServerId, label: Label })),
  /**
   * Gives an account another label, of 1 to 60 characters.
   * Result: nothing.
   * Errors: NOT_FOUND, CONFLICT (the label is taken).
   */
  'accounts.renameAccount': call<void>()(OneAccount.extend({ label: Label })),
  /**
   * Signs an account out and forgets it. The last account of a server stays, signed out.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'accounts.removeAccount': call<void>()(OneAccount),
  /**
   * Makes an account the one that a server is used with where a conversation chose none.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'accounts.setDefault': call<void>()(OneAccount),
  /**
   * Chooses the account that a conversation uses at a server from its next turn on; null for the default one.
   * Result: nothing.
   * Errors: NOT_FOUND (no such conversation, server or account).
   */
  'chat.chooseAccount': call<void>()(z.object({ conversationId: ConversationId, serverId: ServerId, accountId: AccountId.nullable() })),
  /**
   * Sets the organisation's identity provider; null takes it away. Another issuer or client signs out of the one before.
   * Secrets travel this way once, towards the vault, and never back: one left out stays, an empty one goes.
   * Result: nothing.
   * Errors: INVALID_INPUT (no such address), POLICY, SECRETS_LOCKED, FILE_UNREADABLE.
   */
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
  /**
   * Sets the address of the client metadata document by which authorization servers know Parley; null takes it away.
   * Result: nothing.
   * Errors: INVALID_INPUT (not `https:` with a path), POLICY, FILE_UNREADABLE.
   */
  'accounts.setClientMetadataUrl': call<void>()(z.object({ url: z.string().max(2000).nullable() })),
}

export const accountsTopics = {
  /**
   * The accounts of all remote servers, the sign-ins under way and the last 20 that ended, and the identity provider. Never a token. Times are
   * milliseconds since 1970.
   */
  accounts: topic<Accounts>(),
}
