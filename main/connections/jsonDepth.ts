/** Deeper than anything that a protocol message needs, and far from where functions that call themselves run out of stack. */
export const MESSAGE_DEPTH = 500

/** Whether a parsed JSON value is nested at most `limit` deep. Walks without calling itself, so that no value can break it. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return false
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const child of Object.values(item)) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return true
}
