import type { FetchLike } from '@modelcontextprotocol/client'
import type { Dispatcher } from 'undici'
import { loadUndici } from './loadUndici'
import { openProxy } from './openProxy'
import { systemProxy, trustSystem } from './systemNetwork'
import { undiciInit } from './undiciInit'

/** Those of this process, by their addresses: many requests go through one proxy, and its connections are kept. */
const opened = new Map<string, Promise<Dispatcher>>()

/** As long as the caller waits: a call may be quiet while a person answers a question of its server. */
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 }

/** A fetch that trusts what this computer trusts and goes through its proxies; `direct` asks where there is no proxy on the way. */
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
    // A Response made by hand has no address, and the protocol library looks at it.
    Object.defineProperty(made, 'url', { value: answer.url })
    return made
  }
}

function dispatcherFor(proxy: string): Promise<Dispatcher> {
  const known = opened.get(proxy) ?? openProxy(proxy, PATIENT)
  opened.set(proxy, known)
  return known
}
