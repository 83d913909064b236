import type { StoreApi } from 'zustand'
import type { AppId } from '../../../../shared/domain/apps/app'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import type { AppView } from './appView'

/** An app that grows bit by bit is not told of each time. */
const KEPT_AFTER_MS = 1_000

/** Has the host keep each new height of an app in the conversation, a moment later. Returns a function that ends that, and has what waits kept at once. */
export function keepHeights(store: StoreApi<AppView>, appId: AppId): () => void {
  let kept = store.getState().heights.inline.px
  const keepLater = throttle<number>(
    (px) => {
      if (px === kept) return
      kept = px
      // An app that has ended has the height that was kept before.
      callHost('apps.keepHeight', { appId, height: px }).catch(() => undefined)
    },
    { ms: KEPT_AFTER_MS, leading: false, after: afterMs },
  )
  const unsubscribe = store.subscribe(({ heights }, before) => {
    if (heights.inline.px !== before.heights.inline.px) keepLater(heights.inline.px)
  })
  return () => {
    unsubscribe()
    keepLater.flush()
  }
}
