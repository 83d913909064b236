import { ProtocolError, ProtocolErrorCode, UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import type { CallProgress } from '../../shared/domain/chat'
import type { ServerId } from '../../shared/domain/ids'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { jsonBytes } from '../lib/jsonSize'
import { log } from '../lib/log'
import type { ActiveCall } from './activeCall'
import { requestSignIn } from './requestSignIn'
import { askerOf } from './askerOf'
import type { ProtocolSession } from '../session/protocolSession'
import { AuthRefusal } from '../transport/sessionAuth'
import type { ServerRequests } from '../session/serverRequests'
import { waitForUrlElicitation } from './waitForUrlElicitation'
import { stopReason } from '../lib/stopReason'
import type { SuspendedRound } from './suspendedCallStore'
import { isConnectFailure } from './isConnectFailure'
import { AnswerLost } from '../transport/trackingTransport'

/** More than a person can be asked in one go is a fault, or worse. */
const QUESTIONS_AT_ONCE = 50

/** A round that asks nothing and only hands its state back is repeated after this pause. */
const EMPTY_ROUND_MS = 250

/** Longer than this, a timer of Node fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Raw = Readonly<Record<string, unknown>>

export interface RoundDeps {
  readonly serverId: ServerId
  readonly call: ActiveCall
  readonly requests: ServerRequests
  readonly clock: Clock
  readonly limits: Pick<Limits, 'roundsPerCall' | 'requestStateBytes' | 'openQuestionBytesPerServer'>
  /** How long a server may take to say that a page was dealt with. */
  readonly pageMs: number
  /** Runs a round on a link: the first on that of the call, a later one perhaps on another, where the server was started again meanwhile. */
  readonly over: <T>(round: number, run: (session: ProtocolSession) => Promise<T>) => Promise<T>
  /** Keeps a round on disk while it waits, where the call can go on after a restart. */
  readonly keeper?: RoundKeeper | undefined
}

export interface RoundKeeper {
  /** The round is about to be shown. */
  keep(round: SuspendedRound): void
  /** Its answers are about to be sent: their server is there. */
  release(): void
}

export interface RoundRequest {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  readonly params: Raw
  readonly headers?: (session: ProtocolSession) => Readonly<Record<string, string>>
  readonly onProgress?: (progress: CallProgress) => void
  /** The request is sent once more with answers: its result is for this one request alone. */
  readonly onAnswered?: () => void
  /** Whether it does no harm to send it twice. */
  readonly isRepeatable?: boolean
  /** A 2025 server answers with a task, whose id is needed to stop it. */
  readonly createsTask?: boolean
}

/** What a request came to, and the link that it came over. */
export interface RoundEnd {
  readonly raw: Raw
  readonly session: ProtocolSession
}

/** What is sent in one round: the request, and with it what was answered in the round before. */
interface Wire extends Omit<RoundRequest, 'onAnswered' | 'createsTask' | 'isRepeatable'> {
  /** What the answers are to. */
  readonly asked: SuspendedRound | undefined
}

/**
 * Sends a request and answers what the server asks before it gives a result (2026-07-28, multi-round-trip requests): the same request
 * again, with the answers and the server's state exactly as it came. Every question knows its call.
 * @param waiting The round in which an earlier run of Parley left the request: it begins there, with the questions.
 */
export async function callRounds(deps: RoundDeps, request: RoundRequest, waiting?: SuspendedRound): Promise<RoundEnd> {
  // Reading changes nothing.
  const { params, onAnswered, createsTask: _createsTask, isRepeatable = request.method !== 'tools/call', ...rest } = request
  let asked = waiting
  let extra = waiting ? await answersTo(deps, waiting) : {}
  for (let round = (waiting?.round ?? 0) + 1; round <= deps.limits.roundsPerCall; round++) {
    const wire = { ...rest, params: { ...params, ...extra }, asked }
    const end = await deps.over(round, async (session) => ({ raw: await sendSafely(deps, session, wire, isRepeatable), session }))
    const { raw, session } = end
    if (raw === 'askAgain') continue
    if (raw['resultType'] !== 'input_required' || session.era !== '2026') return { raw, session }
    // Nobody answers what would not be sent any more.
    if (round === deps.limits.roundsPerCall) break
    asked = waitingRound(deps, round, raw)
    extra = await answersTo(deps, asked)
    onAnswered?.()
  }
  throw new AppError('SERVER_ERROR', `${deps.serverId} asked ${deps.limits.roundsPerCall} times and gave no result`, {
    hint: 'Try again, or raise “roundsPerCall” under “limits” in settings.json.',
  })
}

/** Reads what a server asks instead of a result. @throws {AppError} where it is more than anybody has to bear. */
function waitingRound({ serverId, limits }: RoundDeps, round: number, { inputRequests, requestState }: Raw): SuspendedRound {
  if (typeof requestState === 'string' && Buffer.byteLength(requestState) > limits.requestStateBytes) {
    throw new AppError('PROTOCOL_ERROR', `${serverId} wants ${Buffer.byteLength(requestState)} bytes handed back to it`, {
      hint: `${limits.requestStateBytes} is the most, so its question was not shown. This is a fault of the server; tell its authors.`,
    })
  }
  const asked = isRecord(inputRequests) ? inputRequests : {}
  const flood = tooManyQuestions(serverId, asked)
  if (flood) throw flood
  const bytes = jsonBytes(asked)
  if (bytes > limits.openQuestionBytesPerServer) {
    throw new AppError('PROTOCOL_ERROR', `${serverId} asked ${bytes} bytes of questions at once, and none of them was shown`, {
      hint: `${limits.openQuestionBytesPerServer} is the most. This is a fault of the server; tell its authors.`,
    })
  }
  return { round, inputRequests: asked, ...(typeof requestState === 'string' && { requestState }) }
}

