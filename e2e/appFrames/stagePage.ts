// Runs in the page of the stage: Parley's own pool of frames, and what it hears.
import type { AppNotice } from '../../shared/confinedFrames/appNotices'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { FramePool, type PooledFrame } from '../../renderer/confinedFrame/framePool'
import { PreparedFrames, type PreparedFrame } from '../../renderer/confinedFrame/preparedFrames'

/** Everything that the page was told, by frame. */
export interface Told {
  confined: number
  unprotected: number
  messages: unknown[]
  notices: AppNotice[]
  ends: string[]
  silent: boolean[]
  thefts: { readonly typing: boolean }[]
}

export interface Stage {
  readonly told: Record<string, Told>
  readonly frames: Record<string, PooledFrame>
  readonly pool: FramePool
  open: (key: string, opened: OpenedFrame, place?: string, prepared?: HTMLIFrameElement) => void
  /** Keeps a frame ready, of this address. */
  prepare: (opened: OpenedFrame) => void
  /** Takes the frame that is ready. Returns its origin, if there is one. */
  take: () => Promise<string | undefined>
  /** Loads an app into the frame that was taken. */
  openTaken: (key: string, opened: OpenedFrame) => void
  place: (key: string, id: string) => void
  leave: (key: string, id: string) => void
}

declare global {
  interface Window {
    stage: Stage
  }
}

const at = (id: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`#${id}`)
  if (!element) throw new Error(`There is no #${id}`)
  return element
}

const pool = new FramePool()
let prepared: OpenedFrame | undefined
let taken: PreparedFrame | undefined
const preparedFrames = new PreparedFrames({
  open: () => (prepared ? Promise.resolve(prepared) : Promise.reject(new Error('There is none'))),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})
window.stage = {
  told: {},
  frames: {},
  pool,
  prepare(opened) {
    prepared = opened
    preparedFrames.prepare()
  },
  async take() {
    taken = await preparedFrames.take()
    return taken?.origin
  },
  openTaken(key, opened) {
    this.open(key, opened, 'one', taken?.iframe)
    taken?.leave()
  },
  open(key, opened, place = 'one', iframe) {
    const told: Told = { confined: 0, unprotected: 0, messages: [], notices: [], ends: [], silent: [], thefts: [] }
    this.told[key] = told
    this.frames[key] = pool.open(key, opened, {
      title: `App ${key}`,
      prepared: iframe,
      onConfined: () => told.confined++,
      onUnprotected: () => told.unprotected++,
      onMessage: (value) => told.messages.push(value),
      onNotice: (notice) => told.notices.push(notice),
      onSilent: (silent) => told.silent.push(silent),
      onEnd: (end) => {
        told.ends.push(end)
        // Playwright says that the page crashed when a frame of it did, and asks it no longer.
        void fetch(`/ended/${key}/${end}`)
      },
      onTheft: ({ typing }) => told.thefts.push({ typing }),
    })
    pool.place(key, at(place))
  },
  place: (key, id) => pool.place(key, at(id)),
  leave: (key, id) => pool.leave(key, at(id)),
}
