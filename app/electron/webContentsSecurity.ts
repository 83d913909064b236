import { app, type Event, type Session, type WebContents } from 'electron'
import type { FramePermission } from '../../main/confinedFrames/appFramePolicy'
import { decidePermission } from './decidePermission'
import { WEBRTC_POLICY } from './pageNetwork'
import { isFrameAddress, isOwnAddress } from './trustedSender'

/** Prevents pages from navigating away, opening windows and embedding anything but confined frames. Must run before the first window is created. */
export function refuseNavigation(): void {
  app.on('web-contents-created', (_event, contents) => guard(contents))
}

function guard(contents: WebContents): void {
  const stayHere = (event: Event<{ readonly url: string; readonly isMainFrame: boolean }>): void => {
    const allowed = isOwnAddress(event.url) || (!event.isMainFrame && isFrameAddress(event.url))
    if (!allowed) event.preventDefault()
  }
  contents.on('will-navigate', stayHere)
  contents.on('will-frame-navigate', stayHere)
  contents.on('will-redirect', stayHere)
  // Of the ways out that the Connection-Allowlist closes, this one is closed a second time: packets go nowhere but through a proxy.
  contents.setWebRTCIPHandlingPolicy(WEBRTC_POLICY)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // The host opens links after it has checked the address. A page never opens a window itself.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Refuses permissions, devices and downloads, except what `decidePermission` grants.
 * @param ofFrame What the document of a confined frame may ask the person for, by its id.
 */
export function refusePermissions(session: Session, ofFrame: (id: string) => readonly FramePermission[]): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    answer(decidePermission({ permission, address: details.requestingUrl, isMainFrame: details.isMainFrame, media }, ofFrame))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { requestingUrl, isMainFrame, mediaType }) =>
    // A frame of an opaque origin has an address, but no origin with a name.
    decidePermission({ permission, address: requestingUrl ?? origin, isMainFrame, media: mediaType ? [mediaType] : [] }, ofFrame),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
}
