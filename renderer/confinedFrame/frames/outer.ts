// Runs in the outer document of a confined frame, which is Parley's own and has an origin of its own. It lets the browser prove that the
// frame is confined, loads the confined document, and passes messages on, within bounds.
import {
  FRAME_MESSAGE_CHARACTERS,
  FRAME_RATES,
  LOAD,
  MessageBudget,
  PING,
  type FrameReport,
} from '../../../shared/confinedFrames/frameMessages'
import { AppHolder } from './appHolder'

/** A browser that enforces the list reports at once. On a busy computer a process for the frame takes a while. */
const TEST_WITHIN_MS = 10_000

const page = window.parent
const messages = new MessageBudget(FRAME_RATES.messages, () => performance.now())
const characters = new MessageBudget(FRAME_RATES.characters, () => performance.now())
/** What the document of an app may ask the person for. Undefined when the document is no app. */
const appAllow = document.body.dataset['appAllow']
/** A person lets this app run also where the browser cannot shut it in. The host says so, and never for anything else. */
const mayRunUnprotected = 'unprotected' in document.body.dataset
/** No app has it yet. */
const isPrepared = 'prepared' in document.body.dataset
let inner: HTMLIFrameElement | undefined
let app: AppHolder | undefined
let phase: 'testing' | 'prepared' | 'tested' | 'over' = 'testing'

// The only page that may embed this document is Parley's (frame-ancestors).
const tell = (report: FrameReport, ports: MessagePort[] = []): void => page.postMessage(report, '*', ports)

function load(path: string): HTMLIFrameElement {
  const before = inner
  inner = document.createElement('iframe')
  inner.setAttribute('sandbox', 'allow-scripts allow-forms')
  if (appAllow) inner.allow = appAllow
  inner.title = document.title
  inner.src = path
  document.body.append(inner)
  // The process that the test began goes on with the document, because it is needed already when the test has no more use for it.
  before?.remove()
  return inner
}

function end(report: FrameReport): void {
  phase = 'over'
  inner?.remove()
  tell(report)
}

function takeTest(result: unknown): void {
  clearTimeout(late)
  const isConfined = result === 'confined'
  if (!isConfined && (appAllow === undefined || !mayRunUnprotected)) return end({ parleyFrame: 'unconfined' })
  if (isPrepared) {
    phase = 'prepared'
    return tell({ parleyFrame: 'prepared' })
  }
  phase = 'tested'
  if (appAllow === undefined) {
    tell({ parleyFrame: 'confined' })
    load('/document')
  } else holdApp(isConfined ? 'confined' : 'unprotected')
}

/** The page asks whether this frame lives, or an app has it and its document can be loaded. */
function takeApp(data: unknown): void {
  if (data === PING) tell({ parleyFrame: 'prepared' })
  if (data !== LOAD) return
  phase = 'tested'
  holdApp('confined')
}

/** The page asks over a port whether the app lives. */
function holdApp(parleyFrame: 'confined' | 'unprotected'): void {
  const { port1: port, port2: theirs } = new MessageChannel()
  const holder = new AppHolder(load('/document'), {
    onMessage: (json) => tell({ parleyFrame: 'message', json }),
    onNotices: (notices) => tell({ parleyFrame: 'notices', notices }),
    onBeat: () => port.postMessage('beat'),
    onEnd: (parleyFrame) => end({ parleyFrame }),
  })
  app = holder
  port.addEventListener('message', () => holder.beat())
  port.start()
  tell({ parleyFrame }, [theirs])
}

function takeMessage(data: unknown): void {
  if (!messages.take()) return end({ parleyFrame: 'flooded' })
  const json = asJson(data)
  if (json === undefined) return
  if (json.length > FRAME_MESSAGE_CHARACTERS || !characters.take(json.length)) return end({ parleyFrame: 'flooded' })
  tell({ parleyFrame: 'message', json })
}

/** Messages that have no JSON are dropped. */
function asJson(data: unknown): string | undefined {
  try {
    return JSON.stringify(data)
  } catch {
    return undefined
  }
}

window.addEventListener('message', ({ source, data, ports }) => {
  if (phase === 'over' || !inner?.contentWindow) return
  // An opaque origin has no name to send to.
  if (source === page && phase === 'prepared') takeApp(data)
  else if (source === page && phase === 'tested') inner.contentWindow.postMessage(data, '*')
  else if (source === inner.contentWindow && phase === 'testing') takeTest(data)
  else if (source === inner.contentWindow && app) app.take(data, ports[0])
  else if (source === inner.contentWindow) takeMessage(data)
})

// This document itself does nothing with a key.
window.addEventListener('focus', () => inner?.focus())

const late = setTimeout(() => end({ parleyFrame: 'late' }), TEST_WITHIN_MS)
load('/self-test')
