import { app, type Event, type Session, type WebContents } from 'electron'
import { isOwnAddress } from './trustedSender'

/** The permissions that Parley's own page may request. All others, and all other pages, are refused. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

/** Prevents pages from navigating away, opening windows and embedding other pages. Must run before the first window is created. */
export function refuseNavigation(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents))
}

function guard(contents: WebContents): void {
  const stayHere = (event: Event<{ readonly url: string }>): void => {
    if (!isOwnAddress(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stayHere)
  contents.on('will-frame-navigate', stayHere)
  contents.on('will-redirect', stayHere)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // The host opens links after it has checked the address. A page never opens a window itself.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Refuses permissions, devices and downloads, except the permissions listed above. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(allowed.has(permission) && isMainFrame && isOwnAddress(requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed.has(permission) && isOwnAddress(origin))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
}
