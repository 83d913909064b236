import type { Translator } from '../../../shared/i18n/translator'
import { standalonePage, type StandalonePage } from '../../lib/standalonePage'

/** How a browser's visit ended. `unknown` means that it belongs to no waiting sign-in. */
export type CallbackOutcome = 'done' | 'failed' | 'unknown'

/** Headers of every response to a returning browser. The address holds a code that no other page may learn. */
export const callbackHeaders = {
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Type': 'text/html; charset=utf-8',
} as const

/** The page that the browser shows after a sign-in. It states the outcome and repeats nothing from its address. */
export function callbackPage(outcome: CallbackOutcome, translator: Translator): StandalonePage & { readonly status: 200 | 400 } {
  const page = standalonePage(translator, { heading: `browser.callback.${outcome}`, paragraphs: [`browser.callback.${outcome}.text`] })
  return { ...page, status: outcome === 'unknown' ? 400 : 200 }
}
