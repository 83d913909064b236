import type { Reply } from './contract'

/** The three channels of the wire: ipc channels in Electron, the `channel` of a WebSocket message in the browser shell. */
export const channels = { call: 'rpc:call', cancel: 'rpc:cancel', publish: 'rpc:publish' } as const

/** Calls of the door itself, besides the calls of the contract. */
export const doorCalls = { watch: 'rpc.watch', follow: 'rpc.follow', leave: 'rpc.leave' } as const

/** One request. The sender chooses `id` and can cancel with it. */
export interface WireCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** A message that the host sends by itself, to one subscription of one page. */
export type Publication =
  | { readonly subscription: string; readonly kind: 'value'; readonly value: unknown }
  | {
      readonly subscription: string
      readonly kind: 'events'
      readonly events: readonly { readonly seq: number; readonly event: unknown }[]
    }
  /** Events were missed and are no longer available. The page loads a snapshot and follows again from there. */
  | { readonly subscription: string; readonly kind: 'gap' }

/** A way to reach the host: ipc in Electron, a WebSocket in the browser shell, a function call in tests. */
export interface Wire {
  call(request: WireCall): Promise<Reply<unknown>>
  cancel(id: string): void
  /** Passes every publication to the listener, in order. Returns a function that stops listening. */
  listen(listener: (publication: Publication) => void): () => void
}

/** WebSocket messages of the browser shell. */
export type SocketToHost =
  { readonly channel: 'rpc:call'; readonly request: WireCall } | { readonly channel: 'rpc:cancel'; readonly id: string }
export type SocketToPage =
  | { readonly channel: 'rpc:call'; readonly id: string; readonly reply: Reply<unknown> }
  | { readonly channel: 'rpc:publish'; readonly publication: Publication }
