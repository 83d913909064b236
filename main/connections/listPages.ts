import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import type { Link } from './link'

/** What a list brought, as the server wrote it, and a sentence when it is not all. */
export interface Listed {
  readonly items: readonly unknown[]
  readonly notice?: string
}

export interface ListVerb {
  readonly method: 'tools/list' | 'prompts/list' | 'resources/list'
  readonly key: 'tools' | 'prompts' | 'resources'
}

/**
 * Walks the pages of a list by their cursors, within budgets of pages, items and time. What came before a budget ran out, a cursor came
 * again or a page failed is kept. A cursor is never looked into, and an empty one is a cursor (2026-07-28, pagination).
 * @throws {AppError} when not even the first page came.
 */
export async function listPages(link: Link, verb: ListVerb, limits: Limits, signal: AbortSignal): Promise<Listed> {
  const items: unknown[] = []
  const seen = new Set<string>()
  const deadline = AbortSignal.timeout(limits.listMs)
  const what = (count: number): string => `${count.toLocaleString('en')} ${verb.key}`
  let cursor: string | undefined
  for (let pages = 1; ; pages++) {
    let result: Readonly<Record<string, unknown>>
    try {
      result = await link.request(
        { method: verb.method, params: cursor === undefined ? {} : { cursor } },
        AbortSignal.any([signal, deadline]),
      )
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const late = deadline.aborted
      if (pages === 1) throw late ? tooSlow(link, verb, limits) : thrown
      return {
        items,
        notice: late
          ? `The list took too long and ends after ${what(items.length)}`
          : `Page ${pages} of the list failed; it ends after ${what(items.length)}`,
      }
    }
    const found = result[verb.key]
    if (!Array.isArray(found) && pages === 1) throw noList(link, verb)
    if (Array.isArray(found)) items.push(...found.slice(0, limits.listItems - items.length))
    const next = result['nextCursor']
    cursor = typeof next === 'string' ? next : undefined
    if (cursor === undefined) return { items }
    if (items.length >= limits.listItems) return { items, notice: `The list was cut after ${what(items.length)}` }
    if (pages >= limits.listPages) return { items, notice: `The list was cut after ${pages} pages with ${what(items.length)}` }
    if (seen.has(cursor)) return { items, notice: `The server repeats its pages; the list ends after ${what(items.length)}` }
    seen.add(cursor)
  }
}

function tooSlow(link: Link, verb: ListVerb, limits: Limits): AppError {
  return new AppError('TIMED_OUT', `${link.serverId} did not list its ${verb.key} within ${Math.round(limits.listMs / 1000)} seconds`, {
    hint: 'Restart the server, or raise “listMs” under “limits” in settings.json.',
  })
}

function noList(link: Link, verb: ListVerb): AppError {
  return new AppError('PROTOCOL_ERROR', `${link.serverId} answered “${verb.method}” without a list`, {
    hint: 'This is a fault of the server; tell its authors.',
  })
}
