import { randomBytes } from 'node:crypto'
import { digest } from './oneTimeLinks'

const KEPT_AT_MOST = 64

/** The owner of the cookies of admitted browsers. Cookies do not distinguish ports, so the cookie's name contains the port. */
export class PageCookies {
  readonly #name: string
  readonly #known = new Set<string>()

  constructor(port: number) {
    this.#name = `parley_${port}`
  }

  /**
   * Lets one more browser in.
   * @returns the value of its Set-Cookie header.
   */
  issue(): string {
    const value = randomBytes(32).toString('base64url')
    this.#known.add(digest(value))
    const [oldest] = this.#known
    if (oldest !== undefined && this.#known.size > KEPT_AT_MOST) this.#known.delete(oldest)
    return `${this.#name}=${value}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Returns whether a Cookie header contains a known cookie. */
  knows(header: string | undefined): boolean {
    const prefix = `${this.#name}=`
    const pairs = (header ?? '').split(';').map((pair) => pair.trim())
    return pairs.some((pair) => pair.startsWith(prefix) && this.#known.has(digest(pair.slice(prefix.length))))
  }
}
