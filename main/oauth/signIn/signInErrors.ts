import { IssuerMismatchError, OAuthError, RegistrationRejectedError } from '@modelcontextprotocol/client'
import { AppError, type ErrorFact, type ErrorReason, type Remedy } from '../../../shared/errors/appError'
import { isRecord } from '../../../shared/lib/json'
import { sanitizeServerText } from '../sanitizeServerText'

/** The steps of a sign-in, as its errors name them. */
export type SignInStep = 'finding' | 'registering' | 'asking' | 'answer'

const failures = {
  finding: 'oauth.step.finding',
  registering: 'oauth.step.registering',
  asking: 'oauth.step.asking',
  answer: 'oauth.step.answer',
} as const satisfies Record<SignInStep, ErrorReason>

/** The one translation of what a step of a sign-in throws. What a server said comes along as short plain text, and no secret with it. */
export function signInFailed(step: SignInStep, place: string, thrown: unknown): AppError {
  // Where the network or a rule of Parley stopped it, that is the news.
  if (thrown instanceof AppError) return thrown
  if (isAbort(thrown)) return AppError.from(thrown)
  if (thrown instanceof IssuerMismatchError) return wrongIssuer(thrown)
  const said = saidBy(thrown)
  return new AppError('SIGN_IN_FAILED', { reason: failures[step], params: { place } }, { cause: thrown, ...(said && { said }) })
}

/** A step failed for a reason that Parley itself found. */
export function signInRefused(fact: ErrorFact | string, more: { readonly said?: string; readonly remedy?: Remedy } = {}): AppError {
  const said = sanitizeServerText(more.said)
  return new AppError('SIGN_IN_FAILED', fact, {
    ...(said !== undefined && { said }),
    ...(more.remedy !== undefined && { remedy: more.remedy }),
  })
}

/** What is told of it is only which check failed: the value that came is an attacker's to choose (RFC 9207, section 2.4). */
function wrongIssuer(thrown: IssuerMismatchError): AppError {
  if (thrown.kind !== 'metadata') return signInRefused({ reason: 'oauth.otherAnswerer' })
  const issuer = thrown.expected
  return signInRefused(
    issuer === undefined ? { reason: 'oauth.otherMetadataUnnamed' } : { reason: 'oauth.otherMetadata', params: { issuer } },
  )
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

/** Whether a registration was refused because of the address to come back to: the only text of authorization servers that is read. */
export function isAboutRedirect({ body }: RegistrationRejectedError): boolean {
  return /redirect/i.test(body.slice(0, 10_000))
}
