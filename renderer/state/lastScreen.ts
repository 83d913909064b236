import type { LastScreen } from '../../shared/rpc/screen'
import { throttle } from '../../shared/lib/throttle'
import { callHost } from '../rpc/callHost'
import { afterMs } from '../ui/afterMs'
import { serverTabs, settingsPages, useNavigation, views, type NavigationState } from './navigation'
import { useReadingPlace, type ReadingPlace } from './readingPlace'

const SAVE_AFTER_MS = 300
/** A host that has just been started may need a while (docs/decisions/083). The window waits no longer for what was open. */
const WAIT_MS = 20_000

/**
 * Opens what was open when the window was last closed or loaded again. Await it before the first draw. Never rejects; without an answer in
 * time, or without a host, a new chat is open.
 */
export async function restoreScreen(): Promise<void> {
  const late = new AbortController()
  const stop = afterMs(WAIT_MS, () => late.abort())
  try {
    const { screen } = await callHost('screen.last', {}, late.signal)
    if (screen && !late.signal.aborted) show(screen)
  } catch {
    // A new chat is a good beginning too.
  } finally {
    stop()
  }
}

/** Keeps what is open, for the next time. Returns a function that ends it. */
export function rememberScreen(): () => void {
  let kept = ''
  const save = (): void => {
    const { place, wanted } = useReadingPlace.getState()
    const screen = screenOf(useNavigation.getState(), place ?? wanted)
    const text = JSON.stringify(screen)
    if (text === kept) return
    kept = text
    // If it is not kept, the next change is.
    callHost('screen.save', { screen }).catch(() => {
      kept = ''
    })
  }
  const saveSoon = throttle(save, { ms: SAVE_AFTER_MS, leading: false, after: afterMs })
  const stops = [useNavigation.subscribe(() => saveSoon()), useReadingPlace.subscribe(() => saveSoon())]
  const now = (): void => saveSoon.flush()
  addEventListener('pagehide', now)
  return () => {
    removeEventListener('pagehide', now)
    saveSoon.cancel()
    for (const stop of stops) stop()
  }
}

/** Pure: what is kept of the screen. */
export function screenOf(
  { view, conversationId, settingsPage, projectId, serverId, serverTab }: NavigationState,
  place: ReadingPlace | undefined,
): LastScreen {
  return {
    view,
    settingsPage,
    serverTab,
    ...(projectId !== undefined && { projectId }),
    ...(serverId !== undefined && { serverId }),
    ...(conversationId !== undefined && { conversationId }),
    ...(place && place.conversationId === conversationId && { place: placeToKeep(place) }),
  }
}

function placeToKeep({ messageId, offset, slice }: ReadingPlace): NonNullable<LastScreen['place']> {
  return { messageId, offset, ...(slice && { slice }) }
}

/** What this Parley does not know, because another version kept it, is left as it is at a first start. */
function show({ view, settingsPage, serverTab, projectId, serverId, conversationId, place }: LastScreen): void {
  const known = <T extends string>(of: readonly T[], name: string | undefined): T | undefined => of.find((one) => one === name)
  const [knownView, page, tab] = [known(views, view), known(settingsPages, settingsPage), known(serverTabs, serverTab)]
  useNavigation.setState({
    ...(knownView && { view: knownView }),
    ...(page && { settingsPage: page }),
    ...(tab && { serverTab: tab }),
    ...(projectId !== undefined && { projectId }),
    ...(serverId !== undefined && { serverId }),
    ...(conversationId !== undefined && { conversationId }),
  })
  if (conversationId !== undefined && place) useReadingPlace.setState({ wanted: { conversationId, ...place } })
}
