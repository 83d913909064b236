import type { Reply } from './contract'

/** The three wire channels. In Electron they are ipc channels, in the browser shell the `channel` of a WebSocket message. */
export const channels = { call: 'rpc:call', cancel: 'rpc:cancel', publish: 'rpc:publish' } as const

/** Names that the door itself understands, beside those of the contract. */
export const doorCalls = { watch: 'rpc.watch', follow: 'rpc.follow', leave: 'rpc.leave' } as const

/** One ask. `id` is chosen by the asker and lets it cancel. */
export interface WireCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** What the host sends by itself, to one subscription of one page. */
export type Publication =
  | { readonly subscription: string; readonly kind: 'value'; readonly value: unknown }
  | {
      readonly subscription: string
      readonly kind: 'events'
      readonly events: readonly { readonly seq: number; readonly event: unknown }[]
    }
  /** Events were missed and are gone: load a snapshot and follow again from there. */
  | { readonly subscription: string; readonly kind: 'gap' }

/** A way to reach the host: ipc in Electron, a WebSocket in the browser shell, a function call in tests. */
export interface Wire {
  call(request: WireCall): Promise<Reply<unknown>>
  cancel(id: string): void
  /** Every publication, in order. Returns the way to stop listening. */
  listen(listener: (publication: Publication) => void): () => void
}

/** WebSocket messages of the browser shell. */
export type SocketToHost =
  { readonly channel: 'rpc:call'; readonly request: WireCall } | { readonly channel: 'rpc:cancel'; readonly id: string }
export type SocketToPage =
  | { readonly channel: 'rpc:call'; readonly id: string; readonly reply: Reply<unknown> }
  | { readonly channel: 'rpc:publish'; readonly publication: Publication }
