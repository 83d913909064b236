import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client'
import { AppError, type Remedy } from '../../../shared/errors/appError'
import { isRecord } from '../../../shared/lib/json'
import { sanitizeServerText } from '../sanitizeServerText'

/** The steps of a sign-in, as its errors name them. */
export type SignInStep = 'finding' | 'registering' | 'asking' | 'answer' | 'tokens'

const whatFailed: Record<SignInStep, (place: string) => string> = {
  finding: (place) => `Parley could not find out where to sign in for ${place}`,
  registering: (place) => `${place} did not accept Parley as a program that may sign in there`,
  asking: (place) => `The sign-in at ${place} could not be prepared`,
  answer: (place) => `The sign-in at ${place} did not end well`,
  tokens: (place) => `${place} did not hand out the tokens after the sign-in`,
}

const whatToDo: Record<SignInStep, string> = {
  finding: 'Check the address of the server, and try again.',
  registering: 'Edit the server and enter a client ID that its operator gave you.',
  asking: 'Edit the server and look at its sign-in.',
  answer: 'Sign in again.',
  tokens: 'Sign in again.',
}

/** The one translation of what a step of a sign-in throws. What a server said comes along as short plain text, and no secret with it. */
export function signInFailed(step: SignInStep, place: string, thrown: unknown): AppError {
  // Where the network or a rule of Parley stopped it, that is the news.
  if (thrown instanceof AppError) return thrown
  if (isAbort(thrown)) return AppError.from(thrown)
  if (thrown instanceof IssuerMismatchError) return wrongIssuer(thrown)
  const said = saidBy(thrown)
  return new AppError('SIGN_IN_FAILED', whatFailed[step](place), { hint: whatToDo[step], cause: thrown, ...(said && { said }) })
}

/** A step failed for a reason that Parley itself found. */
export function signInRefused(message: string, hint: string, more: { readonly said?: string; readonly remedy?: Remedy } = {}): AppError {
  const said = sanitizeServerText(more.said)
  return new AppError('SIGN_IN_FAILED', message, {
    hint,
    ...(said !== undefined && { said }),
    ...(more.remedy !== undefined && { remedy: more.remedy }),
  })
}

/** What is told of it is only which check failed: the value that came is an attacker's to choose (RFC 9207, section 2.4). */
function wrongIssuer(thrown: IssuerMismatchError): AppError {
  if (thrown.kind === 'metadata') {
    return signInRefused(
      `What ${thrown.expected ?? 'the authorization server'} says about itself belongs to another authorization server`,
      'Parley does not sign in there. Tell whoever runs the server.',
    )
  }
  return signInRefused('The answer did not come from where Parley sent you to sign in', 'Nothing of it was used. Sign in again.')
}

function saidBy(thrown: unknown): string | undefined {
  if (thrown instanceof RegistrationRejectedError) return sanitizeServerText(...describedIn(thrown.body)) ?? `HTTP ${thrown.status}`
  if (thrown instanceof OAuthError) return sanitizeServerText(thrown.code, thrown.message)
  return thrown instanceof Error ? sanitizeServerText(thrown.message) : undefined
}

/** Errors of registration are JSON (RFC 7591, section 3.2.2); whatever else comes is not for here. */
function describedIn(body: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(body)
    const parts = isRecord(value) ? [value['error'], value['error_description']] : []
    return parts.filter((part) => typeof part === 'string')
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return []
    throw thrown
  }
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.name === 'TimeoutError')
}
