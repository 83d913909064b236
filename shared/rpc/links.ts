import * as z from 'zod'
import { call } from './contractKinds'

export const linksCalls = {
  /**
   * Opens a link of a conversation or of the app. The purpose decides how.
   * Result: 'opened', or the checked address for the page to open.
   * Errors: LINK_REFUSED.
   */
  'links.open': call<'opened' | { inPage: string }>()(z.object({ url: z.string().max(10_000), purpose: z.enum(['chatLink', 'help']) })),
}
