import { UrlElicitationRequiredError, type Progress } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import type { ActiveCall } from './activeCall'
import { askerOf } from './clientHandlers'
import type { Link } from './link'
import type { ServerRequests } from './serverRequests'

/** A round that asks nothing and only hands its state back is repeated after this pause. */
const EMPTY_ROUND_MS = 250

export interface RoundDeps {
  readonly link: Link
  readonly call: ActiveCall
  readonly requests: ServerRequests
  readonly clock: Clock
  readonly roundsPerCall: number
}

export interface RoundRequest {
  readonly method: 'tools/call' | 'prompts/get'
  readonly params: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Sends a request and answers what the server asks before it gives a result (2026-07-28, multi-round-trip requests): the same request
 * again, with the answers and the server's state exactly as it came. Every question knows its call.
 */
export async function callRounds(deps: RoundDeps, request: RoundRequest): Promise<Readonly<Record<string, unknown>>> {
  const { link, call } = deps
  let extra: Readonly<Record<string, unknown>> = {}
  for (let round = 1; round <= deps.roundsPerCall; round++) {
    const { params, ...rest } = request
    const outcome = await sendRound(deps, { ...rest, params: { ...params, ...extra } })
    if (outcome === 'askAgain') continue
    if (outcome['resultType'] !== 'input_required') return outcome
    const { inputRequests, requestState } = outcome
    const inputResponses =
      isRecord(inputRequests) && Object.keys(inputRequests).length > 0 ? await answerAll(deps, inputRequests) : undefined
    if (!inputResponses) await deps.clock.sleep(EMPTY_ROUND_MS, call.signal)
    extra = { ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) }
  }
  throw new AppError('SERVER_ERROR', `${link.serverId} asked ${deps.roundsPerCall} times and gave no result`, {
    hint: 'Try again, or raise “roundsPerCall” under “limits” in settings.json.',
  })
}

async function sendRound(deps: RoundDeps, request: RoundRequest): Promise<Readonly<Record<string, unknown>> | 'askAgain'> {
  const { link, call } = deps
  try {
    return await link.request({ ...request, callId: call.id, mayAsk: true }, call.signal)
  } catch (thrown) {
    const cause = thrown instanceof AppError ? thrown.cause : undefined
    if (link.era === '2026' || !(cause instanceof UrlElicitationRequiredError)) throw thrown
    await visitPages(deps, cause.elicitations)
    return 'askAgain'
  }
}

async function answerAll(deps: RoundDeps, inputRequests: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  // One refusal ends the round, and with it the questions that are still open.
  const round = new AbortController()
  const signal = AbortSignal.any([deps.call.signal, round.signal])
  try {
    const answers = Object.entries(inputRequests).map(async ([key, request]) => [key, await answerOne(deps, request, signal)] as const)
    return Object.fromEntries(await Promise.all(answers))
  } catch (thrown) {
    round.abort(new AppError('CANCELLED', 'Another question of the same call was refused'))
    throw thrown
  }
}

function answerOne({ link, call, requests }: RoundDeps, request: unknown, signal: AbortSignal): Promise<unknown> {
  const asker = askerOf(link.serverId, [call])
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
      throw new AppError('PROTOCOL_ERROR', `${link.serverId} asked for something that Parley does not know`, {
        hint: 'This is a fault of the server; tell its authors.',
      })
  }
}

/** The 2025 era's way to ask for a page: an error that lists pages, and a notification when each was dealt with. */
async function visitPages({ link, call, requests }: RoundDeps, pages: readonly { readonly elicitationId: string }[]): Promise<void> {
  const asker = askerOf(link.serverId, [call])
  for (const page of pages) {
    const answer = await call.whileAsking(() => requests.elicit(asker, { ...page, mode: 'url' }, call.signal))
    if (!isRecord(answer) || answer['action'] !== 'accept')
      throw new AppError('DENIED', `The page that ${link.serverId} needs was not opened`)
    await call.whileAsking(() => link.visits.wait(page.elicitationId, call.signal))
  }
}
