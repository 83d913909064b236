import type { StoreApi } from 'zustand'
import type { AppView } from '../appView'
import type { PageFacts } from '../currentContext'
import { keepHeights } from '../keptHeight'
import type { Running } from '../running'
import { keepPictures } from './keepPictures'

/** Has the host keep how high an app is and, where the shell takes pictures, how it looks: for its place while it is not open. Returns what ends that. */
export function keepLook(
  store: StoreApi<AppView>,
  { appId, frame }: Pick<Running, 'appId' | 'frame'>,
  { shell }: Pick<PageFacts, 'shell'>,
): readonly (() => void)[] {
  const stop = [keepHeights(store, appId)]
  if (shell === 'electron') stop.push(keepPictures(store, { appId, element: frame.element }))
  return stop
}
