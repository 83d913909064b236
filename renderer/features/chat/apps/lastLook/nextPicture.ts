import type { PageArea } from '../../../../../shared/domain/apps/appPicture'

/** An app that has just moved or changed its size is left to draw itself. */
const SETTLED_MS = 1_000
/** At most one picture in so many milliseconds. */
const PICTURE_EVERY_MS = 5_000
/** The pause of an app that looks the same each time. It doubles until then. */
const LONGEST_PAUSE_MS = 40_000

/** What decides when an app is pictured. Times are in milliseconds of one clock. */
export interface PictureFacts {
  readonly running: boolean
  /** All of it is on the screen, and nothing lies over it. */
  readonly seenWhole: boolean
  /** The person has this window in front. What an app draws meanwhile may be what they do in it. */
  readonly inFront: boolean
  /** When it was last moved, covered, uncovered or given another size. */
  readonly movedAt: number
  /** When the last picture was taken. */
  readonly takenAt?: number | undefined
  /** How many pictures in a row were the same as the one before, since something happened. */
  readonly same: number
}

/** Pure: when the next picture of an app is to be taken. Undefined: not before one of the facts changes. */
export function nextPictureAt({ running, seenWhole, inFront, movedAt, takenAt = -Infinity, same }: PictureFacts): number | undefined {
  if (!running || !seenWhole) return undefined
  if (takenAt < movedAt) return Math.max(movedAt + SETTLED_MS, takenAt + PICTURE_EVERY_MS)
  return inFront ? takenAt + Math.min(PICTURE_EVERY_MS * 2 ** same, LONGEST_PAUSE_MS) : undefined
}

/** Pure: the whole pixels inside of a box of the page, so that nothing of what is around it is pictured. Undefined where there are none. */
export function areaWithin({ left, top, right, bottom }: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>): PageArea | undefined {
  const [x, y] = [Math.ceil(left), Math.ceil(top)]
  const [width, height] = [Math.floor(right) - x, Math.floor(bottom) - y]
  return x >= 0 && y >= 0 && width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** Pure: whether two areas are the same one. */
export const isSameArea = (one: PageArea | undefined, other: PageArea | undefined): boolean =>
  one !== undefined && one.x === other?.x && one.y === other.y && one.width === other.width && one.height === other.height
