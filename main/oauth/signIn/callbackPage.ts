import type { Translator } from '../../../shared/messages/translator'
import { staticPage, type StaticPage } from '../../lib/staticPage'

/** How the visit of a browser to Parley's address ended. `unknown`: it belongs to no sign-in that waits. */
export type CallbackOutcome = 'done' | 'failed' | 'unknown'

/** What goes with every answer to a browser that came back: the address holds a code, and no other page may learn it. */
export const callbackHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Type': 'text/html; charset=utf-8',
} as const

/** The page that a browser shows when it comes back from a sign-in. It says how it ended, and repeats nothing of its address. */
export function callbackPage(outcome: CallbackOutcome, translator: Translator): StaticPage & { readonly status: 200 | 400 } {
  const page = staticPage(translator, { heading: `browser.callback.${outcome}`, paragraphs: [`browser.callback.${outcome}.text`] })
  return { ...page, status: outcome === 'unknown' ? 400 : 200 }
}
