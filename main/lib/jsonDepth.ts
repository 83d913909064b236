/** More than any protocol message needs, and far below the depth where recursive functions run out of stack. */
export const MESSAGE_DEPTH = 500

/** Whether a parsed JSON value is nested at most `limit` levels deep. Works without recursion, so that no value can overflow the stack. */
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

/** Every message passes through here. `for…in` avoids building a list of the members. */
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
