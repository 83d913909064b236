import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { limitResponseAndNotificationPosts } from './limitResponseAndNotificationPosts'

const exchange = new AsyncLocalStorage<RequestId>()
const url = 'http://127.0.0.1/mcp'
const post = { method: 'POST', body: '{}' }

/** A server that accepts answers when a test says so. */
function slowServer(): { readonly fetch: FetchLike; readonly open: PromiseWithResolvers<Response>[] } {
  const open: PromiseWithResolvers<Response>[] = []
  const fetch: FetchLike = (_url, init) => {
    const accepted = Promise.withResolvers<Response>()
    init?.signal?.addEventListener('abort', () => accepted.reject(new Error('aborted')), { once: true })
    open.push(accepted)
    return accepted.promise
  }
  return { fetch, open }
}

it('J33: has few answers on their way at once, and sends the next as one is accepted', async () => {
  const { fetch, open } = slowServer()
  const limited = limitResponseAndNotificationPosts(fetch, { exchange, onStalled: () => undefined })
  const all = Array.from({ length: 20 }, () => limited(url, post))
  await turn()
  const atOnce = open.length
  for (let index = 0; index < all.length; index++) {
    open[index]?.resolve(new Response(null, { status: 202 }))
    await turn()
  }
  expect([atOnce, (await Promise.all(all)).map(({ status }) => status)]).toEqual([8, Array.from({ length: 20 }, () => 202)])
})

it('J33: says when a server accepts nothing, and gives the place of a cancelled answer to the next', async () => {
  const { fetch, open } = slowServer()
  let stalls = 0
  const limited = limitResponseAndNotificationPosts(fetch, { exchange, onStalled: () => stalls++ })
  const end = new AbortController()
  const all = Array.from({ length: 1_001 }, () => limited(url, { ...post, signal: end.signal }))
  const results = Promise.allSettled(all)
  await turn()
  expect([open.length, stalls]).toEqual([8, 1])
  end.abort()
  expect(new Set((await results).map(({ status }) => status))).toEqual(new Set(['rejected']))
})

it('J33: gives up an answer that the server does not accept in time, and its place goes to the next', async () => {
  const { fetch, open } = slowServer()
  const limited = limitResponseAndNotificationPosts(fetch, { exchange, onStalled: () => undefined, acceptMs: 5 })
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => limited(url, post)))
  expect([open.length, results.every(({ status }) => status === 'rejected')]).toEqual([9, true])
})

it('keeps no request and no event stream waiting behind answers', async () => {
  const { fetch, open } = slowServer()
  const limited = limitResponseAndNotificationPosts(fetch, { exchange, onStalled: () => undefined })
  const answers = Array.from({ length: 10 }, () => limited(url, post).catch(() => undefined))
  const request = exchange.run(1, () => limited(url, post))
  const stream = limited(url, { method: 'GET' })
  await turn()
  expect(open.length).toBe(10)
  for (const { resolve } of open) resolve(new Response(null, { status: 202 }))
  expect([(await request).status, (await stream).status]).toEqual([202, 202])
  await turn()
  for (const { resolve } of open) resolve(new Response(null, { status: 202 }))
  await Promise.all(answers)
})
