/** Chromium allows a page so many frames. */
const DEEPEST = 1_000

/** Pure: whether an app speaks with a window of its own: itself, its parent, or a frame in it. All others are of other apps, or of Parley. */
export function isOwnWindow(source: MessageEventSource | null, app: Window): boolean {
  if (source === null || !('parent' in source)) return false
  if (source === app.parent) return true
  let each: Window = source
  for (let depth = 0; each !== app && depth < DEEPEST; depth++) {
    if (each.parent === each) return false
    each = each.parent
  }
  return each === app
}
