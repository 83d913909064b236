import { isDeepStrictEqual } from 'node:util'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { cacheHints } from '../parsing/cacheHints'
import type { ProtocolSession } from '../session/protocolSession'
import type { Message } from '../../shared/i18n/message'

/** The items of a list as the server wrote them, with a notice when the list is incomplete. */
export interface Listed {
  readonly items: readonly unknown[]
  readonly notice?: Message
  /** The shortest time for which the server calls a page fresh. */
  readonly ttlMs: number
  /** Whether the server calls every page the same for everybody (2026-07-28, caching: `cacheScope`). */
  readonly isPublic: boolean
  /** About how large it came. */
  readonly bytes: number
}

export interface ListVerb {
  readonly method: 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list' | 'skills/list'
  readonly key: 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'skills'
  /** The name for a person. */
  readonly noun: 'tools' | 'prompts' | 'resources' | 'templates' | 'skills'
}

/**
 * Reads all pages of a list by their cursors, within limits of pages, items, bytes and time. Keeps what it has read when a limit is
 * reached, a cursor repeats or a page fails. A cursor is opaque, and an empty one is still a cursor (2026-07-28, pagination); but a server that
 * gives its first page again for an empty one meant the end. If a server
 * no longer knows its own cursor because the list changed, reads the list from the start, once.
 * @throws {AppError} when not even the first page came.
 */
export async function readAllPages(session: ProtocolSession, verb: ListVerb, limits: Limits, signal: AbortSignal): Promise<Listed> {
  const deadline = AbortSignal.timeout(limits.listMs)
  const walked = await walk(session, verb, limits, { signal, deadline })
  if (!walked.cursorRefused) return walked
  return walk(session, verb, limits, { signal, deadline })
}

interface Walked extends Listed {
  readonly cursorRefused?: true
}

async function walk(
  session: ProtocolSession,
  verb: ListVerb,
  limits: Limits,
  { signal, deadline }: { readonly signal: AbortSignal; readonly deadline: AbortSignal },
): Promise<Walked> {
  const items: unknown[] = []
  const seen = new Set<string>()
  const read = (): { readonly noun: ListVerb['noun']; readonly count: number } => ({ noun: verb.noun, count: items.length })
  let cursor: string | undefined
  let bytes = 0
  let ttlMs = Infinity
  let isPublic = true
  const listed = (): Listed => ({ items, ttlMs, isPublic, bytes })
  let firstPage: unknown
  for (let pages = 1; ; pages++) {
    let result: Readonly<Record<string, unknown>>
    try {
      result = await session.request(
        { method: verb.method, params: cursor === undefined ? {} : { cursor }, onBytes: (page) => (bytes += page) },
        AbortSignal.any([signal, deadline]),
      )
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const late = deadline.aborted
      if (pages === 1) throw late ? tooSlow(session, verb, limits) : thrown
      return {
        ...listed(),
        ttlMs: 0,
        ...(isCursorRefused(thrown) && { cursorRefused: true }),
        notice: late
          ? { id: 'errors.catalog.listSlow', params: read() }
          : { id: 'errors.catalog.pageFailed', params: { page: pages, ...read() } },
      }
    }
    const hints = cacheHints(result, session.era)
    ttlMs = Math.min(ttlMs, hints.ttlMs ?? 0)
    isPublic &&= hints.scope === 'public'
    const found = result[verb.key]
    if (!Array.isArray(found) && pages === 1) throw noList(session, verb)
    if (pages === 1) firstPage = found
    else if (pages === 2 && cursor === '' && isDeepStrictEqual(found, firstPage)) return listed()
    if (Array.isArray(found)) items.push(...found.slice(0, limits.listItems - items.length))
    const next = result['nextCursor']
    cursor = typeof next === 'string' ? next : undefined
    if (cursor === undefined) return listed()
    if (items.length >= limits.listItems || bytes >= limits.listBytes)
      return {
        ...listed(),
        notice:
          items.length < limits.listItems
            ? { id: 'errors.catalog.listCutBySize', params: { megabytes: megabytes(bytes), ...read() } }
            : { id: 'errors.catalog.listCut', params: read() },
      }
    if (pages >= limits.listPages) return { ...listed(), notice: { id: 'errors.catalog.listCutByPages', params: { pages, ...read() } } }
    if (seen.has(cursor)) return { ...listed(), notice: { id: 'errors.catalog.pagesRepeat', params: read() } }
    seen.add(cursor)
  }
}

/** Whether the server no longer knows its own cursor (2025-11-25, pagination: -32602). */
function isCursorRefused(thrown: unknown): boolean {
  const cause = thrown instanceof AppError ? thrown.cause : undefined
  return cause instanceof ProtocolError && cause.code === ProtocolErrorCode.InvalidParams
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1)
}

function tooSlow(session: ProtocolSession, verb: ListVerb, limits: Limits): AppError {
  return new AppError('TIMED_OUT', {
    reason: 'catalog.listTimedOut',
    params: { server: session.serverId, noun: verb.noun, seconds: Math.round(limits.listMs / 1000) },
  })
}

function noList(session: ProtocolSession, verb: ListVerb): AppError {
  return new AppError('PROTOCOL_ERROR', { reason: 'catalog.noList', params: { server: session.serverId, method: verb.method } })
}
