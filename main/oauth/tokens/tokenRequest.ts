import { assertSecureTokenEndpoint, InsecureTokenEndpointError, type DpopSession, type FetchLike } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { AppError, type AppErrorOptions, type ErrorFact } from '../../../shared/errors/appError'
import { isRecord, parseJson } from '../../../shared/lib/json'
import { authenticateClient, type ClientAuthentication } from '../clientAuthentication'
import { TokenSet } from './grant'
import { sanitizeServerText } from '../sanitizeServerText'
import type { ServerId } from '../../../shared/domain/ids'

/** One request to a token endpoint. */
export interface TokenRequest {
  readonly endpoint: string
  readonly issuer: string
  /** The grant and its parameters. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly client: ClientAuthentication
  readonly dpop?: DpopSession | undefined
  readonly fetchFn: FetchLike
  /** The step of the sign-in, for error messages. */
  readonly step: TokenStep
}

export type TokenStep =
  { readonly kind: 'codeExchange' | 'refresh' } | { readonly kind: 'machine' | 'idpExchange'; readonly server: ServerId }

/** The authorization server understood the request and refused it. `error` is its error code (RFC 6749, section 5.2). */
export class TokenRefusal extends AppError {
  readonly error: string

  constructor(error: string, fact: ErrorFact, options: AppErrorOptions) {
    super('SIGN_IN_FAILED', fact, options)
    this.error = error
  }
}

const Refusal = z.object({ error: z.string().min(1), error_description: z.string().optional().catch(undefined) })
/** Error codes that mean "later", not "no". */
const LATER = new Set(['server_error', 'temporarily_unavailable', 'slow_down', 'too_many_requests'])

/**
 * Sends a request to a token endpoint (RFC 6749, section 3.2). If there is a key, it adds a new proof of possession (RFC 9449, section 5).
 * @throws {TokenRefusal} for a refusal; {AppError} SERVER_UNREACHABLE and others if there is no answer or not a valid one
 */
export async function tokenRequest(question: TokenRequest, signal: AbortSignal): Promise<TokenSet> {
  const url = secureEndpoint(question)
  let response = await send(question, url, signal)
  let body = await readBody(response)
  // RFC 9449, section 8: repeat once with the nonce from the answer.
  if (question.dpop && !response.ok && refusalIn(body)?.error === 'use_dpop_nonce') {
    response = await send(question, url, signal)
    body = await readBody(response)
  }
  const tokens = TokenSet.safeParse(withoutNulls(body))
  if (response.ok && tokens.success) return tokens.data
  throw explain(question, url, response.status, body)
}

async function send({ params, client, issuer, dpop, fetchFn }: TokenRequest, url: URL, signal: AbortSignal): Promise<Response> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) body.set(name, value)
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' })
  await authenticateClient(client, { headers, params: body, url, issuer })
  if (dpop) headers.set('dpop', await dpop.buildProof({ htm: 'POST', htu: url }))
  const response = await fetchFn(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  dpop?.observeNonce(response, url)
  return response
}

function secureEndpoint({ endpoint, step }: TokenRequest): URL {
  try {
    return assertSecureTokenEndpoint(endpoint)
  } catch (thrown) {
    if (!(thrown instanceof InsecureTokenEndpointError)) throw thrown
    throw new AppError(
      'LINK_REFUSED',
      { reason: 'oauth.insecureTokenEndpoint', params: stepParams(step) },
      { said: endpoint.slice(0, 200), cause: thrown },
    )
  }
}

async function readBody(response: Response): Promise<unknown> {
  // For an answer that is not JSON, the status decides.
  return parseJson(await response.text())
}

/** Some servers send null for members they should omit. */
function withoutNulls(body: unknown): unknown {
  return isRecord(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body
}

function refusalIn(body: unknown): z.infer<typeof Refusal> | undefined {
  const parsed = Refusal.safeParse(body)
  return parsed.success ? parsed.data : undefined
}

function explain({ step }: TokenRequest, url: URL, status: number, body: unknown): AppError {
  const refusal = refusalIn(body)
  const said = sanitizeServerText(refusal?.error, refusal?.error_description)
  if (refusal && isRefusal(status, refusal) && !LATER.has(refusal.error)) {
    return new TokenRefusal(
      refusal.error,
      { reason: 'oauth.tokenRefused', params: { host: url.host, ...stepParams(step) } },
      { ...(said !== undefined && { said }) },
    )
  }
  const params = { host: url.host, ...stepParams(step) }
  return new AppError(
    'SERVER_UNREACHABLE',
    status < 300
      ? { reason: 'oauth.tokenAnswerUnclear', params }
      : { reason: 'oauth.tokenAnswerStatus', params: { ...params, status: String(status) } },
    { ...(said !== undefined && { said }) },
  )
}

/**
 * Whether an answer is a refusal by the authorization server (RFC 6749, section 5.2). Some send it with 200, and Auth0 sends `invalid_grant`
 * with 403. Any other 403 comes from something in between.
 */
function isRefusal(status: number, { error }: z.infer<typeof Refusal>): boolean {
  return status < 300 || status === 400 || status === 401 || (status === 403 && error === 'invalid_grant')
}

function stepParams(step: TokenStep): { readonly step: TokenStep['kind']; readonly server: string } {
  return { step: step.kind, server: 'server' in step ? step.server : '' }
}
