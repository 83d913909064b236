import type { StoreApi } from 'zustand'
import type { AppId } from '../../../../../shared/domain/apps/app'
import { callHost } from '../../../../rpc/callHost'
import { afterMs } from '../../../../ui/afterMs'
import type { AppView } from '../appView'
import { areaWithin, isSameArea, nextPictureAt } from './nextPicture'
import { watchSeenWhole } from './watchSeenWhole'

/** What was over the app while its picture was taken is told by then. */
const TOLD_WITHIN_MS = 400

export interface PicturedApp {
  readonly appId: AppId
  readonly element: HTMLIFrameElement
}

/**
 * Has the host keep how an app looks, while all of it is seen and nothing of Parley's is over it: a moment after it came to rest, and again while the
 * person has the window in front, less and less often if it looks the same. A picture counts only if nothing moved or came over the app until a while after it was taken. Returns a function that ends that.
 */
export function keepPictures(store: StoreApi<AppView>, { appId, element }: PicturedApp): () => void {
  let seenWhole = false
  let movedAt = performance.now()
  let takenAt: number | undefined
  let same = 0
  let cancel = (): void => undefined
  let stopped = false

  const isShown = (): boolean => seenWhole && document.visibilityState === 'visible'
  const plan = (): void => {
    cancel()
    if (stopped) return
    const running = store.getState().phase.name === 'running'
    const at = nextPictureAt({ running, seenWhole: isShown(), inFront: document.hasFocus(), movedAt, takenAt, same })
    cancel = at === undefined ? () => undefined : afterMs(Math.max(0, at - performance.now()), () => void picture())
  }
  /** Somebody is there: what they do in the app is not told here. */
  const used = (): void => {
    same = 0
    plan()
  }
  const moved = (): void => {
    movedAt = performance.now()
    used()
  }
  const picture = async (): Promise<void> => {
    const area = areaWithin(element.getBoundingClientRect())
    const movedBefore = movedAt
    takenAt = performance.now()
    const isStill = (): boolean => isShown() && movedAt === movedBefore && isSameArea(areaWithin(element.getBoundingClientRect()), area)
    // A picture that the host could not take is tried again. An app that has ended keeps the one before.
    const taken = area !== undefined && (await callHost('apps.takePicture', { appId, area }).catch(() => false))
    if (taken) await new Promise<void>((resolve) => afterMs(TOLD_WITHIN_MS, resolve))
    if (stopped) return
    seen.settle()
    if (!taken || !isStill()) return moved()
    const changed = await callHost('apps.keepPicture', { appId }).catch(() => true)
    same = changed ? 0 : same + 1
    plan()
  }

  const seen = watchSeenWhole(element, (whole) => {
    seenWhole = whole
    moved()
  })
  const unsubscribe = store.subscribe(({ phase, place, heights, dimensions }, before) => {
    if (phase !== before.phase || place !== before.place || heights !== before.heights || dimensions !== before.dimensions) moved()
  })
  // The window loses the focus to a frame of it, too.
  for (const event of ['focus', 'blur']) window.addEventListener(event, used)
  element.addEventListener('pointerenter', used)
  document.addEventListener('visibilitychange', moved)
  return () => {
    stopped = true
    cancel()
    seen.stop()
    unsubscribe()
    for (const event of ['focus', 'blur']) window.removeEventListener(event, used)
    element.removeEventListener('pointerenter', used)
    document.removeEventListener('visibilitychange', moved)
  }
}
