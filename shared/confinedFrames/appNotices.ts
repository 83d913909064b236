/** The keys that belong to Parley also while an app has the focus: leave the app, find (Ctrl or Cmd K), next question (Ctrl or Cmd I). */
export const appKeys = ['Escape', 'KeyK', 'KeyI'] as const
export type AppKey = (typeof appKeys)[number]

/** How an app tried to reach a host: a connection, content that it loads, or a page in a frame. */
export const refusedWays = ['connect', 'load', 'frame'] as const
export type RefusedWay = (typeof refusedWays)[number]

/**
 * What Parley's script in the document of an app noticed. The document can keep it from noticing, and another document can make it up: it is
 * text of a stranger, and nothing follows from it but what is shown; for `press` the browser's own sign of the person is asked for too. `count` is the total since the app was loaded.
 */
export type AppNotice =
  /** The app asked for a host that is not granted. Nothing was sent. `origin` is `https://host`, with `http`, `ws` and `wss` alike. */
  | { readonly kind: 'refused'; readonly origin: string; readonly way: RefusedWay; readonly count: number }
  /** The app asked for more hosts than are told one by one. `count`: how often. */
  | { readonly kind: 'refusedMore'; readonly count: number }
  /** The app wanted to run code that it wrote itself: `eval`, or a script or a worker of `blob:` or `data:`. */
  | { readonly kind: 'refusedCode'; readonly count: number }
  /** The app wanted a peer connection (WebRTC). */
  | { readonly kind: 'refusedPeer'; readonly count: number }
  /** A message or a result of the app was over its limit. It was answered with an error if it was a request, and is gone. */
  | { readonly kind: 'tooLong'; readonly count: number }
  /** The person pressed a key of Parley's in the app. Given only while the frame has the focus. */
  | { readonly kind: 'key'; readonly key: AppKey }
  /** The person pressed in the app, which the page does not see by itself (a finger, a pen). */
  | { readonly kind: 'press' }
  /** The app had the keyboard, and has lost it. */
  | { readonly kind: 'left' }

/** The hosts that are told one by one. */
export const REFUSED_ORIGINS = 50
/** The notices that are read of one message. */
const NOTICES = 100
const MOST = 1_000_000
const ORIGIN = /^(?:https?|wss?):\/\/[^\s/?#@\\]{1,260}$/

/** Returns the notices of a message, without what is none. Linear in the length of the message, of which it reads no more than 100. */
export function readAppNotices(value: unknown): readonly AppNotice[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, NOTICES).flatMap((each: unknown) => readNotice(each) ?? [])
}

function readNotice(value: unknown): AppNotice | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
  const { kind } = value
  if (kind === 'key') {
    const key = 'key' in value ? appKeys.find((each) => each === value.key) : undefined
    return key && { kind, key }
  }
  if (kind === 'press' || kind === 'left') return { kind }
  const count = 'count' in value ? countIn(value.count) : undefined
  if (count === undefined) return undefined
  switch (kind) {
    case 'refusedMore':
    case 'refusedCode':
    case 'refusedPeer':
    case 'tooLong':
      return { kind, count }
    default:
  }
  if (kind !== 'refused' || !('origin' in value) || typeof value.origin !== 'string' || !ORIGIN.test(value.origin)) return undefined
  const way = 'way' in value ? refusedWays.find((each) => each === value.way) : undefined
  return way && { kind, origin: value.origin, way, count }
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, MOST) : undefined
}
