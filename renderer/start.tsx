import './ui/theme.css'
import { createRoot } from './reactRoot'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { startLanguage } from './i18n/useLanguage'
import { callHost } from './rpc/callHost'
import { setFrameOpener } from './confinedFrame/frameOpener'
import { rememberScreen, restoreScreen } from './state/lastScreen'
import { createQueryClient } from './rpc/queryClient'
import { preloadChat } from './features/chat/ChatView'
import { watchTopic } from './rpc/useTopic'
import { beginFirstDraw } from './state/firstDraw'
import { useNavigation } from './state/navigation'
import { App } from './layout/App'
import { StartingNotice } from './layout/StartingNotice'
import { afterMs } from './ui/afterMs'
import { ErrorBoundary } from './widgets/ErrorBoundary'
import { isQuickWindow } from './state/isQuickWindow'
import { refuseDrops } from './layout/refuseDrops'

/** What the first draw shows: the window's frame, the list of conversations, a new message. */
const firstTopics = [
  'app',
  'settings',
  'policy',
  'chat.conversations',
  'conversations.folders',
  'chat.temporary',
  'questions',
  'servers',
  'connections.states',
  'servers.catalogVersions',
  'models',
  'accounts',
] as const

// Radix and its scroll lock write style elements. The page's content security policy allows only those with its nonce.
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content')
if (nonce !== null && nonce !== undefined) setNonce(nonce)

/** A host that runs answers sooner. */
const SAYS_STARTING_MS = 1_000

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root"')
  const queryClient = createQueryClient()
  // Asked first, so that the values are there for the first draw.
  for (const name of firstTopics) watchTopic(queryClient, name)
  refuseDrops(window)
  setFrameOpener((content) => callHost('confinedFrames.open', content))
  const drawn = createRoot(root)
  const language = startLanguage()
  // The quick window begins with a new chat, and leaves what the main window keeps as it is.
  if (isQuickWindow()) await language
  else {
    const restored = restoreScreen()
    await language
    const stopWaiting = afterMs(SAYS_STARTING_MS, () => drawn.render(<StartingNotice />))
    await restored
    stopWaiting()
    // The conversation that was open is drawn at once, at its place.
    if (useNavigation.getState().conversationId !== undefined) await preloadChat().catch(() => undefined)
    rememberScreen()
  }
  beginFirstDraw()
  drawn.render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
  // The link of the browser shell let this browser in once. Nobody needs it in the address any more.
  if (new URLSearchParams(location.search).has('t')) history.replaceState(null, '', '/')
}

// Not in the middle of loading this file: what notes where it was called from, as a socket does, would have the engine read all of it again.
queueMicrotask(() => void start())
