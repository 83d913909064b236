import { REFUSED_ORIGINS, type AppNotice, type RefusedWay } from '../../../shared/confinedFrames/appNotices'

type Counted = Extract<AppNotice, { readonly count: number }>

const EMPTY_FUNCTION = /^\(function anonymous\(\s*\) \{\s*\}\)$/

/** Counts what a browser refused to the document of an app, however often that tries. */
export class Refusals {
  readonly #counts = new Map<string, Counted>()
  readonly #changed = new Set<string>()
  #origins = 0

  /**
   * @param blocked What a content security policy blocked: an address, or a word such as `eval` or `blob`.
   * @param sample The first characters of the code. A function without code only asks whether there may be one, as libraries do that go on without.
   */
  ofPolicy(blocked: string, way: RefusedWay, sample = ''): void {
    if (blocked === 'eval' && EMPTY_FUNCTION.test(sample)) return
    if (/^(?:eval|wasm-eval|blob|data)$/.test(blocked)) {
      // Only scripts and workers of these kinds are blocked: pictures and fonts of them are allowed.
      if (way === 'load') this.#count('code', (count) => ({ kind: 'refusedCode', count }))
    } else this.#ofAddress(blocked, way)
  }

  /** What a Connection-Allowlist refused: `connection` and `url` as its report has them. */
  ofAllowlist(connection: unknown, url: unknown): void {
    if (connection === 'webrtc') this.#count('peer', (count) => ({ kind: 'refusedPeer', count }))
    else if (typeof url === 'string') this.#ofAddress(url, 'connect')
  }

  /** Returns what has changed since the last time. */
  take(): readonly AppNotice[] {
    const changed = [...this.#changed].flatMap((key) => this.#counts.get(key) ?? [])
    this.#changed.clear()
    return changed
  }

  #ofAddress(address: string, way: RefusedWay): void {
    const url = URL.parse(address)
    if (!url || !/^(?:https?|wss?):$/.test(url.protocol)) return
    const origin = `${url.protocol}//${url.host}`
    const key = `${way} ${origin}`
    if (!this.#counts.has(key) && this.#origins++ >= REFUSED_ORIGINS) {
      this.#origins = REFUSED_ORIGINS
      return this.#count('more', (count) => ({ kind: 'refusedMore', count }))
    }
    this.#count(key, (count) => ({ kind: 'refused', origin, way, count }))
  }

  #count(key: string, notice: (count: number) => Counted): void {
    this.#counts.set(key, notice((this.#counts.get(key)?.count ?? 0) + 1))
    this.#changed.add(key)
  }
}
