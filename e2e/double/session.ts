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

  setPermissionRequestHandler(handler: PermissionHandler): void {
    this.permissionHandler = handler
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
  }

  /** Behaves as on a computer without a proxy in its network settings. */
  resolveProxy(_url: string): Promise<string> {
    return Promise.resolve('DIRECT')
  }

  /** Noted only: the browser of the double has no network (`chromium.ts`). */
  setProxy(config: object): Promise<void> {
    note('setProxy', config)
    return Promise.resolve()
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    this.deviceHandler = handler
  }
}

/** A session without windows, which can only be asked for the computer's settings. */
const apart = strict({ resolveProxy: (url: string) => defaultSession.resolveProxy(url) }, 'session.fromPartition()')
const defaultSession = strict(new Session(), 'session')

export const session = strict({ defaultSession, fromPartition: (_partition: string) => apart }, 'session')
