/** Chromium allows a page so many frames. */
const DEEPEST = 1_000

/** Pure: whether an app speaks with a window of its own: itself, its parent, or a frame in it. All others are of other apps, or of Parley. */
export function isOwnWindow(source: MessageEventSource | null, app: Window): boolean {
  if (source === null || !('parent' in source)) return false
  if (source === app.parent) return true
  // A frame that was removed has no parent (HTML, window.parent).
  let each: Window | null = source
  for (let depth = 0; each && depth < DEEPEST; depth++) {
    if (each === app) return true
    const parent: Window | null = each.parent
    each = parent === each ? null : parent
  }
  return false
}
