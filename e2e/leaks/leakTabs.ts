import { setTimeout as wait } from 'node:timers/promises'
import type { Chromium } from '../double/chromium.ts'

/** Chromium resends lost handshakes and lookups within this time. */
const LISTENS_MS = 3_000
const LOADED_WITHIN_MS = 30_000
const LOOKS_EVERY_MS = 50
/** A press that came before the frame was ready to be pressed is made again. */
const PRESSES = 20

/** What each frame has said, by its name: `alive`, `pressed`, or how it ended. */
export type Said = Map<string, ReadonlySet<string>>

export interface ShownFrame {
  readonly name: string
  readonly address: string
  readonly isPressed: boolean
}

/** The size of each frame, in CSS pixels, and where it stands. */
const WIDTH = 180
const HEIGHT = 100
const cornerOf = (index: number): { readonly x: number; readonly y: number } => ({ x: (index % 3) * 200, y: Math.floor(index / 3) * 120 })
const shown = ({ name, address }: ShownFrame, index: number): unknown => ({
  name,
  address,
  width: WIDTH,
  height: HEIGHT,
  ...cornerOf(index),
})

const ends = ['unconfined', 'late', 'left', 'flooded']

/** Tabs of a browser that show hostile pages. No client looks into them: one of them may lose its process at any time. */
export class LeakTabs {
  readonly #chromium: Chromium
  readonly #said: Said
  readonly #listening: Promise<void>[] = []

  constructor(chromium: Chromium, said: Said) {
    this.#chromium = chromium
    this.#said = said
  }

  /** Shows pages in one tab and presses in those that wait for it. Returns the names of those that ran. The tab stays open for a while. */
  async visit(address: string, frames: readonly ShownFrame[]): Promise<ReadonlySet<string>> {
    for (const { name } of frames) this.#said.delete(name)
    const url = `${address}#${encodeURIComponent(JSON.stringify(frames.map(shown)))}`
    const { targetId } = await this.#chromium.send<{ targetId: string }>('Target.createTarget', { url, newWindow: true })
    const { sessionId } = await this.#chromium.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    await Promise.all(frames.map((frame, index) => this.#run(frame, index, sessionId)))
    this.#listening.push(this.#close(targetId))
    return new Set(frames.filter((frame) => this.#hasRun(frame)).map(({ name }) => name))
  }

  /** Resolves when what the last tabs do would have been heard. */
  async listenedToAll(): Promise<void> {
    await Promise.all(this.#listening)
  }

  async #run(frame: ShownFrame, index: number, sessionId: string): Promise<void> {
    const deadline = performance.now() + LOADED_WITHIN_MS
    const isOver = (): boolean => performance.now() > deadline || ends.some((end) => this.#hasSaid(frame.name, end))
    while (!this.#hasSaid(frame.name, 'alive') && !isOver()) await wait(LOOKS_EVERY_MS)
    if (!frame.isPressed) return
    for (let press = 0; press < PRESSES && !this.#hasRun(frame) && !isOver(); press++) {
      this.#press(index, sessionId)
      for (let look = 0; look < 10 && !this.#hasRun(frame); look++) await wait(LOOKS_EVERY_MS)
    }
  }

  #hasSaid(name: string, what: string): boolean {
    return this.#said.get(name)?.has(what) === true
  }

  #hasRun({ name, isPressed }: ShownFrame): boolean {
    return this.#hasSaid(name, isPressed ? 'pressed' : 'alive')
  }

  /** The tab may be gone by then: a page that replaced it has run. Nothing waits for an answer, which such a tab never gives. */
  #press(index: number, sessionId: string): void {
    const { x, y } = cornerOf(index)
    const at = { x: x + WIDTH / 2, y: y + HEIGHT / 2, button: 'left', clickCount: 1 }
    for (const type of ['mousePressed', 'mouseReleased'])
      this.#chromium.send('Input.dispatchMouseEvent', { ...at, type }, sessionId).catch(() => undefined)
  }

  async #close(targetId: string): Promise<void> {
    await wait(LISTENS_MS)
    this.#chromium.send('Target.closeTarget', { targetId }).catch(() => undefined)
  }
}
