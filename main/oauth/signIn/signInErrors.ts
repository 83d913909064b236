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

/** Translates every error of a sign-in step. A server's message is included as short plain text, without secrets. */
export function signInFailed(step: SignInStep, place: string, thrown: unknown): AppError {
  // An error of the network or of one of Parley's own rules is reported as it is.
  if (thrown instanceof AppError) return thrown
  if (isAbort(thrown)) return AppError.from(thrown)
  if (thrown instanceof IssuerMismatchError) return wrongIssuer(thrown)
  const said = saidBy(thrown)
  return new AppError('SIGN_IN_FAILED', { reason: failures[step], params: { place } }, { cause: thrown, ...(said && { said }) })
}

/** The error for a step that Parley itself found to be wrong. */
export function signInRefused(
  fact: ErrorFact | string,
  more: { readonly said?: string; readonly remedy?: Remedy; readonly cause?: unknown } = {},
): AppError {
  const said = sanitizeServerText(more.said)
  return new AppError('SIGN_IN_FAILED', fact, {
    ...(said !== undefined && { said }),
    ...(more.remedy !== undefined && { remedy: more.remedy }),
    ...(more.cause !== undefined && { cause: more.cause }),
  })
}

/** Reports only which check failed, because an attacker can choose the value (RFC 9207, section 2.4). */
function wrongIssuer(thrown: IssuerMismatchError): AppError {
  if (thrown.kind !== 'metadata') return signInRefused({ reason: 'oauth.otherAnswerer' })
  const issuer = thrown.expected
  return signInRefused(
    issuer === undefined ? { reason: 'oauth.otherMetadataUnnamed' } : { reason: 'oauth.otherMetadata', params: { issuer } },
  )
}

/** Only what the other side wrote. An error of the library speaks for the library, and stays in `cause`. */
function saidBy(thrown: unknown): string | undefined {
  if (thrown instanceof RegistrationRejectedError) return sanitizeServerText(...describedIn(thrown.body)) ?? `HTTP ${thrown.status}`
  if (thrown instanceof OAuthError) return sanitizeServerText(thrown.code, thrown.message)
  return undefined
}

/** The error fields of a failed registration, which are JSON (RFC 7591, section 3.2.2). Anything else is ignored. */
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

/**
 * Whether a registration was refused because of the redirect address. This is the only error text of authorization servers that Parley
 * interprets.
 */
export function isAboutRedirect({ body }: RegistrationRejectedError): boolean {
  return /redirect/i.test(body.slice(0, 10_000))
}
