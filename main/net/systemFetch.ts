import type { FetchLike } from '@modelcontextprotocol/client'
import type { Dispatcher } from 'undici'
import { loadUndici } from './loadUndici'
import { openProxy } from './openProxy'
import { systemProxy, trustSystem } from './systemNetwork'
import { undiciInit } from './undiciInit'

/** The open proxies of this process, by address. They are kept so that requests share connections. */
const opened = new Map<string, Promise<Dispatcher>>()

/** No timeouts of its own: a call may be silent while a person answers a server's question. */
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 }

/** A fetch that uses the computer's certificates and proxies. `direct` is used if there is no proxy. */
export function systemFetch(direct: FetchLike): FetchLike {
  return async (address, init = {}) => {
    const url = new URL(address)
    trustSystem(url)
    const proxy = await systemProxy(url)
    if (proxy === undefined) return direct(address, init)
    const [{ fetch }, dispatcher] = await Promise.all([loadUndici(), dispatcherFor(proxy)])
    const answer = await fetch(url, { ...undiciInit(init), dispatcher })
    const { status, statusText, body } = answer
    const made = new Response(body, { status, statusText, headers: [...answer.headers] })
    // A Response made by hand has no URL, but the SDK reads it.
    Object.defineProperty(made, 'url', { value: answer.url })
    return made
  }
}

function dispatcherFor(proxy: string): Promise<Dispatcher> {
  const known = opened.get(proxy) ?? openProxy(proxy, PATIENT)
  opened.set(proxy, known)
  return known
}
