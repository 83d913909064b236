import type { FetchLike } from '@modelcontextprotocol/client'
import type { Dispatcher } from 'undici'
import { checkReach, isLoopbackName } from './checkFetchTarget'
import { classifyAddress } from './classifyAddress'
import { loadUndici } from './loadUndici'
import { pinnedLookup, type ResolveHost } from './pinnedLookup'
import { undiciInit } from './undiciInit'

/**
 * A fetch for data that goes unencrypted to this computer only. A name such as `x.localhost` is looked up, and a request goes to exactly the
 * addresses that were checked, never through a proxy. `next` is used for every other address.
 */
export function loopbackFetch(next: FetchLike, resolve?: ResolveHost): FetchLike {
  // They are kept so that requests share connections. Only names that a person configured come here.
  const opened = new Map<string, Promise<Dispatcher>>()
  return async (address, init = {}) => {
    const url = new URL(address)
    if (url.protocol !== 'http:' || !isLoopbackName(url.hostname)) return next(address, init)
    const dispatcher = opened.get(url.hostname) ?? openChecked(url, resolve)
    opened.set(url.hostname, dispatcher)
    const { fetch } = await loadUndici()
    const { status, statusText, body, headers } = await fetch(url, { ...undiciInit(init), dispatcher: await dispatcher })
    return new Response(body, { status, statusText, headers: [...headers] })
  }
}

/** The error of a name that leads elsewhere is the one of a sign-in: LINK_REFUSED, in `cause`. */
async function openChecked(target: URL, resolve: ResolveHost | undefined): Promise<Dispatcher> {
  const { Agent } = await loadUndici()
  const check = (address: string): void => checkReach(target, classifyAddress(address) ?? 'nowhere', { typed: target })
  return new Agent({ connect: { lookup: pinnedLookup(check, resolve) } })
}
