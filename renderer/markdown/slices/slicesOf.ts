/** How much it is to draw something: one is about a line of a list, a cell of a table, or 50 characters. */
export interface Measured {
  readonly work: number
  readonly lines: number
}

/** Consecutive parts of a text that are drawn together, and laid out together when they come near the window. */
export interface Slice<T> {
  readonly parts: readonly T[]
  readonly work: number
}

const MOST_PARTS = 12
/** About the height that is set aside for a slice which is not laid out. */
export const MOST_LINES = 40
const MOST_WORK = 200

/**
 * Pure: groups the parts of a text into slices, in order. Parts that are added to the end change only the last slice. A part that is larger
 * than a slice is one of its own.
 */
export function slicesOf<T>(parts: readonly T[], measure: (part: T) => Measured): readonly Slice<T>[] {
  const slices: Slice<T>[] = []
  let [own, work, lines]: [T[], number, number] = [[], 0, 0]
  for (const part of parts) {
    const more = measure(part)
    const isFull = own.length >= MOST_PARTS || work + more.work > MOST_WORK || lines + more.lines > MOST_LINES
    if (own.length > 0 && isFull) {
      slices.push({ parts: own, work })
      own = []
      work = 0
      lines = 0
    }
    own.push(part)
    work += more.work
    lines += more.lines
  }
  return own.length > 0 ? [...slices, { parts: own, work }] : slices
}
