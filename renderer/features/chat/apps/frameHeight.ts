export interface HeightBounds {
  readonly least: number
  readonly most: number
}

/** The heights of a frame in the conversation, in CSS pixels. */
export const FRAME_HEIGHTS: HeightBounds = { least: 80, most: 600 }
/** The heights of a frame in the corner. */
export const PIP_HEIGHTS: HeightBounds = { least: 80, most: 320 }
/** A report that is off by no more than this is no change: content that fills its frame is often off by a rounding. */
const DEAD_ZONE_PX = 4
/** A report that comes so soon after a new height was given is an answer to it. */
const ANSWER_MS = 500
/** Who opens and closes something in an app does that no more often in a row, each time within so many milliseconds. */
const MOST_TURNS = 6
const TURN_MS = 3_000

/** How high the frame of an app is, and what led to it. */
export interface FrameHeight {
  readonly px: number
  /** When it became that high, in milliseconds. */
  readonly since: number
  /** By how much the last report was over the height that it answered. */
  readonly over?: number
  /** How often in a row it went down after up, or up after down, soon after the time before. */
  readonly turns?: number
}

/**
 * Pure: the height after an app said how high its content is. Content that is as high as its frame and a bit (`height: 100vh` with a margin) asks for
 * that bit again and again: the second time it gets none. One that goes up and down without end stays up.
 */
export function nextHeight(
  before: FrameHeight,
  reported: number,
  { now, bounds }: { readonly now: number; readonly bounds: HeightBounds },
): FrameHeight {
  const answers = now - before.since <= ANSWER_MS
  const over = Math.round(reported - before.px)
  const px = Math.min(bounds.most, Math.max(bounds.least, Math.ceil(reported)))
  if (Math.abs(over) <= DEAD_ZONE_PX || px === before.px) return before
  if (answers && over > 0 && before.over === over) return { ...before, since: now }
  const turns = turnsAfter(before, over, now)
  if (over < 0 && turns > MOST_TURNS) return { ...before, since: now, turns }
  return { px, since: now, over, ...(turns > 0 && { turns }) }
}

/** Pure: how often in a row the height has turned, if it changes by so much now. */
function turnsAfter({ since, over: last = 0, turns = 0 }: FrameHeight, over: number, now: number): number {
  if (now - since > TURN_MS) return 0
  return last * over < 0 ? turns + 1 : turns
}