/** What the next round carries beside the request itself. */
async function answersTo(deps: RoundDeps, waiting: SuspendedRound): Promise<Raw> {
  const { inputRequests, requestState } = waiting
  const state = requestState === undefined ? {} : { requestState }
  if (Object.keys(inputRequests).length === 0) {
    await deps.clock.sleep(EMPTY_ROUND_MS, deps.call.signal)
    return state
  }
  deps.keeper?.keep(waiting)
  return { inputResponses: await answerAll(deps, waiting), ...state }
}

/**
 * An answer that was lost with its stream is lost for ever in the 2026 era (Streamable HTTP: no resumption). What may safely run twice is sent
 * once more, as a new request; for anything else a person decides.
 */
async function sendSafely(deps: RoundDeps, session: ProtocolSession, wire: Wire, isRepeatable: boolean): ReturnType<typeof sendRound> {
  try {
    return await sendRound(deps, session, wire)
  } catch (thrown) {
    const isLost = thrown instanceof AppError && thrown.cause instanceof AnswerLost
    if (!isLost || !isRepeatable || session.era !== '2026' || deps.call.signal.aborted) throw thrown
    log('info', 'An answer was lost with its connection, and is asked for again', { server: deps.serverId, method: wire.method })
    return sendRound(deps, session, wire)
  }
}

async function sendRound(deps: RoundDeps, session: ProtocolSession, wire: Wire): Promise<Raw | 'askAgain'> {
  const { call, requests } = deps
  const { method, params, headers, onProgress, asked } = wire
  for (;;) {
    // At the last moment: whoever waits for the server, or for a sign-in, is kept.
    deps.keeper?.release()
    try {
      return await session.request(
        {
          method,
          params,
          ...(headers && { headers: headers(session) }),
          ...(onProgress && { onProgress }),
          callId: call.id,
          mayAsk: true,
          mayBeTask: method === 'tools/call',
        },
        call.signal,
      )
    } catch (thrown) {
      const wantsSignIn = thrown instanceof AuthRefusal && thrown.wantsPerson
      if (asked && (wantsSignIn || isConnectFailure(thrown))) deps.keeper?.keep(asked)
      if (wantsSignIn) {
        // It has not run, so it may be sent again.
        await requestSignIn({ session, call, requests }, thrown)
        continue
      }
      const cause = thrown instanceof AppError ? thrown.cause : undefined
      if (session.era === '2026' && isUnknownState(wire, cause)) throw forgotten(deps.serverId, AppError.from(thrown))
      if (session.era === '2026' || !(cause instanceof UrlElicitationRequiredError)) throw thrown
      await visitPages(deps, session, cause.elicitations)
      return 'askAgain'
    }
  }
}

/** A server refuses parameters that it took before: what is new in them is its own state, which has run out or which it cannot read any more. */
function isUnknownState({ params }: Wire, cause: unknown): boolean {
  return params?.['requestState'] !== undefined && cause instanceof ProtocolError && cause.code === ProtocolErrorCode.InvalidParams
}

function forgotten(serverId: ServerId, refusal: AppError): AppError {
  return new AppError('INTERRUPTED', `${serverId} no longer knows this request`, {
    hint: 'It may have waited too long for your answer. Run it again to be asked anew.',
    ...(refusal.said !== undefined && { said: refusal.said }),
    cause: refusal,
  })
}

async function answerAll(deps: RoundDeps, { inputRequests, round }: SuspendedRound): Promise<Raw> {
  // One refusal ends the round, and with it the questions that are still open.
  const refused = new AbortController()
  const ended = deps.call.questionsEnd()
  const signal = AbortSignal.any([ended, refused.signal])
  try {
    const answers = Object.entries(inputRequests).map(
      async ([key, request]) => [key, await answerOne(deps, request, signal, round)] as const,
    )
    const responses = Object.fromEntries(await Promise.all(answers))
    // A form that was withdrawn counts as cancelled, which would be sent.
    if (ended.aborted) throw stopReason(ended)
    return responses
  } catch (thrown) {
    refused.abort(new AppError('CANCELLED', 'Another question of the same call was refused'))
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
  round = 1,
): Promise<unknown> {
  const asker = askerOf(serverId, [call], round)
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
async function visitPages({ call, requests, pageMs }: RoundDeps, session: ProtocolSession, listed: unknown): Promise<void> {
  const asker = askerOf(session.serverId, [call])
  const ended = call.questionsEnd()
  for (const page of pagesIn(listed, session.serverId)) {
    const answer = await call.whileAsking(() => requests.elicit(asker, { ...page, mode: 'url' }, ended))
    if (ended.aborted) throw stopReason(ended)
    if (!isRecord(answer) || answer['action'] !== 'accept')
      throw new AppError('DENIED', `The page that ${session.serverId} needs was not opened`)
    const inTime = AbortSignal.any([ended, AbortSignal.timeout(Math.min(pageMs, LONGEST_TIMER_MS))])
    await call.whileAsking(() => waitForUrlElicitation({ session, requests }, asker, page, inTime))
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
