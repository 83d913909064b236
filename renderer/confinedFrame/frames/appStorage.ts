// Runs in the document of an app before anything of the app's, and gives it a `localStorage` with what the apps of its server kept, and a
// `sessionStorage` that goes with the document. What it changes is told as a message like the app's own: the app could write it too, and all that
// it says is what its own server's apps find next time.
import { APP_STORAGE_CHARACTERS, APP_STORAGE_NAMES, APP_STORED_METHOD } from '../../../shared/confinedFrames/appStorage'
import { storageArea } from './storageArea'
import { StoredChanges } from './storedChanges'

const most = { names: APP_STORAGE_NAMES, characters: APP_STORAGE_CHARACTERS }
// Kept, because the app can change whatever is found by name later.
const send = parent.postMessage.bind(parent)
const later = window.setTimeout.bind(window)

const changes = new StoredChanges({
  send: (list) => send({ jsonrpc: '2.0', method: APP_STORED_METHOD, params: { changes: list } }, '*'),
  now: () => performance.now(),
  soon: (run) => queueMicrotask(run),
  later: (ms, run) => later(run, ms),
})

/** Parley wrote them as JSON. */
function storedEntries(json: string): Map<string, string> {
  const entries = new Map<string, string>()
  const list: unknown = JSON.parse(json)
  for (const entry of Array.isArray(list) ? list : []) {
    const [name, value]: unknown[] = Array.isArray(entry) ? entry : []
    if (typeof name === 'string' && typeof value === 'string') entries.set(name, value)
  }
  return entries
}

function offer(name: 'localStorage' | 'sessionStorage', area: Storage): void {
  Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => area })
}

const script = document.currentScript
offer(
  'localStorage',
  storageArea({
    entries: storedEntries(script?.dataset['json'] ?? '[]'),
    most,
    onChange: (name, value) => {
      // One that cannot be told stays as it was for the next time.
      if (value === null || StoredChanges.fits(name, value)) changes.add(name, value)
    },
  }),
)
offer('sessionStorage', storageArea({ entries: new Map(), most, onChange: () => undefined }))

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source === parent && typeof data === 'object' && data !== null && 'method' in data && data.method === 'ui/resource-teardown') {
    changes.hurry()
  }
})
addEventListener('pagehide', () => changes.hurry())
script?.remove()
