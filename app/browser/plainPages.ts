import { newNonce } from '../contentSecurityPolicy'

export interface PlainPage {
  readonly html: string
  readonly csp: string
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:18vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 .75rem}
code{font-family:ui-monospace,monospace}`

/** Shown after a fresh link: the cookie comes with it, and the browser goes on by itself. A redirect would lose a strict cookie. */
export const welcomePage = (): PlainPage =>
  page('Parley', '<h1>Opening Parley</h1><p><a href="/">Go on to Parley</a></p>', '<meta http-equiv="refresh" content="0;url=/">')

/** Shown to a browser that has no cookie of this run. */
export const strangerPage = (): PlainPage =>
  page(
    'Parley',
    '<h1>Parley does not know this browser</h1><p>Open the link that Parley printed when it started.</p><p>For a new link, run <code>npm start</code> again.</p>',
  )

/** Shown for a link that was used, is too old, or was never given out. */
export const deadLinkPage = (): PlainPage =>
  page(
    'Parley',
    '<h1>This link no longer works</h1><p>A link lets one browser in, once, within five minutes.</p><p>For a new link, run <code>npm start</code> again.</p>',
  )

function page(title: string, body: string, head = ''): PlainPage {
  const nonce = newNonce()
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${head}<style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`,
    csp: `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
