import { randomBytes } from 'node:crypto'
import type { MessageId } from '../../shared/i18n/message'
import type { RichPart } from '../../shared/i18n/richText'
import type { Translator } from '../../shared/i18n/translator'

export interface StandalonePage {
  readonly html: string
  readonly csp: string
}

/** The content of the page: ids of texts without values. The texts may use the tags of `elements`. */
export interface StaticPageText {
  readonly heading: MessageId
  readonly paragraphs: readonly MessageId[]
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:18vh auto;max-width:32rem;padding:0 1.5rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 .75rem}
code{font-family:ui-monospace,monospace}`

/** The HTML for each tag in a text. Any other tag is removed, and its words stay. */
const elements: Readonly<Record<string, readonly [begin: string, end: string]>> = {
  code: ['<code translate="no" dir="ltr">', '</code>'],
  home: ['<a href="/">', '</a>'],
}

/** Makes a page that loads nothing and runs no scripts. It contains only Parley's own texts, no input from outside. */
export function standalonePage(translator: Translator, { heading, paragraphs }: StaticPageText): StandalonePage {
  const { lang, direction } = translator
  const nonce = randomBytes(18).toString('base64url')
  const words = (id: MessageId): string => wordsAsHtml(translator, id)
  const body = `<h1>${words(heading)}</h1>${paragraphs.map((id) => `<p>${words(id)}</p>`).join('')}`
  return {
    html: `<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><title>Parley</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head><body><main>${body}</main></body></html>`,
    csp: `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/** Returns a text without values as HTML. */
export function wordsAsHtml({ rich }: Translator, id: MessageId): string {
  return htmlOf(rich(id, {}, []))
}

function htmlOf(parts: readonly RichPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part)
      const [begin, end] = elements[part.tag] ?? ['', '']
      return `${begin}${htmlOf(part.children)}${end}`
    })
    .join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
