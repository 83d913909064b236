import { DIAGRAM_CHARACTERS, readDrawReply, type DiagramColours, type DrawReply } from '../../../shared/confinedFrames/diagramMessages'
import { connectFrame, type FrameConnection, type FrameEnd } from '../../confinedFrame/connectFrame'
import { currentFrameOpener } from '../../confinedFrame/frameOpener'

export interface Picture {
  readonly svg: string
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
}
/**
 * Why there is no picture. `source`: the source has a mistake. `late`: it took too long, and was ended. `unconfined`: the browser cannot
 * confine a frame. `frame`: the frame ended.
 */
export type DiagramProblem = 'source' | 'tooLong' | 'late' | 'unconfined' | 'frame'
export type DiagramOutcome = { readonly picture: Picture } | { readonly problem: DiagramProblem }

export interface DiagramLook {
  readonly dark: boolean
  readonly colours: DiagramColours
}

interface Waiting {
  readonly source: string
  readonly look: DiagramLook
  readonly resolve: (outcome: DiagramOutcome) => void
}

interface DrawerFrame {
  readonly iframe: HTMLIFrameElement
  connection?: FrameConnection
  ready: boolean
}

const DRAWN_WITHIN_MS = 5_000
/** The frame's start, which loads the drawer. */
const READY_WITHIN_MS = 30_000
const IDLE_MS = 60_000
/** The outcomes that are kept for diagrams that come back on the screen, so that one which does not finish costs its time once. */
const KEPT = 40

/**
 * Draws diagrams one after the other in one confined frame, which the page does not show: it shows the pictures. A diagram that does not
 * finish costs its frame, and the next one gets another. Nothing is loaded before the first diagram.
 */
class DiagramDrawer {
  readonly #queue: Waiting[] = []
  readonly #kept = new Map<string, DiagramOutcome>()
  #frame: DrawerFrame | undefined
  #drawing: { readonly id: number; readonly waiting: Waiting } | undefined
  #deadline: ReturnType<typeof setTimeout> | undefined
  #lastId = 0
  #unconfined = false

  /** Resolves, unless the signal aborts while the diagram still waits: then it is not drawn. */
  draw(source: string, look: DiagramLook, signal: AbortSignal): Promise<DiagramOutcome> {
    const kept = this.#kept.get(keyOf(source, look.dark))
    if (kept) return Promise.resolve(kept)
    if (source.length > DIAGRAM_CHARACTERS) return Promise.resolve({ problem: 'tooLong' })
    if (this.#unconfined) return Promise.resolve({ problem: 'unconfined' })
    return new Promise((resolve) => {
      const waiting: Waiting = { source, look, resolve }
      this.#queue.push(waiting)
      signal.addEventListener('abort', () => {
        const index = this.#queue.indexOf(waiting)
        if (index >= 0) this.#queue.splice(index, 1)
      })
      this.#next()
    })
  }

  #next(): void {
    if (this.#drawing) return
    clearTimeout(this.#deadline)
    if (this.#queue.length === 0) {
      this.#deadline = setTimeout(() => this.#endFrame(), IDLE_MS)
      return
    }
    if (!this.#frame) return this.#startFrame()
    if (!this.#frame.ready) return this.#within(READY_WITHIN_MS, () => this.#fail('frame'))
    const waiting = this.#queue.shift()
    if (!waiting) return
    const id = ++this.#lastId
    this.#drawing = { id, waiting }
    this.#within(DRAWN_WITHIN_MS, () => this.#giveUp('late'))
    this.#frame.connection?.post({ id, source: waiting.source, ...waiting.look })
  }

  #within(ms: number, run: () => void): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(run, ms)
  }

  #startFrame(): void {
    const iframe = document.createElement('iframe')
    // It has a layout, which drawing needs, but is never seen, heard of or focused.
    Object.assign(iframe.style, { position: 'fixed', insetInlineStart: '-9999px', top: '0', width: '1200px', height: '800px', border: '0' })
    iframe.setAttribute('aria-hidden', 'true')
    iframe.tabIndex = -1
    iframe.inert = true
    const frame: DrawerFrame = { iframe, ready: false }
    this.#frame = frame
    this.#within(READY_WITHIN_MS, () => this.#fail('frame'))
    document.body.append(iframe)
    const open = async (): Promise<void> => {
      const opened = await currentFrameOpener()?.({ kind: 'diagrams' })
      if (this.#frame !== frame) return
      if (!opened) return this.#fail('frame')
      frame.connection = connectFrame(iframe, opened, {
        onConfined: () => undefined,
        onMessage: (value) => this.#take(readDrawReply(value)),
        onEnd: (end) => this.#frameEnded(end),
      })
    }
    open().catch(() => this.#frame === frame && this.#fail('frame'))
  }

  #take(reply: DrawReply | undefined): void {
    if (!reply || !this.#frame) return
    if (reply.kind === 'ready') {
      this.#frame.ready = true
      return this.#next()
    }
    if (reply.id !== this.#drawing?.id) return
    const { waiting } = this.#drawing
    this.#drawing = undefined
    this.#settle(waiting, outcomeOf(reply))
    this.#next()
  }

  #settle({ source, look, resolve }: Waiting, outcome: DiagramOutcome): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(keyOf(source, look.dark), outcome)
    resolve(outcome)
  }

  #frameEnded(end: FrameEnd): void {
    // What it drew made it send too much.
    if (end === 'flooded' && this.#drawing) return this.#giveUp('frame')
    if (end !== 'unconfined') return this.#fail('frame')
    this.#unconfined = true
    this.#fail('unconfined')
  }

  /** The diagram that is drawn costs the frame. Those that wait get another one. */
  #giveUp(problem: DiagramProblem): void {
    const drawing = this.#drawing
    this.#endFrame()
    if (drawing) this.#settle(drawing.waiting, { problem })
    this.#next()
  }

  /** No frame can be had, so nothing that waits can be drawn. */
  #fail(problem: DiagramProblem): void {
    const all = [...(this.#drawing ? [this.#drawing.waiting] : []), ...this.#queue.splice(0)]
    this.#endFrame()
    for (const { resolve } of all) resolve({ problem })
  }

  #endFrame(): void {
    clearTimeout(this.#deadline)
    this.#drawing = undefined
    this.#frame?.connection?.close()
    this.#frame?.iframe.remove()
    this.#frame = undefined
  }
}

const keyOf = (source: string, dark: boolean): string => `${dark ? 'dark' : 'light'}\n${source}`

function outcomeOf(reply: Exclude<DrawReply, { kind: 'ready' }>): DiagramOutcome {
  if (reply.kind === 'failed') return { problem: 'source' }
  const { svg, width, height } = reply
  return { picture: { svg, width, height } }
}

/** The page has one drawer. */
export const diagramDrawer = new DiagramDrawer()
