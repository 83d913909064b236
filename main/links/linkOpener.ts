import { AppError } from '../../shared/errors/appError'
import { decideLink, type LinkPurpose } from './decideLink'

/** The only place that opens addresses outside of Parley. */
export class LinkOpener {
  readonly #openUrl: ((url: string) => Promise<void>) | undefined

  /** Without `openUrl` (the browser shell) the page opens the checked address itself. */
  constructor(deps: { readonly openUrl?: (url: string) => Promise<void> }) {
    this.#openUrl = deps.openUrl
  }

  /** @throws {AppError} LINK_REFUSED when an address of this purpose may not be opened. */
  async open(address: string, purpose: LinkPurpose): Promise<'opened' | { inPage: string }> {
    const decision = decideLink(address, purpose)
    if (!decision.open) throw new AppError('LINK_REFUSED', { reason: 'links.refused', params: { why: decision.reason } })
    if (!this.#openUrl) return { inPage: decision.href }
    await this.#openUrl(decision.href)
    return 'opened'
  }
}
