import { EventEmitter } from 'node:events'
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

  setDevicePermissionHandler(handler: () => boolean): void {
    this.deviceHandler = handler
  }
}

export const session = strict({ defaultSession: strict(new Session(), 'session') }, 'session')
