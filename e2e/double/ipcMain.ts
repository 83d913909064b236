import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** For the double's own use: does what Electron does when a page calls `invoke`. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

export const ipcRoutes = new IpcMain()

export const ipcMain = strict(
  {
    handle: (channel: string, handler: Handler) => ipcRoutes.handle(channel, handler),
    on: (channel: string, listener: (...args: unknown[]) => void) => ipcRoutes.on(channel, listener),
  },
  'ipcMain',
)
