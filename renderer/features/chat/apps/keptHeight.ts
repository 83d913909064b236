import type { StoreApi } from 'zustand'
import type { AppId } from '../../../../shared/domain/apps/app'
import { throttle } from '../../../../shared/lib/throttle'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import { withSize, type AppView } from './appView'
import type { AppSize } from './bridge/appRequests'

/** At most one new height in so many milliseconds. */
const SIZE_MS = 100
/** An app may report another height for each frame that it draws. */
const KEPT_MS = 1_000

/** Returns what takes the sizes that an app asks for, as fast as the page can follow. */
export function takeSizes(store: StoreApi<AppView>): (size: AppSize) => void {
  return throttle<AppSize>((size) => store.setState((view) => withSize(view, size, performance.now())), {
    ms: SIZE_MS,
    leading: true,
    after: afterMs,
  })
}

/** Has the host keep each new height of an app in the conversation, at once and then at most one in a second. Returns a function that ends that, and has what waits kept at once. */
export function keepHeights(store: StoreApi<AppView>, appId: AppId): () => void {
  let kept = store.getState().heights.inline.px
  const keep = throttle<number>(
    (px) => {
      if (px === kept) return
      kept = px
      // An app that has ended has the height that was kept before.
      callHost('apps.keepHeight', { appId, height: px }).catch(() => undefined)
    },
    { ms: KEPT_MS, leading: true, after: afterMs },
  )
  const unsubscribe = store.subscribe(({ heights }, before) => {
    if (heights.inline.px !== before.heights.inline.px) keep(heights.inline.px)
  })
  return () => {
    unsubscribe()
    keep.flush()
  }
}
