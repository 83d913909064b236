/** How long a link waits for the person. The library of apps gives up on a request after 60 seconds, and is told before. */
export const LINK_WITHIN_MS = 55_000

type Decide = (opened: boolean) => void

/** The links that an app wants opened, until the person has decided. Each wait ends once: opened, or not. */
export class LinkWishes {
  readonly #after: (ms: number, run: () => void) => () => void
  /** By address: an app may ask for one address again. */
  readonly #waiting = new Map<string, Set<Decide>>()

  /** @param after Runs a function once after so many milliseconds. The returned function cancels it. */
  constructor(after: (ms: number, run: () => void) => () => void) {
    this.#after = after
  }

  /** Resolves to whether the person had the address opened. Nobody decided in time, or the signal aborts: it was not. */
  ask(url: string, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = this.#waiting.get(url) ?? new Set<Decide>()
    this.#waiting.set(url, waiting)
    const end: Decide = (opened) => {
      stop()
      signal.removeEventListener('abort', leave)
      waiting.delete(end)
      if (waiting.size === 0 && this.#waiting.get(url) === waiting) this.#waiting.delete(url)
      resolve(opened)
    }
    const leave = (): void => end(false)
    const stop = this.#after(LINK_WITHIN_MS, leave)
    waiting.add(end)
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }

  /** The person decided about an address. */
  decided(url: string, opened: boolean): void {
    for (const end of this.#waiting.get(url) ?? []) end(opened)
  }
}
