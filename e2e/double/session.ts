import { EventEmitter } from 'node:events'
import { note } from './notes.ts'
import { protocol } from './schemes.ts'
import { strict } from './strict.ts'

type PermissionHandler = (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void
type PermissionCheck = (contents: unknown, permission: string, origin: string) => boolean

class Session extends EventEmitter {
  readonly protocol = protocol
  /** Kept for specs. Chromium does not call this handler in the double. */
  permissionHandler: PermissionHandler | undefined
  permissionCheck: PermissionCheck | undefined
  deviceHandler: (() => boolean) | undefined
  #proxy: string | undefined

  setPermissionRequestHandler(handler: PermissionHandler): void {
    this.permissionHandler = handler
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
  }

  /** Behaves as on a computer without a proxy in its network settings. */
  resolveProxy(_url: string): Promise<string> {
    return Promise.resolve(this.#proxy === undefined ? 'DIRECT' : `PROXY ${this.#proxy}`)
  }

  /** The browser of the double has no network (`chromium.ts`), so that this changes what `resolveProxy` says and nothing else. */
  setProxy(config: { readonly mode: 'fixed_servers'; readonly proxyRules: string; readonly proxyBypassRules: string }): Promise<void> {
    note('setProxy', config)
    this.#proxy = new URL(config.proxyRules).host
    return Promise.resolve()
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    this.deviceHandler = handler
  }
}

/** By the names of their partitions. None of them has a window. */
const partitions = new Map<string, Session>()

function fromPartition(name: string): Session {
  const known = partitions.get(name) ?? strict(new Session(), 'session')
  partitions.set(name, known)
  return known
}

export const session = strict({ defaultSession: strict(new Session(), 'session'), fromPartition }, 'session')
