import type { FrameContent } from '../../shared/confinedFrames/frameContentSchema'
import { insertScript } from './insertScript'

/**
 * Parley's own compiled scripts that run in frames, by name. `reporter` and `appStorage` run in the document of an app, before anything of the
 * app's.
 */
export type FrameScripts = (name: 'outer' | 'selfTest' | 'diagrams' | 'reporter' | 'appStorage') => Promise<string>

/** An app, which only the host has, with what it finds in its `localStorage`: names and values. */
export interface AppContent {
  readonly kind: 'app'
  readonly html: string
  readonly stored: readonly (readonly [name: string, value: string])[]
}
/** What a confined document is: what the page asked for, or an app. */
export type ConfinedContent = FrameContent | AppContent

/**
 * The outer document: Parley's own script, which runs the self-test and then holds the confined document.
 * @param app Of an app: the `allow` of its iframe, whether it is loaded also where the browser cannot shut it in, and whether it is only
 * prepared, and waits after its self-test until there is an app.
 */
export async function outerDocument(
  nonce: string,
  scripts: FrameScripts,
  app?: { readonly allow: string; readonly unprotected: boolean; readonly prepared: boolean },
): Promise<string> {
  const data = app
    ? ` data-app-allow="${app.allow}"${app.unprotected ? ' data-unprotected' : ''}${app.prepared ? ' data-prepared' : ''}`
    : ''
  const style = 'html,body{height:100%;margin:0;overflow:hidden}iframe{display:block;width:100%;height:100%;border:0}'
  return `<!doctype html><meta charset="utf-8"><title>Parley</title><style nonce="${nonce}">${style}</style><body${data}>${script(await scripts('outer'), nonce)}`
}

/** The document that finds out whether the browser confines it. It has the headers of the confined document, and nothing of its content. */
export async function selfTestDocument(nonce: string | undefined, scripts: FrameScripts): Promise<string> {
  return `<!doctype html><meta charset="utf-8"><title>Parley</title><body>${script(await scripts('selfTest'), nonce)}`
}

/** The confined document itself. */
export async function contentDocument(content: ConfinedContent, nonce: string | undefined, scripts: FrameScripts): Promise<string> {
  switch (content.kind) {
    case 'html':
      return content.text
    case 'svg':
      return `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>${content.text}`
    case 'app':
      return insertScript(
        content.html,
        `${script(await scripts('reporter'), nonce)}${script(await scripts('appStorage'), nonce, JSON.stringify(content.stored))}`,
      )
    case 'diagrams':
      return `<!doctype html><meta charset="utf-8"><title>Parley</title><body>${script(await scripts('diagrams'), nonce)}`
  }
}

/**
 * Writes a script into HTML. Its text must not end the element, nor open a comment in it (HTML, 4.12.1.3).
 * @param data JSON that the script reads from its element.
 */
function script(source: string, nonce: string | undefined, data?: string): string {
  const safe = source
    .replaceAll(/<\/(?=script)/gi, '<\\/')
    .replaceAll('<!--', '<\\!--')
    .replaceAll(/<(?=script)/gi, '\\x3c')
  const attribute = data === undefined ? '' : ` data-json="${data.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  return `<script${nonce === undefined ? '' : ` nonce="${nonce}"`}${attribute}>${safe}</script>`
}
