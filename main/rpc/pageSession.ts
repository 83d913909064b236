import * as z from 'zod'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import { feeds, topics, type Reply } from '../../shared/rpc/contract'
import { doorCalls, type Publication, type WireCall } from '../../shared/rpc/wire'
import { throttle } from '../../shared/lib/throttle'
import { systemClock } from '../lib/clock'
import type { CallingPage } from './callingPage'
import { dispatch, type Handlers } from './dispatch'
import { isReadOnlyCall } from './isReadOnlyCall'
import type { TopicHub } from './topicHub'

const BATCH_MS = 16

interface FeedItem {
  readonly seq: number
  readonly event: unknown
}

const Watch = z.object({ subscription: z.string().max(100), topic: z.string() })
const Follow = z.object({ subscription: z.string().max(100), feed: z.string(), key: z.string().max(200), from: z.int().min(0) })
const Leave = z.object({ subscription: z.string().max(100) })

/** One page that talks to the host. When it closes, its running calls and subscriptions end. */
export interface PageSession {
  call(request: WireCall): Promise<Reply<unknown>>
  cancel(id: string): void
  close(): void
}

/**
 * Opens the only door to the host, after the shell has checked who connects. It allows only watches, feeds and calls of the contract. It
 * sends feed events at most once per frame and subscription.
 */
export function openPageSession(deps: {
  readonly handlers: Handlers
  readonly hub: TopicHub
  /** Set if the data folder may only be read: why. Every call that could change something is refused with it. */
  readonly readOnly?: AppErrorData | undefined
  readonly publish: (publication: Publication) => void
  /** What its shell can do with the page. Absent: nothing. */
  readonly page?: CallingPage
}): PageSession {
  const running = new Map<string, AbortController>()
  const subscriptions = new Map<string, () => void>()

  const leave = (subscription: string): void => {
    subscriptions.get(subscription)?.()
    subscriptions.delete(subscription)
  }
  const watch = (input: z.infer<typeof Watch>): void => {
    if (!Object.hasOwn(topics, input.topic)) throw new AppError('NOT_FOUND', { reason: 'rpc.unknownTopic', params: { name: input.topic } })
    leave(input.subscription)
    const { subscription } = input
    subscriptions.set(
      subscription,
      deps.hub.watch(input.topic, (value) => deps.publish({ subscription, kind: 'value', value })),
    )
  }
  const follow = (input: z.infer<typeof Follow>): void => {
    if (!Object.hasOwn(feeds, input.feed)) throw new AppError('NOT_FOUND', { reason: 'rpc.unknownFeed', params: { name: input.feed } })
    leave(input.subscription)
    const { subscription } = input
    const batch = batched<FeedItem>((events) => deps.publish({ subscription, kind: 'events', events }))
    const stop = deps.hub.follow(input.feed, input.key, input.from, batch.add)
    if (!stop) return deps.publish({ subscription, kind: 'gap' })
    subscriptions.set(subscription, () => {
      stop()
      batch.cancel()
    })
  }
  const runDoorCall = (name: string, input: unknown): Reply<unknown> | undefined => {
    try {
      if (name === doorCalls.watch) watch(Watch.parse(input))
      else if (name === doorCalls.follow) follow(Follow.parse(input))
      else if (name === doorCalls.leave) leave(Leave.parse(input).subscription)
      else return undefined
      return { ok: true, value: undefined }
    } catch (thrown) {
      const error =
        thrown instanceof z.ZodError ? new AppError('INVALID_INPUT', { reason: 'rpc.badInput', params: { name } }) : AppError.from(thrown)
      return { ok: false, error: error.toData() }
    }
  }

  return {
    call: async ({ id, name, input }) => {
      const done = runDoorCall(name, input)
      if (done) return done
      const controller = new AbortController()
      running.set(id, controller)
      try {
        if (deps.readOnly && !isReadOnlyCall(name)) return { ok: false, error: deps.readOnly }
        return await dispatch(deps.handlers, { name, input, page: deps.page ?? {} }, controller.signal)
      } finally {
        running.delete(id)
      }
    },
    cancel: (id) => running.get(id)?.abort(new AppError('CANCELLED', { reason: 'common.cancelled' })),
    close: () => {
      for (const subscription of subscriptions.keys()) leave(subscription)
      for (const controller of running.values()) controller.abort(new AppError('CANCELLED', { reason: 'rpc.pageClosed' }))
    },
  }
}

function batched<E>(flush: (events: readonly E[]) => void): { readonly add: (events: readonly E[]) => void; readonly cancel: () => void } {
  let waiting: E[] = []
  const flushWaiting = (): void => {
    const events = waiting
    waiting = []
    flush(events)
  }
  const flushSoon = throttle(flushWaiting, { ms: BATCH_MS, leading: false, after: systemClock.after })
  return {
    add: (events) => {
      waiting.push(...events)
      flushSoon()
    },
    cancel: flushSoon.cancel,
  }
}
