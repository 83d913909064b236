import { UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../shared/domain/chat'
import type { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { log } from '../lib/log'
import type { ActiveCall } from './activeCall'
import { askForSignIn } from './askForSignIn'
import { askerOf } from './clientHandlers'
import type { Link } from './link'
import { AuthRefusal } from './linkAuth'
import type { ServerRequests } from './serverRequests'
import { AnswerLost } from './wireTransport'

/** More than a person can be asked in one go is a fault, or worse. */
const QUESTIONS_AT_ONCE = 50

/** A round that asks nothing and only hands its state back is repeated after this pause. */
const EMPTY_ROUND_MS = 250

export interface RoundDeps {
  readonly link: Link
  readonly call: ActiveCall
  readonly requests: ServerRequests
  readonly clock: Clock
  readonly roundsPerCall: number
  /** How long a server may take to say that a page was dealt with. */
  readonly pageMs: number
}

export interface RoundRequest {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  readonly params: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly onProgress?: (progress: CallProgress) => void
  /** The request is sent once more with answers: its result is for this one request alone. */
  readonly onAnswered?: () => void
  /** Whether it does no harm to send it twice. */
  readonly isRepeatable?: boolean
  /** A 2025 server answers with a task, whose id is needed to stop it. */
  readonly createsTask?: boolean
}

/**
 * Sends a request and answers what the server asks before it gives a result (2026-07-28, multi-round-trip requests): the same request
 * again, with the answers and the server's state exactly as it came. Every question knows its call.
 */
export async function callRounds(deps: RoundDeps, request: RoundRequest): Promise<Readonly<Record<string, unknown>>> {
  const { link, call } = deps
  let extra: Readonly<Record<string, unknown>> = {}
  for (let round = 1; round <= deps.roundsPerCall; round++) {
    // Reading changes nothing.
    const { params, onAnswered, createsTask: _createsTask, isRepeatable = request.method !== 'tools/call', ...rest } = request
    const outcome = await sendSafely(deps, { ...rest, params: { ...params, ...extra } }, isRepeatable)
    if (outcome === 'askAgain') continue
    if (outcome['resultType'] !== 'input_required') return outcome
    const { inputRequests, requestState } = outcome
    const inputResponses =
      isRecord(inputRequests) && Object.keys(inputRequests).length > 0 ? await answerAll(deps, inputRequests) : undefined
    if (!inputResponses) await deps.clock.sleep(EMPTY_ROUND_MS, call.signal)
    onAnswered?.()
    extra = { ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) }
  }
  throw new AppError('SERVER_ERROR', `${link.serverId} asked ${deps.roundsPerCall} times and gave no result`, {
    hint: 'Try again, or raise “roundsPerCall” under “limits” in settings.json.',
  })
}

/**
 * An answer that was lost with its stream is lost for ever in the 2026 era (Streamable HTTP: no resumption). What may safely run twice is sent
 * once more, as a new request; for anything else a person decides.
 */
async function sendSafely(deps: RoundDeps, request: RoundRequest, isRepeatable: boolean): ReturnType<typeof sendRound> {
  try {
    return await sendRound(deps, request)
  } catch (thrown) {
    const isLost = thrown instanceof AppError && thrown.cause instanceof AnswerLost
    if (!isLost || !isRepeatable || deps.link.era !== '2026' || deps.call.signal.aborted) throw thrown
    log('info', 'An answer was lost with its connection, and is asked for again', { server: deps.link.serverId, method: request.method })
    return sendRound(deps, request)
  }
}

async function sendRound(deps: RoundDeps, request: RoundRequest): Promise<Readonly<Record<string, unknown>> | 'askAgain'> {
  const { link, call } = deps
  for (;;) {
    try {
      return await link.request({ ...request, callId: call.id, mayAsk: true, mayBeTask: request.method === 'tools/call' }, call.signal)
    } catch (thrown) {
      if (thrown instanceof AuthRefusal && thrown.wantsPerson) {
        // It has not run, so it may be sent again.
        await askForSignIn(deps, thrown)
        continue
      }
      const cause = thrown instanceof AppError ? thrown.cause : undefined
      if (link.era === '2026' || !(cause instanceof UrlElicitationRequiredError)) throw thrown
      await visitPages(deps, cause.elicitations)
      return 'askAgain'
    }
  }
}

async function answerAll(deps: RoundDeps, inputRequests: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const flood = tooManyQuestions(deps.link.serverId, inputRequests)
  if (flood) throw flood
  // One refusal ends the round, and with it the questions that are still open.
  const round = new AbortController()
  const signal = AbortSignal.any([deps.call.signal, round.signal])
  const { serverId } = deps.link
  try {
    const answers = Object.entries(inputRequests).map(
      async ([key, request]) => [key, await answerOne({ ...deps, serverId }, request, signal)] as const,
    )
    return Object.fromEntries(await Promise.all(answers))
  } catch (thrown) {
    round.abort(new AppError('CANCELLED', 'Another question of the same call was refused'))
    throw thrown
  }
}

/** What is wrong with so many questions at once; undefined for a number that can be asked. */
export function tooManyQuestions(serverId: ServerId, inputRequests: Readonly<Record<string, unknown>>): AppError | undefined {
  const count = Object.keys(inputRequests).length
  if (count <= QUESTIONS_AT_ONCE) return undefined
  return new AppError('PROTOCOL_ERROR', `${serverId} asked ${count} things at once, and none of them was shown`, {
    hint: 'This is a fault of the server; tell its authors.',
  })
}

/** Asks a person what a server wants to know inside of a call. @throws {AppError} where the answer is no. */
export function answerOne(
  { serverId, call, requests }: { readonly serverId: ServerId; readonly call: ActiveCall; readonly requests: ServerRequests },
  request: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const asker = askerOf(serverId, [call])
  const method = isRecord(request) ? request['method'] : undefined
  const params = isRecord(request) ? (request['params'] ?? {}) : {}
  switch (method) {
    case 'elicitation/create':
      return call.whileAsking(() => requests.elicit(asker, params, signal))
    case 'sampling/createMessage':
      return call.whileAsking(() => requests.sample(asker, params, signal))
    case 'roots/list':
      return call.whileAsking(async () => ({ roots: await requests.listRoots(asker, true, signal) }))
    default:
      throw new AppError('PROTOCOL_ERROR', `${serverId} asked for something that Parley does not know`, {
        hint: 'This is a fault of the server; tell its authors.',
      })
  }
}

/** The 2025 era's way to ask for a page: an error that lists pages, and a notification when each was dealt with. */
async function visitPages({ link, call, requests, pageMs }: RoundDeps, listed: unknown): Promise<void> {
  const asker = askerOf(link.serverId, [call])
  for (const page of pagesIn(listed, link.serverId)) {
    const answer = await call.whileAsking(() => requests.elicit(asker, { ...page, mode: 'url' }, call.signal))
    if (!isRecord(answer) || answer['action'] !== 'accept')
      throw new AppError('DENIED', `The page that ${link.serverId} needs was not opened`)
    const inTime = AbortSignal.any([call.signal, AbortSignal.timeout(pageMs)])
    await call.whileAsking(() => link.visits.wait(page.elicitationId, inTime))
  }
}

/** Read by hand: the SDK hands on what the server wrote. */
function pagesIn(listed: unknown, serverId: ServerId): readonly { readonly elicitationId: string }[] {
  const pages: readonly unknown[] = Array.isArray(listed) ? listed : []
  const known = pages.flatMap((page) => {
    const elicitationId = isRecord(page) ? page['elicitationId'] : undefined
    return isRecord(page) && typeof elicitationId === 'string' ? [{ ...page, elicitationId }] : []
  })
  if (known.length === pages.length && pages.length > 0 && pages.length <= QUESTIONS_AT_ONCE) return known
  throw new AppError('PROTOCOL_ERROR', `${serverId} asked for pages to be visited, and named none that can be`, {
    hint: 'This is a fault of the server; tell its authors.',
  })
}
