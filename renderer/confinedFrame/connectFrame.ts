import type { AppNotice } from '../../shared/confinedFrames/appNotices'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { FRAME_RATES, LOAD, MessageBudget, readFrameReport, type FrameReport } from '../../shared/confinedFrames/frameMessages'
import { Heartbeat } from './heartbeat'

/**
 * `unconfined`: the browser cannot hold the frame back. `flooded`: it sent too much. `late`: it did not load. `crashed`: its process is gone,
 * or answers nothing for a long time. `left`: the document of an app went for another one, of which nothing is shown.
 */
export type FrameEnd = 'unconfined' | 'flooded' | 'late' | 'crashed' | 'left'

export interface FrameEvents {
  /** The browser has shown that nothing gets out. Only now is the document loaded. */
  readonly onConfined: () => void
  /** The browser cannot hold the app back, and the person lets it run all the same. Its document is loaded, in place of `onConfined`. */
  readonly onUnprotected?: () => void
  /** Anything that has JSON: somebody else may have written it. */
  readonly onMessage: (value: unknown) => void
  /** Called at most once. The frame is empty then. */
  readonly onEnd: (end: FrameEnd) => void
  /** What Parley's script in the document of an app noticed, which the app can make up. */
  readonly onNotice?: (notice: AppNotice) => void
  /** An app answers nothing for seconds: it computes, or its process is gone. `false`: it answers again. After some more time it ends. */
  readonly onSilent?: (silent: boolean) => void
}

export interface FrameConnection {
  /** Sends to the confined document. */
  readonly post: (data: unknown) => void
  readonly close: () => void
}

/** The outer document itself gives the self-test ten seconds. */
const CONFINED_WITHIN_MS = 20_000
/** A document can nest frames, and Chromium allows a page so many. */
const DEEPEST = 1_000

/** Loads a frame into an iframe of the page, or the document of an app into one that was prepared, and listens to it, and to no other window. */
export function connectFrame(iframe: HTMLIFrameElement, { address, origin, app }: OpenedFrame, events: FrameEvents): FrameConnection {
  const past = new MessageBudget(FRAME_RATES.past, () => performance.now())
  let heart: Heartbeat | undefined
  const close = (): void => {
    clearTimeout(late)
    heart?.stop()
    stopHearing()
    iframe.removeAttribute('src')
  }
  const end = (why: FrameEnd): void => {
    close()
    events.onEnd(why)
  }
  const take = (report: FrameReport, port: MessagePort | undefined): void => {
    switch (report.parleyFrame) {
      case 'confined':
      case 'unprotected': {
        const { onUnprotected } = events
        const isConfined = report.parleyFrame === 'confined'
        // Nobody let this one run.
        if (!isConfined && (app?.unprotected !== true || !onUnprotected)) return end('unconfined')
        clearTimeout(late)
        if (app && port) heart ??= new Heartbeat(port, { onSilent: (silent) => events.onSilent?.(silent), onGone: () => end('crashed') })
        return isConfined ? events.onConfined() : onUnprotected?.()
      }
      case 'message':
        return events.onMessage(JSON.parse(report.json))
      case 'notices':
        for (const notice of report.notices) if (isTimely(notice, iframe)) events.onNotice?.(notice)
        return
      case 'prepared':
        // It answered, late, that it lives.
        return
      default:
        end(report.parleyFrame)
    }
  }
  const late = setTimeout(() => end('late'), CONFINED_WITHIN_MS)
  const stopHearing = hearFrame(iframe, origin, {
    onReport: take,
    // A confined document that talks past its outer one is not heard, but costs the page memory.
    onPast: () => {
      if (!past.take()) end('flooded')
    },
  })
  const post = (data: unknown): void => iframe.contentWindow?.postMessage(data, origin)
  if (app) iframe.allow = app.allow
  if (app?.prepared) post(LOAD)
  else iframe.src = address
  return { post, close }
}

/**
 * Hears what the outer document in an iframe says, and no other window. `onPast`: a window within it spoke. Returns a function that stops it.
 */
export function hearFrame(
  iframe: HTMLIFrameElement,
  origin: string,
  { onReport, onPast }: { readonly onReport: (report: FrameReport, port: MessagePort | undefined) => void; readonly onPast?: () => void },
): () => void {
  const hear = (event: MessageEvent<unknown>): void => {
    const outer = iframe.contentWindow
    const { source } = event
    if (!outer || source === null) return
    if (source !== outer) {
      // The data is not touched: only reading it would decode it, whatever it is and however long.
      if (onPast && isWithin(source, outer)) onPast()
      return
    }
    const report = event.origin === origin ? readFrameReport(event.data) : undefined
    if (report !== undefined) onReport(report, event.ports[0])
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

/** Keys are pressed only in the frame that has the focus. An app must not press Parley's keys while the person is elsewhere. */
function isTimely({ kind }: AppNotice, iframe: HTMLIFrameElement): boolean {
  return kind !== 'key' || document.activeElement === iframe
}

type Sender = NonNullable<MessageEvent['source']>

function isWithin(source: Sender, outer: Window): boolean {
  let each: Window | undefined = isWindow(source) ? source : undefined
  for (let depth = 0; each && depth < DEEPEST; depth++) {
    if (each === outer) return true
    const parent: Window = each.parent
    each = parent === each ? undefined : parent
  }
  return false
}

/** A window of another origin shows nothing but its place among the others. */
function isWindow(source: Sender): source is Window {
  return 'parent' in source
}
