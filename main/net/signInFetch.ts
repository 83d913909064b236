import type { FetchLike } from '@modelcontextprotocol/client'
import type { Dispatcher, RequestInit as UndiciInit } from 'undici'
import { AppError } from '../../shared/errors/appError'
import { untilAborted } from '../lib/untilAborted'
import { classifyAddress } from './classifyAddress'
import type { ProxyFor } from './envProxy'
import { explainFetchError } from './explainFetchError'
import { loadUndici } from './loadUndici'
import { checkBehindProxy, checkReach, checkFetchTarget, type FetchRules } from './checkFetchTarget'
import { openProxy } from './openProxy'
import { pinnedLookup, type ResolveHost } from './pinnedLookup'
import { readResponse } from './readResponse'
import { systemProxy, trustSystem } from './systemNetwork'
import { undiciInit } from './undiciInit'

export interface SignInFetchOptions {
  /** Ends every request; for callers that cannot pass a signal with each request. */
  readonly signal?: AbortSignal
  /** Looks up host names; tests pass their own. */
  readonly resolve?: ResolveHost
  readonly proxyFor?: ProxyFor
  readonly limits?: { readonly bytes: number; readonly ms: number }
}

const LIMITS = { bytes: 256 * 1_024, ms: 10_000 }
const HOPS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * The only fetch that sign-ins use: metadata, registration, tokens, revocation. It connects only where the rules allow and to exactly the
 * addresses that were checked. A redirect never receives a body. Responses are complete text of at most 256 KB within ten seconds.
 * @throws {AppError} LINK_REFUSED, SERVER_UNREACHABLE, MESSAGE_TOO_LARGE, TIMED_OUT or PROTOCOL_ERROR, with nothing of the response
 */
export function signInFetch(rules: FetchRules, options: SignInFetchOptions = {}): FetchLike {
  const limits = options.limits ?? LIMITS
  return async (address, init = {}) => {
    const first = parsed(address)
    const given = [init.signal, options.signal].filter((signal) => signal !== null && signal !== undefined)
    const signal = AbortSignal.any([...given, AbortSignal.timeout(limits.ms)])
    let target = first
    let headers = [...new Headers(init.headers)]
    try {
      for (let hop = 0; hop <= HOPS; hop++) {
        const request = undiciInit({ ...init, headers, signal, redirect: 'manual' })
        const step = await ask(target, request, { rules, options, signal, bytes: limits.bytes })
        if (!('goOn' in step)) return step
        target = step.goOn
        // An origin that the caller did not name receives only the `accept` header.
        if (target.origin !== first.origin) headers = headers.filter(([name]) => name === 'accept')
      }
    } catch (thrown) {
      for (const { aborted, reason } of given) if (aborted) throw reason
      throw thrown
    }
    throw new AppError('LINK_REFUSED', { reason: 'net.tooManyRedirects', params: { host: first.host } })
  }
}

interface Door {
  readonly rules: FetchRules
  readonly options: SignInFetchOptions
  readonly signal: AbortSignal
  readonly bytes: number
}

/** Sends one request on its own connection, so that no connection is shared between different rules. */
async function ask(target: URL, init: UndiciInit, { rules, options, signal, bytes }: Door): Promise<Response | { readonly goOn: URL }> {
  checkFetchTarget(target, rules)
  const proxy = await untilAborted(Promise.resolve((options.proxyFor ?? systemProxy)(target)), signal)
  if (proxy !== undefined) checkBehindProxy(target, rules)
  trustSystem(target)
  const dispatcher = await (proxy === undefined ? openDirect(target, rules, options.resolve) : openProxy(proxy))
  try {
    const { fetch } = await loadUndici()
    const answer = await fetch(target, { ...init, dispatcher })
    const next = answer.headers.get('location')
    if (REDIRECTS.has(answer.status) && next !== null) return { goOn: redirected(target, next, init) }
    return await readResponse(answer, target.host, bytes)
  } catch (thrown) {
    throw explainFetchError(thrown, target.host, proxy)
  } finally {
    await dispatcher.destroy()
  }
}

async function openDirect(target: URL, rules: FetchRules, resolve: ResolveHost | undefined): Promise<Dispatcher> {
  const { Agent } = await loadUndici()
  const check = (address: string): void => checkReach(target, classifyAddress(address) ?? 'nowhere', rules)
  return new Agent({ connect: { lookup: pinnedLookup(check, resolve) } })
}

/** A redirect would forward the request, but a code or secret must not go to another address (RFC 9700, section 4.12). */
function redirected(from: URL, location: string, { method = 'GET' }: UndiciInit): URL {
  const target = URL.parse(location, from.href)
  if (method.toUpperCase() !== 'GET') {
    throw new AppError(
      'LINK_REFUSED',
      target
        ? { reason: 'net.postRedirected', params: { host: from.host, target: target.host } }
        : { reason: 'net.postRedirectedNowhere', params: { host: from.host } },
    )
  }
  if (target) return target
  throw new AppError('LINK_REFUSED', { reason: 'net.badRedirect', params: { host: from.host } })
}

function parsed(address: string | URL): URL {
  const url = URL.parse(String(address))
  if (url) return url
  throw new AppError('LINK_REFUSED', { reason: 'net.badAddress' })
}
