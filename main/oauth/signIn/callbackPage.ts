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
export function callbackPage(outcome: CallbackOutcome): StaticPage & { readonly status: 200 | 400 } {
  return { ...staticPage('Parley', words[outcome]), status: outcome === 'unknown' ? 400 : 200 }
}

const words: Record<CallbackOutcome, string> = {
  done: '<h1>You are signed in</h1><p>Parley goes on by itself. You can close this page.</p>',
  failed: '<h1>The sign-in did not work</h1><p>Parley says why, and what to do. You can close this page.</p>',
  unknown:
    '<h1>No sign-in waits for this page</h1><p>It was used already, took longer than ten minutes, or was not started by you. Go back to Parley and sign in again.</p>',
}
