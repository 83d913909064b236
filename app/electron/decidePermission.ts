import type { FramePermission } from '../../main/confinedFrames/appFramePolicy'
import { frameIdOf, isOwnAddress } from './trustedSender'

/** The permissions that Parley's own page may request. All others, and all other pages, are refused. */
const ofThePage: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

export interface PermissionRequest {
  /** As Electron names it. */
  readonly permission: string
  /** The address of the frame that asks. */
  readonly address: string
  readonly isMainFrame: boolean
  /** What a request for `media` is for: `video`, `audio`. Empty or unknown counts as both. */
  readonly media: readonly string[]
}

/**
 * Pure: decides whether a page gets a permission: Parley's own page its few ones, and the document of an app exactly what was granted to it.
 * @param ofFrame What the document of a confined frame may ask for, by its id.
 */
export function decidePermission(request: PermissionRequest, ofFrame: (id: string) => readonly FramePermission[]): boolean {
  const { permission, address, isMainFrame } = request
  if (isMainFrame) return ofThePage.has(permission) && isOwnAddress(address)
  const id = frameIdOf(address)
  if (id === undefined) return false
  const needed = neededFor(request)
  const granted = ofFrame(id)
  return needed.length > 0 && needed.every((each) => granted.includes(each))
}

function neededFor({ permission, media }: PermissionRequest): readonly FramePermission[] {
  switch (permission) {
    case 'media': {
      const camera = media.includes('video')
      const microphone = media.includes('audio')
      if (!camera && !microphone) return ['camera', 'microphone']
      return [...(camera ? (['camera'] as const) : []), ...(microphone ? (['microphone'] as const) : [])]
    }
    case 'geolocation':
      return ['geolocation']
    case 'clipboard-sanitized-write':
      return ['clipboardWrite']
    default:
      return []
  }
}
