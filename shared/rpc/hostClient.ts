import type { Reply } from './contract'
import { doorCalls, type Publication, type Wire } from './wire'

export interface FeedListener {
  onEvents(events: readonly { readonly seq: number; readonly event: unknown }[]): void
  /** Some events were missed. The listener loads a snapshot and follows again. */
  onGap(): void
}

/** The page's interface to the host. In Electron it is `window.host`. */
export interface HostClient {
  call(name: string, input: unknown, id: string): Promise<Reply<unknown>>
  cancel(id: string): void
  watch(topic: string, listener: (value: unknown) => void): () => void
  follow(feed: string, key: string, from: number, listener: FeedListener): () => void
}

type Subscriber = (publication: Publication) => void

/** Builds calls, watched topics and followed feeds on a wire. It does not depend on any particular topic, feed or call. */
export function createHostClient(wire: Wire, newId: () => string): HostClient & { resubscribe(): void } {
  const subscribers = new Map<string, Subscriber>()
  const asks = new Map<string, () => { readonly name: string; readonly input: unknown }>()
  wire.listen((publication) => subscribers.get(publication.subscription)?.(publication))

  const send = (subscription: string): void => {
    const ask = asks.get(subscription)?.()
    if (ask) void wire.call({ id: newId(), name: ask.name, input: ask.input })
  }
  const subscribe = (ask: (subscription: string) => { name: string; input: unknown }, subscriber: Subscriber) => {
    const subscription = newId()
    subscribers.set(subscription, subscriber)
    asks.set(subscription, () => ask(subscription))
    send(subscription)
    return () => {
      subscribers.delete(subscription)
      asks.delete(subscription)
      void wire.call({ id: newId(), name: doorCalls.leave, input: { subscription } })
    }
  }

  return {
    call: (name, input, id) => wire.call({ id, name, input }),
    cancel: (id) => wire.cancel(id),
    watch: (topic, listener) =>
      subscribe(
        (subscription) => ({ name: doorCalls.watch, input: { subscription, topic } }),
        (publication) => {
          if (publication.kind === 'value') listener(publication.value)
        },
      ),
    follow: (feed, key, from, listener) => {
      let last = from
      return subscribe(
        (subscription) => ({ name: doorCalls.follow, input: { subscription, feed, key, from: last } }),
        (publication) => {
          if (publication.kind === 'gap') listener.onGap()
          if (publication.kind !== 'events') return
          last = publication.events.at(-1)?.seq ?? last
          listener.onEvents(publication.events)
        },
      )
    },
    /** Watches every topic again, and follows every feed from its last received event. For use after a dropped connection. */
    resubscribe: () => {
      for (const subscription of asks.keys()) send(subscription)
    },
  }
}
