// Runs in the document of an app before anything of the app's, and tells the outer document what Parley wants to know of it. The app cannot
// speak over this port, but it can keep this script from noticing, so nothing that matters for safety depends on it.
import type { AppKey, RefusedWay } from '../../../shared/confinedFrames/appNotices'
import { isOwnWindow } from './isOwnWindow'
import { Refusals } from './refusals'

/** How long notices are collected. */
const TOGETHER_MS = 250

const { port1: port, port2: theirs } = new MessageChannel()
// Kept, because the app can change whatever is found by name later.
const send = port.postMessage.bind(port)
const later = window.setTimeout.bind(window)
const refusals = new Refusals()
let waits = false

function refused(note: () => void): void {
  note()
  if (waits) return
  waits = true
  later(() => {
    waits = false
    send({ notices: refusals.take() })
  }, TOGETHER_MS)
}

const waysOf: Readonly<Record<string, RefusedWay>> = { 'connect-src': 'connect', 'frame-src': 'frame' }

addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition, sample }) => {
  if (disposition === 'enforce') refused(() => refusals.ofPolicy(blockedURI, waysOf[effectiveDirective] ?? 'load', sample))
})

interface Refusal extends ReportBody {
  readonly url?: unknown
  readonly connection?: unknown
}
// A browser without it has no allowlist either. An app gets there only where a person let it run without protection.
if ('ReportingObserver' in window) {
  new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const refusal: Refusal | undefined = body ?? undefined
        if (refusal) refused(() => refusals.ofAllowlist(refusal.connection, refusal.url))
      }
    },
    { types: ['connection-allowlist'], buffered: true },
  ).observe()
}

const pressed = (key: AppKey): void => send({ notices: [{ kind: 'key', key }] })
addEventListener(
  'keydown',
  (event) => {
    if (!event.isTrusted || event.isComposing) return
    const { code, ctrlKey, metaKey, altKey, shiftKey } = event
    if ((code === 'KeyK' || code === 'KeyI') && (ctrlKey || metaKey) && !altKey && !shiftKey) {
      event.preventDefault()
      event.stopImmediatePropagation()
      pressed(code)
    } else if (code === 'Escape') {
      // An app may close something of its own first.
      later(() => event.defaultPrevented || pressed('Escape'))
    }
  },
  true,
)

// A document cannot make up an event that is trusted.
addEventListener('pointerdown', ({ isTrusted }) => isTrusted && send({ notices: [{ kind: 'press' }] }), true)

// The windows of all apps reach each other. An app that does not look at who speaks would take another one for Parley.
addEventListener(
  'message',
  (event) => {
    if (event.isTrusted && !isOwnWindow(event.source, window)) event.stopImmediatePropagation()
  },
  true,
)

// The browser does not always tell the page that another app has taken the keyboard.
addEventListener('blur', ({ target }) => target === window && !document.hasFocus() && send({ notices: [{ kind: 'left' }] }), true)

port.addEventListener('message', () => send('beat'))
port.start()
parent.postMessage('parley-reporter', '*', [theirs])
document.currentScript?.remove()
