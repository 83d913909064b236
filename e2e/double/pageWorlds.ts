import { decode, encode } from './codec.ts'

/** The name of the world in which preload scripts run. The page's own scripts cannot access it. */
export const isolatedWorldName = 'ElectronIsolatedContext'

/** Names inside the isolated world. The page sends with the first, and the double answers with the second. */
export const sendBinding = '__doubleSend'
export const receiveFunction = '__doubleReceive'

type Exposed = Readonly<Record<string, unknown>>
type Crossing =
  | { readonly type: 'expose'; readonly name: string; readonly value: unknown }
  | { readonly type: 'call'; readonly id: string; readonly args: readonly unknown[] }
  | { readonly type: 'returned'; readonly value: unknown }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'resolved'; readonly id: string; readonly value: unknown }
  | { readonly type: 'rejected'; readonly id: string; readonly message: string }

interface Bridge {
  expose(name: string, value: unknown): void
}

/**
 * One end of Electron's contextBridge. Both ends run this function and talk by events on `document`. Chromium clones the details of an
 * event between worlds, so neither end ever holds an object of the other. Proxies replace functions and promises. Runs in the page from its
 * source text.
 */
function openBridge(side: string, peer: string): Bridge {
  const functions = new Map<string, (...args: unknown[]) => unknown>()
  const promises = new Map<string, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let outcome: Crossing | undefined

  const emit = (crossing: Crossing): void => void document.dispatchEvent(new CustomEvent(`double:${peer}`, { detail: crossing }))
  const words = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
  const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value))
  const mapPlain = (value: object, change: (inner: unknown) => unknown): object =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))

  const wrap = (value: unknown): unknown => {
    if (typeof value === 'function') {
      const id = `${side}${++lastId}`
      functions.set(id, value as () => unknown)
      return { doubleFunction: id }
    }
    if (value instanceof Promise) {
      const id = `${side}${++lastId}`
      value.then(
        (result) => emit({ type: 'resolved', id, value: wrap(result) }),
        (thrown: unknown) => emit({ type: 'rejected', id, message: words(thrown) }),
      )
      return { doublePromise: id }
    }
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.')
    if (Array.isArray(value)) return value.map(wrap)
    if (typeof value === 'object' && value !== null && isPlain(value)) return mapPlain(value, wrap)
    return value
  }
  const unwrap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unwrap)
    if (typeof value !== 'object' || value === null || !isPlain(value)) return value
    const { doubleFunction, doublePromise } = value as Exposed
    if (typeof doubleFunction === 'string') return (...args: unknown[]) => callOver(doubleFunction, args)
    if (typeof doublePromise === 'string') return new Promise((resolve, reject) => promises.set(doublePromise, { resolve, reject }))
    return mapPlain(value, unwrap)
  }
  const callOver = (id: string, args: unknown[]): unknown => {
    outcome = undefined
    emit({ type: 'call', id, args: args.map(wrap) })
    const came = outcome as Crossing | undefined
    if (came?.type === 'threw') throw new Error(came.message)
    return came?.type === 'returned' ? unwrap(came.value) : undefined
  }
  const run = (id: string, args: readonly unknown[]): Crossing => {
    try {
      return { type: 'returned', value: wrap(functions.get(id)?.(...args.map(unwrap))) }
    } catch (thrown) {
      return { type: 'threw', message: words(thrown) }
    }
  }
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && isPlain(value)) {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }
  const take = (crossing: Crossing): void => {
    switch (crossing.type) {
      case 'expose':
        if (crossing.name in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
        Object.defineProperty(window, crossing.name, { value: freeze(unwrap(crossing.value)), enumerable: true })
        return
      case 'call':
        return emit(run(crossing.id, crossing.args))
      case 'returned':
      case 'threw':
        outcome = crossing
        return
      case 'resolved':
        promises.get(crossing.id)?.resolve(unwrap(crossing.value))
        return void promises.delete(crossing.id)
      case 'rejected':
        promises.get(crossing.id)?.reject(new Error(crossing.message))
        return void promises.delete(crossing.id)
    }
  }
  document.addEventListener(`double:${side}`, (event) => take((event as CustomEvent<Crossing>).detail))
  return { expose: (name, value) => emit({ type: 'expose', name, value: wrap(value) }) }
}

type Post = (text: string) => void
type Listener = (event: object, ...args: unknown[]) => void
interface Codec {
  readonly encode: typeof encode
  readonly decode: typeof decode
}

/** Provides `require('electron')` to a sandboxed preload script. Runs in the page from its source text. */
function electronForPreload(bridge: Bridge, post: Post, codec: Codec): { electron: object; receive: Post } {
  const asked = new Map<number, { channel: string; resolve(value: unknown): void; reject(error: Error): void }>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0

  const ipcRenderer = {
    send: (channel: string, ...args: unknown[]): void => post(JSON.stringify({ kind: 'send', channel, args: codec.encode(args) })),
    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const id = ++lastId
      post(JSON.stringify({ kind: 'invoke', id, channel, args: codec.encode(args) }))
      return new Promise((resolve, reject) => asked.set(id, { channel, resolve, reject }))
    },
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off: (channel: string, listener: Listener) => {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      )
      return ipcRenderer
    },
  }
  const receive = (text: string): void => {
    const message = JSON.parse(text) as { kind: string; channel: string; id: number; args: string; error?: string }
    if (message.kind === 'send') {
      const args = codec.decode(message.args) as unknown[]
      for (const listener of listeners.get(message.channel) ?? []) listener({ sender: ipcRenderer }, ...args)
      return
    }
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    if (message.error !== undefined) waiting?.reject(new Error(`Error invoking remote method '${waiting.channel}': ${message.error}`))
    else waiting?.resolve(codec.decode(message.args))
  }
  return { electron: { ipcRenderer, contextBridge: { exposeInMainWorld: bridge.expose } }, receive }
}

/** The script of the page's own world. It contains only the bridge's far end, and runs in the top frame only. */
export const mainWorldScript = `(() => { if (window === window.top) (${String(openBridge)})('page', 'preload') })()`

/**
 * Returns the script of the isolated world: Electron's modules for a sandboxed preload script, then the preload script itself. Top frame
 * only.
 */
export function isolatedWorldScript(preload: string): string {
  return `(() => {
    if (window !== window.top) return
    const bridge = (${String(openBridge)})('preload', 'page')
    const { electron, receive } = (${String(electronForPreload)})(bridge, globalThis.${sendBinding}, { encode: ${String(encode)}, decode: ${String(decode)} })
    globalThis.${receiveFunction} = receive
    const require = (name) => {
      if (name === 'electron' || name === 'electron/renderer') return electron
      throw new Error('module not found: ' + name)
    }
    const module = { exports: {} }
    ;(function (require, module, exports) { ${preload}\n}).call(module.exports, require, module, module.exports)
  })()`
}
