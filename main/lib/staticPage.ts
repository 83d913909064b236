import { randomBytes } from 'node:crypto'

export interface StaticPage {
  readonly html: string
  readonly csp: string
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:18vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 .75rem}
code{font-family:ui-monospace,monospace}`

/** A page of Parley's that stands alone: no scripts, nothing loaded. The texts are Parley's own; nothing that came from outside is put in. */
export function staticPage(title: string, body: string, head = ''): StaticPage {
  const nonce = randomBytes(18).toString('base64url')
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${head}<style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`,
    csp: `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}
