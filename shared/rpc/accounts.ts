import * as z from 'zod'
import { SignInTarget, type Accounts, type SignInPlan } from '../domain/account'
import { AccountId, AttemptId, QuestionId, ServerId } from '../domain/ids'
import { call, topic } from './contractKinds'

const OneAccount = z.object({ serverId: ServerId, accountId: AccountId })
const OneAttempt = z.object({ attempt: AttemptId })
const Label = z.string().trim().min(1).max(60)

export const accountsCalls = {
  /**
   * Finds out where and how to sign in, and makes the address. Opens nothing. `questionId` adds the rights that this question asks for.
   * `issuer` chooses another authorization server. `withoutPkce` continues if the authorization server does not offer PKCE. Parley logs
   * this, and remembers it for the server when the sign-in begins.
   * Result: the plan for a person to read. It lasts ten minutes. An earlier attempt for the same account ends.
   * Errors: NOT_FOUND, INVALID_INPUT, SIGN_IN_FAILED, LINK_REFUSED, SERVER_UNREACHABLE, PROTOCOL_ERROR, MESSAGE_TOO_LARGE, TIMED_OUT,
   * CONFLICT (no port for the answer), SECRETS_LOCKED, SECRET_MISSING, POLICY.
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
   * Carries out the plan that the person agreed to. Opens the browser, or gives the checked address to a page that opens it itself. Then
   * Parley waits for the browser's answer.
   * Result: 'opened', or the address. The call may be repeated while Parley waits.
   * Errors: NOT_FOUND (the attempt is over), LINK_REFUSED, FILE_UNREADABLE.
   */
  'accounts.begin': call<'opened' | { inPage: string }>()(OneAttempt),
  /**
   * Takes the address where the browser ended, for a browser that cannot reach Parley by itself, and exchanges it for tokens.
   * Result: nothing, as soon as the tokens are in the vault.
   * Errors: NOT_FOUND (the attempt is over), INVALID_INPUT (not the expected address; the attempt continues), SIGN_IN_FAILED, LINK_REFUSED,
   * SERVER_UNREACHABLE, TIMED_OUT, CONFLICT (the server was edited), SECRETS_LOCKED, FILE_UNREADABLE.
   */
  'accounts.finish': call<void>()(OneAttempt.extend({ address: z.string().min(1).max(20_000) })),
  /**
   * Cancels a sign-in. A sign-in that is over does not change.
   * Result: nothing.
   * Errors: none of its own.
   */
  'accounts.cancel': call<void>()(OneAttempt),
  /**
   * Signs out an account or the identity provider. Parley deletes its tokens in any case.
   * Result: `revoked` is true if the authorization server was told and agreed.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'accounts.signOut': call<{ revoked: boolean }>()(z.object({ target: SignInTarget })),
  /**
   * Adds a signed-out account to a remote server. The label has 1 to 60 characters.
   * Result: the account's id.
   * Errors: NOT_FOUND (no such server, or a local one), CONFLICT (the label is taken).
   */
  'accounts.addAccount': call<{ accountId: AccountId }>()(z.object({ serverId: ServerId, label: Label })),
  /**
   * Changes the label of an account, to 1 to 60 characters.
   * Result: nothing.
   * Errors: NOT_FOUND, CONFLICT (the label is taken).
   */
  'accounts.renameAccount': call<void>()(OneAccount.extend({ label: Label })),
  /**
   * Signs an account out and removes it. The last account of a server is signed out, but not removed.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'accounts.removeAccount': call<void>()(OneAccount),
  /**
   * Makes an account the server's default, for conversations that chose no account.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'accounts.setDefault': call<void>()(OneAccount),
  /**
   * Sets the organisation's identity provider. Null removes it. A change of issuer or client signs out of the earlier one. The call carries
   * secrets to the vault. No call returns them. A missing secret does not change, and an empty one is removed.
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
   * Sets the address of the client metadata document, which identifies Parley to authorization servers. Null removes it.
   * Result: nothing.
   * Errors: INVALID_INPUT (not `https:` with a path), POLICY, FILE_UNREADABLE.
   */
  'accounts.setClientMetadataUrl': call<void>()(z.object({ url: z.string().max(2000).nullable() })),
}

export const accountsTopics = {
  /**
   * The accounts of all remote servers, the current sign-ins, the last 20 that ended, and the identity provider. Contains no tokens. Times
   * are milliseconds since 1970.
   */
  accounts: topic<Accounts>(),
}
