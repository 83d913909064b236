/** Deeper than anything that a protocol message needs, and far from where functions that call themselves run out of stack. */
export const MESSAGE_DEPTH = 500

/** Whether a parsed JSON value is nested at most `limit` deep. Walks without calling itself, so that no value can break it. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return false
    const next: object[] = []
    for (const item of level) addChildren(item, next)
    level = next
  }
  return true
}

/** Every message comes through here: a loop by name makes no list of what is in it. */
function addChildren(item: object, next: object[]): void {
  if (Array.isArray(item)) {
    for (const child of item) if (typeof child === 'object' && child !== null) next.push(child)
    return
  }
  for (const key in item) {
    const child: unknown = Reflect.get(item, key)
    if (typeof child === 'object' && child !== null) next.push(child)
  }
}
