import { app, type Event, type Session, type WebContents } from 'electron'
import { isOwnAddress } from './trustedSender'

/** What our own page may ask of Chromium. Everything else, and everybody else, is refused. */
const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

/** Nothing in Parley navigates away, opens windows or embeds others. Must run before the first window is made. */
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
  // Links are opened by the host, after it decided about the address; a window that a page opens by itself never is one.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Permissions, devices and downloads: refused unless listed above. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(allowed.has(permission) && isMainFrame && isOwnAddress(requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed.has(permission) && isOwnAddress(origin))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
}
